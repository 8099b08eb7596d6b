import { describe, expect, it } from "vitest";
import { drawShape, plotOf, ringsOf, shapeBox, type GroundShape } from "./ground-shapes";

describe("a shape on the table", () => {
  it("has corners, from the near left one round", () => {
    expect(ringsOf({ type: "corridor", from_x: 10_000, from_y: 10_000, to_x: 10_000, to_y: 6000, width: 500 })).toEqual([
      [
        [9750, 10_000],
        [9750, 6000],
        [10_250, 6000],
        [10_250, 10_000],
      ],
    ]);
    const [cone] = ringsOf({ type: "cone", x: 100, y: 100, heading: 90_000, length: 4000, mouth: 0, end: 2000 });
    expect(cone!.map((corner) => corner.map(Math.round))).toEqual([[100, 100], [4100, -900], [4100, 1100], [100, 100]]);
  });
  it("lies in a box", () => {
    const disc: GroundShape = { type: "disc", x: 5000, y: 6000, radius: 1000 };
    expect(shapeBox(disc)).toEqual({ left: 4000, right: 6000, top: 5000, bottom: 7000 });
    const patch = { left: 1000, top: 2000, right: 3000, bottom: 5000 };
    expect(shapeBox(plotOf(patch))).toEqual(patch);
  });
  it("is drawn with its holes", () => {
    const hole: GroundShape = { type: "plot", rings: [[[0, 0], [9000, 0], [9000, 9000]], [[3000, 2000], [6000, 2000], [6000, 4000]]] };
    expect(drawShape(hole, "zone-near")).toBe('<path class="zone-near" d="M0 0L9 0L9 9ZM3 2L6 2L6 4Z"/>');
    expect(drawShape({ type: "disc", x: 1000, y: 2000, radius: 500 }, "shot-ground")).toBe('<circle class="shot-ground" cx="1" cy="2" r=".5"/>');
  });
});
