import { describe, expect, it } from "vitest";

import type { Scenario, ScenarioPicture } from "../api/types";
import { beside, pictured, readyBattles } from "./ready";

const battle = (id: string, ruleset: string, points: number, first = false): Scenario =>
  ({ id, ruleset, first, sides: [{ points }, { points }] }) as unknown as Scenario;

const great = battle("great", "axe", 1000);
const small = battle("small", "axe", 100);
const begin = battle("begin", "axe", 400, true);
const other = battle("other", "war", 200, true);

describe("the list of ready battles", () => {
  it("begins each book with the battle for a beginner, then by size", () => {
    const found = readyBattles([great, small, begin, other]);
    expect(found.map(([book, battles]) => [book, battles.map(({ id }) => id)])).toEqual([
      ["axe", ["begin", "small", "great"]],
      ["war", ["other"]],
    ]);
  });

  it("is walked from one end to the other and round", () => {
    expect(beside([begin, small, great], begin, 1)).toBe(small);
    expect(beside([begin, small, great], great, 1)).toBe(begin);
    expect(beside([begin, small, great], begin, -1)).toBe(great);
    expect(beside([begin, small], null, 1)).toBe(begin);
    expect(beside([], null, 1)).toBeNull();
  });
});

describe("the picture of a ready battle", () => {
  type View = NonNullable<ReturnType<typeof pictured>>;
  const table = { width: 72, depth: 48 };
  const holds = (view: View, { left, top, right, bottom }: NonNullable<ScenarioPicture["armies"]>): boolean =>
    view.x <= left && view.y <= top && view.x + view.width >= right && view.y + view.height >= bottom;

  it.each([
    ["armies in the middle", { left: 24, top: 10, right: 48, bottom: 38 }],
    ["armies along one edge", { left: 48, top: 1, right: 71, bottom: 45 }],
    ["armies from edge to edge", { left: 0, top: 10, right: 72, bottom: 38 }],
    ["armies in a corner", { left: 2, top: 30, right: 12, bottom: 46 }],
  ])("has the shape of its room and shows %s", (_, armies) => {
    for (const room of [
      { width: 630, height: 400 },
      { width: 390, height: 210 },
      { width: 400, height: 500 },
    ]) {
      const view = pictured({ armies, table }, room)!;
      expect(view.width / view.height).toBeCloseTo(room.width / room.height);
      expect(holds(view, armies)).toBe(true);
      if (view.width <= table.width) expect(view.x > -1 && view.x + view.width < table.width + 1).toBe(true);
      if (view.height <= table.depth) expect(view.y > -1 && view.y + view.height < table.depth + 1).toBe(true);
    }
  });

  it("lies in the middle where it is wider than the table", () => {
    const view = pictured({ armies: { left: 1, top: 1, right: 9, bottom: 19 }, table: { width: 10, depth: 20 } }, { width: 300, height: 100 })!;
    expect(view.x).toBeCloseTo((10 - view.width) / 2);
  });
});
