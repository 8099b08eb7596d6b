import { describe, expect, it } from "vitest";
import { FINGER, gripsOf, MOUSE, nearestGrip, type Grip } from "./grips";
import type { Handle, HandleKind } from "./state";

/** A body looking up the screen, its front in the middle of the table. */
function marksOf(width: number, depth: number): Handle[] {
  const put = (kind: HandleKind, x: number, y: number, out: number): Handle => ({ kind, at: { x: 20_000 + x, y: 20_000 + y }, name: kind, heading: 0, out });
  const half = width / 2;
  return [
    put("left corner", -half, 0, 315_000),
    put("right corner", half, 0, 45_000),
    put("ahead", 0, 0, 0),
    put("rear", 0, depth, 180_000),
    put("left flank", -half, depth / 2, 270_000),
    put("right flank", half, depth / 2, 90_000),
    put("left files", -half, depth, 225_000),
    put("right files", half, depth, 135_000),
  ];
}

const nobody = (): boolean => false;
const kinds = (grips: readonly Grip[]): string[] => grips.map(({ handle }) => handle.kind);

describe("marks", () => {
  it("are fewer on a smaller body, and never closer than a hand can tell apart", () => {
    const shown = (width: number, depth: number, reach = MOUSE): string[] => kinds(gripsOf(marksOf(width, depth), (width / 1000) * 14.6, 14.6, reach, nobody));
    expect(shown(1_000, 1_000)).toEqual(["ahead"]);
    expect(shown(3_000, 1_000)).toEqual(["ahead", "left corner", "right corner", "rear"]);
    expect(shown(9_000, 1_500)).toContain("left files");
    expect(shown(12_000, 750)).not.toContain("left flank");
    for (const reach of [MOUSE, FINGER])
      for (const width of [2_000, 5_000, 9_000, 16_000])
        for (const depth of [750, 1_500, 3_000]) {
          const grips = gripsOf(marksOf(width, depth), (width / 1000) * 14.6, 14.6, reach, nobody);
          for (const one of grips)
            for (const other of grips) if (one !== other) expect(Math.hypot(one.at.x - other.at.x, one.at.y - other.at.y)).toBeGreaterThanOrEqual(reach.apart);
        }
  });

  it("lie outside the body, on longer stems where another body is in the way, or not at all", () => {
    const [width, depth, scale] = [6_000, 2_250, 14.6];
    const near = gripsOf(marksOf(width, depth), 87, scale, MOUSE, nobody).find(({ handle }) => handle.kind === "ahead")!;
    const front = (20_000 / 1000) * scale;
    expect(front - near.at.y).toBe(15);
    const blocked = (reach: number) => (at: { y: number }): boolean => at.y < front && at.y > front - reach;
    expect(front - gripsOf(marksOf(width, depth), 87, scale, MOUSE, blocked(20)).find(({ handle }) => handle.kind === "ahead")!.at.y).toBe(24);
    expect(kinds(gripsOf(marksOf(width, depth), 87, scale, MOUSE, blocked(60)))).not.toContain("ahead");
  });

  it("are meant by the hand that is nearest to them, not by the order they were drawn in", () => {
    const grips = gripsOf(marksOf(9_000, 1_500), 131, 14.6, MOUSE, nobody);
    for (const { handle, at } of grips) expect(nearestGrip(grips, { x: at.x + 3, y: at.y - 2 })!.grip.handle.kind).toBe(handle.kind);
  });
});
