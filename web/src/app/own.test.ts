import { describe, expect, it } from "vitest";
import type { Battle, Unit } from "../api/types";
import { companyOf, holdingsOf, isOff, personOf } from "./own";

const battle = (own: object, units: object = {}): Battle => ({ own, units }) as unknown as Battle;

describe("a book's own part", () => {
  it("tells of cards in hand where there are any", () => {
    const hands = [{ side: "red", count: 2, cards: ["S1", "S2"] }, { side: "blue", count: 3, cards: [] }];
    expect(holdingsOf(battle({ hands }))).toEqual(hands);
    expect(holdingsOf(battle({}))).toEqual([]);
    expect(holdingsOf(battle({ hands: "none" }))).toEqual([]);
    expect(holdingsOf(battle({ hands: [null, { side: "red" }] }))).toEqual([
      { side: "", count: 0, cards: [] },
      { side: "red", count: 0, cards: [] },
    ]);
  });

  it("tells of people, and of nobody else", () => {
    const unit = (own: object): Unit => ({ own }) as unknown as Unit;
    expect(personOf(unit({ person: { roles: ["general"], hits: 2, wounds: 1 } }))).toEqual({ roles: ["general"], hits: 2, wounds: 1 });
    expect(personOf(unit({ person: null }))).toBeNull();
    expect(personOf(unit({}))).toBeNull();
  });

  it("tells what is switched off", () => {
    expect(isOff(battle({ options: { command: "none" } }), "command")).toBe(true);
    expect(isOff(battle({ options: { command: "cards" } }), "command")).toBe(false);
    expect(isOff(battle({}), "command")).toBe(false);
  });

  it("knows who goes with a unit", () => {
    const units = { a: { id: "a", place: { type: "aboard", host: "x" } }, x: { id: "x", place: { type: "on_table" } } };
    expect(companyOf(battle({}, units), "x").map(({ id }) => id)).toEqual(["a"]);
  });
});
