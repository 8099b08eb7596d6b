import { describe, expect, it } from "vitest";
import type { Battle } from "../api/types";
import { marksOf, standingOf } from "./scene";

const troops = (id: string, more: object = {}): object => ({
  id, side: "red", figures: 8, marks: [], place: { type: "on_table" }, own: { person: null }, ...more,
});
const hero = (id: string, more: object = {}): object =>
  troops(id, { figures: 1, place: { type: "aboard", host: "axes" }, own: { person: { roles: ["hero"], hits: 2, wounds: 0 } }, ...more });
const battle = (...units: object[]): Battle =>
  ({ engagements: [], units: Object.fromEntries(units.map((unit) => [(unit as { id: string }).id, unit])) }) as unknown as Battle;

describe("a battle as it is drawn", () => {
  it("marks a unit with what befell those who go with it, each mark once", () => {
    const fought = battle(troops("axes"), hero("hakon", { marks: ["in_a_duel"] }), hero("ivar", { marks: ["shamed", "in_a_duel"] }), troops("bows"));
    expect(marksOf(fought, fought.units["axes"]!)).toEqual(["in_a_duel", "shamed", "company"]);
    expect(marksOf(fought, fought.units["bows"]!)).toEqual([]);
  });

  it("counts characters apart from units", () => {
    const gone = { figures: 0, place: { type: "off_table" } };
    const over = battle(troops("axes"), troops("bows", gone), hero("hakon"), hero("ivar", gone), troops("knights", { side: "blue" }));
    expect(standingOf(over, "red")).toBe("1 of 2 units, 1 of 2 characters");
    expect(standingOf(over, "blue")).toBe("1 of 1 units");
  });
});
