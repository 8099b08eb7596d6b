import { describe, expect, it } from "vitest";

import type { MissedTold, PointTold } from "../../api/types";
import type { Moment } from "../film.svelte";
import { drawnOver } from "./drawn";

const body = { type: "single", base: { width: 1000, depth: 1000 } };
const moved = (unit: string, to: number) => ({ type: "moved", unit, start: { x: 0, y: 0, heading: 0 }, legs: [{ manoeuvre: { type: "advance", distance: to }, pose: { x: 0, y: -to, heading: 0 }, body, cost: to }], spent: to, left: 0 });
const unit = (id: string, side: string, x: number) => ({ id, side, place: { type: "on_table", pose: { x, y: 0, heading: 0 } } });
const shapes = {};
const before = { battle: { units: { a: unit("a", "red", 0), b: unit("b", "blue", 5000) } }, shapes, step: null } as unknown as Moment;
const after = { ...before, step: { events: [moved("a", 6000), moved("b", 2000)] } } as unknown as Moment;
const point = { kind: "decision", side: "red", unit: "a", after: { red: -38 } } as unknown as PointTold;

describe("what was played and what was missed", () => {
  it("are drawn beside each other, in ink and in violet, with what each came to", () => {
    const missed = { unit: "a", answer: { type: "commanded", actor: "a", action: "move", form: null }, result: { red: -12 }, moved: [moved("a", 3000)] } as unknown as MissedTold;
    const over = drawnOver(point, missed, before, after, "red");
    expect(over.plans?.map(({ done, path }) => [done, path[0]?.to.y])).toEqual([
      [true, -6000],
      [false, -3000],
    ]);
    expect(over.tags.map(({ text }) => text)).toEqual(["played: −38", "instead: −12"]);
    expect(over.selected).toBe("a");
  });

  it("a shot that was not made is a line to whom it would have been aimed at", () => {
    const shot = { unit: "a", answer: { type: "commanded", actor: "a", action: "shoot", form: { type: "aimed", target: "b" } }, result: { red: 4 }, moved: [] } as unknown as MissedTold;
    const over = drawnOver(point, shot, before, after, "red");
    expect(over.tape).toMatchObject({ to: { x: 5000 }, label: "instead: +4" });
  });
});
