import { describe, expect, it } from "vitest";
import type { Battle } from "../api/types";
import { Cast, marksOf, standingOf, strengthOf } from "./scene";

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
    const waiting = battle(troops("axes"), troops("bows", { place: { type: "off_table", why: "to be set down" } }));
    expect(standingOf(waiting, "red")).toBe("2 of 2 units");
    const away = { place: { type: "off_table", why: "off the table" } };
    const tableless = { ...battle(troops("axes", away), troops("bows", { ...away, figures: 0 })), board: null } as Battle;
    expect(standingOf(tableless, "red")).toBe("1 of 2 units");
  });

  it("counts those who are known to have come though nobody sees them", () => {
    const seen = battle(troops("axes", { figures: 6, original: 8 }), troops("knights", { side: "blue", original: 8 }));
    const known = { red: 20, blue: 8 };
    expect(strengthOf(seen, "red", known)).toEqual({ left: 18, brought: 20 });
    expect(strengthOf(seen, "blue", known)).toEqual({ left: 8, brought: 8 });
    expect(strengthOf(seen, "red")).toEqual({ left: 6, brought: 8 });
  });

  it("does not count twice who has gone over to the other side", () => {
    const over = battle(troops("axes", { original: 8 }), troops("hired", { side: "blue", original: 8 }));
    expect(strengthOf(over, "red", { red: 16, blue: 0 })).toEqual({ left: 8, brought: 8 });
  });

  it("gives a unit the flags of those of its company who still stand", () => {
    const at = { place: { type: "on_table", pose: { x: 0, y: 0, heading: 0 } }, body: { type: "single" } };
    const fought = { ...battle(troops("axes", at), hero("hakon", { name: "Hakon", kind: "general" }), hero("ivar", { name: "Ivar", kind: "hero", figures: 0 })), sides: [], own: {} } as unknown as Battle;
    const [drawn] = new Cast().units(fought, {}, {}, new Set());
    expect(drawn?.company).toEqual(["general"]);
  });
});
