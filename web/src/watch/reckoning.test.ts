import { describe, expect, it } from "vitest";

import type { Battle, Rolled, Step, Unit } from "../api/types";
import { marksOf, type Moment } from "./film.svelte";
import { courseOf, lastLuck, luckOf, luckSaid, strengthOf } from "./reckoning";

const unit = (side: string, original: number, figures: number, ...marks: string[]) => ({ side, original, figures, marks }) as Unit;
const battle = (units: Record<string, Unit>, turn = 1, active = "red") => ({ units, turn, active }) as Battle;

function rolled(whose: string, count: number, need: number, hits: number): Rolled {
  const pool = { count, sides: 6, reading: { type: "at_least", need }, label: "", whose };
  return { type: "rolled", roll: { pools: [pool] }, pools: [{ classes: [[0, count - hits], [1, hits]], faces: [] }] } as unknown as Rolled;
}
const moment = (position: number, now: Battle, ...events: Rolled[]): Moment => ({
  position,
  battle: now,
  shapes: {},
  step: { events } as unknown as Step,
});

describe("strength", () => {
  it("parts those who stand from those who ran and those who fell", () => {
    const now = battle({ a: unit("red", 12, 9), b: unit("red", 8, 6, "routed"), c: unit("blue", 10, 10) });
    expect(strengthOf(now, "red")).toEqual({ fit: 9, routed: 6, lost: 5, brought: 20 });
  });

  it("is a course with a point only where it changes", () => {
    const full = battle({ a: unit("red", 12, 12) });
    const same = battle({ a: unit("red", 12, 12, "moved") });
    const less = battle({ a: unit("red", 12, 9) });
    const course = courseOf([moment(0, full), moment(1, full), moment(2, same), moment(3, less)], (now) => strengthOf(now, "red").fit);
    expect(course).toEqual([
      { position: 0, value: 12 },
      { position: 3, value: 9 },
    ]);
  });
});

describe("luck", () => {
  const now = battle({});

  it("holds what a side rolled against what it could expect", () => {
    const course = luckOf([moment(1, now, rolled("red", 12, 5, 6)), moment(2, now, rolled("blue", 6, 4, 0)), moment(3, now, rolled("red", 6, 6, 1))], "red");
    expect(course.map(({ position }) => position)).toEqual([1, 3]);
    expect(lastLuck(course, 2)).toMatchObject({ dice: 12, expected: 4, rolled: 6 });
    expect(lastLuck(course, 9)).toMatchObject({ dice: 18, expected: 5, rolled: 7 });
    expect(lastLuck(course, 0).dice).toBe(0);
  });

  it("spreads as independent dice do", () => {
    const course = luckOf([moment(1, now, rolled("red", 18, 5, 6)), moment(2, now, rolled("red", 18, 5, 6))], "red");
    expect(lastLuck(course, 2).spread).toBeCloseTo(Math.sqrt((36 * 2) / 9));
  });

  it("is said in words", () => {
    expect(luckSaid(lastLuck(luckOf([moment(1, now, rolled("red", 36, 4, 18))], "red"), 1))).toBe("as expected");
    expect(luckSaid(lastLuck(luckOf([moment(1, now, rolled("red", 36, 4, 22))], "red"), 1))).toBe("lucky");
    expect(luckSaid(lastLuck(luckOf([moment(1, now, rolled("red", 36, 4, 10))], "red"), 1))).toBe("very unlucky");
    expect(luckSaid(lastLuck([], 1))).toBe("no dice yet");
  });
});

describe("turns", () => {
  it("begin where the turn or the side changes, and not in the set-up", () => {
    const moments = [moment(0, battle({}, 0, "")), moment(1, battle({}, 1, "red")), moment(2, battle({}, 1, "red")), moment(3, battle({}, 1, "blue")), moment(4, battle({}, 2, "red"))];
    expect(marksOf(moments)).toEqual([
      { position: 1, turn: 1, side: "red" },
      { position: 3, turn: 1, side: "blue" },
      { position: 4, turn: 2, side: "red" },
    ]);
  });
});
