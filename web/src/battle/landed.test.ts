import { describe, expect, it } from "vitest";
import type { Landed, Step, ToldEvent } from "../api/types";
import { landedAfter, landedAt, templateOf } from "./landed";
import { movedWith } from "./event-groups";

const fallen = { type: "landed", unit: "gun", marks: [{ shape: { type: "disc", x: 1000, y: 2000, radius: 1500 }, name: "", struck: true }], struck: [["a", 2], ["b", 1]], tallies: [], stopped: "", rules: [], cause: "", audience: [], told: "" } as unknown as ToldEvent & Landed;
const step = (order: string, ...events: ToldEvent[]): Step => ({ entry: { number: 1, order: { type: order } }, events }) as unknown as Step;

describe("where shots have fallen", () => {
  it("says how many were struck", () => {
    expect(templateOf(fallen)).toMatchObject({ tone: "fallen", label: "3 struck", marks: fallen.marks });
    expect(templateOf({ ...fallen, struck: [] }).label).toBe("none struck");
  });
  it("is seen while dice are thrown, until the next order", () => {
    const shot = landedAfter([], step("dice", fallen));
    expect(shot).toHaveLength(1);
    expect(landedAfter(shot, step("dice"))).toBe(shot);
    expect(landedAfter(shot, step("reply"))).toEqual([]);
    expect(landedAfter(shot, step("reply", fallen))).toHaveLength(1);
  });
  it("is found again at any moment", () => {
    const steps = [null, step("reply"), step("dice", fallen), step("dice")];
    expect(landedAt(steps)).toHaveLength(1);
    expect(landedAt([...steps, step("reply")])).toEqual([]);
    expect(landedAt([null])).toEqual([]);
  });
});

describe("moves that are seen together", () => {
  const moved = (unit: string, together: boolean): ToldEvent => ({ type: "moved", unit, together }) as unknown as ToldEvent;
  const marked = { type: "marked", unit: "a" } as unknown as ToldEvent;

  it("are those made at the same time, whatever marks come between", () => {
    const { moves, last } = movedWith([moved("a", true), marked, moved("b", true), moved("c", false)], 0);
    expect(moves.map(({ unit }) => unit)).toEqual(["a", "b"]);
    expect(last).toBe(2);
  });
  it("never take one unit two ways", () => {
    expect(movedWith([moved("a", true), moved("b", true), moved("a", true)], 0).moves).toHaveLength(2);
  });
  it("are those in a row where no clock is told", () => {
    expect(movedWith([moved("a", false), moved("b", false), marked, moved("c", false)], 0).last).toBe(1);
  });
});
