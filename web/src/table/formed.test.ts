import { describe, expect, it } from "vitest";
import { formedShape } from "./formed";
import { boxOf, covers, gapBetween, halfFront, tableBox } from "./shape";

const foot = { base: { width: 750, depth: 750 }, files: 5, spacing: 0, hedgehog: false };

describe("ranks and files", () => {
  it("stand where the engine puts them, the short rank in the middle on whole-file places", () => {
    const shape = formedShape(foot, 12);
    expect(shape.figures.slice(-2)).toEqual([
      [-750, -1875, 0, 750, 750],
      [0, -1875, 0, 750, 750],
    ]);
    expect(shape.rects).toEqual([
      [[-1875, 0], [1875, 0], [1875, -1500], [-1875, -1500]],
      [[-1125, -1500], [375, -1500], [375, -2250], [-1125, -2250]],
    ]);
    expect(shape.front).toEqual([[-1875, 0, 1875, 0]]);
    expect(halfFront(shape)).toBe(1875);
  });

  it("face outward in a hedgehog, corners to the rear", () => {
    const shape = formedShape({ base: { width: 500, depth: 1000 }, files: 4, spacing: 0, hedgehog: true }, 11);
    expect(shape.figures.map(([, , turn]) => turn)).toEqual([0, 0, 0, 0, 270_000, 0, 0, 180_000, 180_000, 180_000, 180_000]);
    expect(shape.figures[4]).toEqual([-750, -1500, 270_000, 1000, 500]);
  });

  it("look aside at both ends where only the flanks have turned, save in front of others", () => {
    const turns = (files: number, count: number): number[] =>
      formedShape({ base: { width: 500, depth: 1000 }, files, spacing: 0, hedgehog: "flanks" }, count).figures.map(([, , turn]) => turn);
    expect(turns(3, 9)).toEqual([0, 0, 0, 270_000, 0, 90_000, 270_000, 0, 90_000]);
    expect(turns(4, 6)).toEqual([270_000, 0, 0, 90_000, 0, 0]);
    expect(turns(2, 3)).toEqual([0, 90_000, 270_000]);
  });

  it("never have more files than figures", () => {
    expect(formedShape(foot, 3).front).toEqual([[-1125, 0, 1125, 0]]);
  });
});

describe("shapes on the table", () => {
  const shape = formedShape(foot, 10);
  const here = { x: 10_000, y: 10_000, heading: 0 };

  it("fill a box behind their pose", () => {
    expect(boxOf(shape)).toMatchObject({ left: -1875, right: 1875, bottom: 1500 });
    expect(tableBox({ ...here, heading: 90_000 }, shape)).toEqual({ left: 8500, right: 10_000, top: 8125, bottom: 11_875 });
  });

  it("know what lies on them", () => {
    expect(covers(here, shape, { x: 10_500, y: 10_700 })).toBe(true);
    expect(covers(here, shape, { x: 10_500, y: 9500 })).toBe(false);
  });

  it("are measured from the nearest bases", () => {
    const there = { x: 10_000, y: 4000, heading: 180_000 };
    expect(gapBetween(here, shape, there, shape).gap).toBeCloseTo(6000, 6);
  });
});
