import { describe, expect, it } from "vitest";
import type { Battle, Unit } from "../api/types";
import { bandOf, bandsOf, companyOf, holdingsOf, isItsOwn, isOff, machinesOf, personOf } from "./own";

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
    expect(personOf(unit({ person: { roles: ["general"], hits: 2, wounds: 1 } }))).toEqual({ roles: ["general"], hits: 2, wounds: 1, points: false });
    expect(personOf(unit({ person: null }))).toBeNull();
    expect(personOf(unit({}))).toBeNull();
  });

  it("tells of individuals what they are and how many hit points they have lost", () => {
    const unit = { own: { profile: { kind: "individual", person: { hit_points: 12 } }, command: { rank: "unit" }, hit_points: 9 } } as unknown as Unit;
    expect(personOf(unit)).toEqual({ roles: ["unit commander"], hits: 12, wounds: 3, points: true });
  });

  it("tells of skirmishers together, of those who are left", () => {
    const one = (id: string, figures: number): object => ({ id, of: "s", figures, body: { type: "single" }, own: {} });
    const units = { a: one("a", 1), b: one("b", 0), c: one("c", 1), d: { ...one("d", 1), of: "" } };
    const field = battle({ companies: [{ id: "s", name: "Slingers", figures: 3, commander: "x" }] }, units);
    const [band] = bandsOf(field);
    expect(band).toMatchObject({ id: "s", name: "Slingers", brought: 3 });
    expect(band!.units.map(({ id }) => id)).toEqual(["a", "c"]);
    expect(bandOf(field, field.units["c"])?.id).toBe("s");
    expect(bandOf(field, field.units["d"])).toBeUndefined();
    expect(isItsOwn(field, field.units["a"]!, { id: "x" } as Unit)).toBe(true);
    expect(isItsOwn(field, field.units["a"]!, { id: "y" } as Unit)).toBe(false);
  });

  it("knows who leads a unit and nothing else", () => {
    const unit = { id: "pikes", own: { command: { commander: "x" } } } as unknown as Unit;
    expect(isItsOwn(battle({}), unit, { id: "x" } as Unit)).toBe(true);
    expect(isItsOwn(battle({}), unit, { id: "y" } as Unit)).toBe(false);
  });

  it("tells of machines that nobody serves", () => {
    const machines = [{ name: "Old Bess", at: { x: 1000, y: 2000, heading: 0 }, crew: "red-7" }];
    expect(machinesOf(battle({ machines }))).toEqual([{ id: "machine-red-7-0", name: "Old Bess", pose: { x: 1000, y: 2000, heading: 0 } }]);
    expect(machinesOf(battle({}))).toEqual([]);
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
