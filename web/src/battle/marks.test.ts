import { describe, expect, it } from "vitest";
import { drawnBy, markInWords } from "./marks.svelte";
import type { Handle } from "../table/state";
import type { Path } from "./plotting";

const mark = (kind: Handle["kind"], name: string): Handle => ({ kind, name, at: { x: 0, y: 0 }, heading: 0 });
const wheel = (side: "left" | "right", angle: number): Path => [{ type: "wheel", side, angle }];

describe("marks drawn by keys", () => {
  it("are said with their key and what the arrows do", () => {
    expect(markInWords(mark("left corner", "wheel right: E"))).toBe("Handle wheel right, E. Arrows turn by 15 degrees, Shift by 1.");
    expect(markInWords(mark("ahead", "advance: W"))).toBe("Handle advance, W. Arrows go on by 1 inch, Shift by half an inch.");
  });

  it("wheel on and back, never round the other corner", () => {
    expect(drawnBy("left corner", [], true, false, false)).toEqual(wheel("right", 15_000));
    expect(drawnBy("left corner", wheel("right", 15_000), true, true, false)).toEqual(wheel("right", 16_000));
    expect(drawnBy("left corner", wheel("right", 15_000), false, false, false)).toEqual([]);
    expect(drawnBy("left corner", wheel("right", 16_000), false, false, false)).toEqual(wheel("right", 1000));
    expect(drawnBy("left corner", [], false, false, false)).toEqual([]);
    expect(drawnBy("left corner", wheel("left", 15_000), false, false, false)).toEqual(wheel("left", 15_000));
    expect(drawnBy("right corner", [], true, true, false)).toEqual(wheel("left", 1000));
  });

  it("turn about the middle either way, go on, face and take it back", () => {
    expect(drawnBy("turn", [], false, false, true)).toEqual([{ type: "turn", angle: -15_000 }]);
    expect(drawnBy("ahead", [{ type: "advance", distance: 1000 }], true, true, false)).toEqual([{ type: "advance", distance: 1500 }]);
    expect(drawnBy("ahead", [{ type: "advance", distance: 1000 }], false, false, false)).toEqual([]);
    const faced = drawnBy("left flank", [], true, false, false)!;
    expect(faced).toEqual([{ type: "face", to: "left" }]);
    expect(drawnBy("left flank", faced, false, false, false)).toEqual([]);
    expect(drawnBy("left files", [], true, false, false)).toBeNull();
  });
});
