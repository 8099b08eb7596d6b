import { describe, expect, test } from "vitest";

import type { ArmyList } from "../../../api/types";
import { asType, isOwn, priced, withItem, withoutRule, withRules } from "./house";

const LIST: ArmyList = {
  ruleset: "chainmail",
  name: "Host",
  units: [
    { troop: "heavy_foot", figures: 12, name: "Odda's Men", equipment: { shield: true, house: ["axe"] } },
    { troop: "archers", figures: 8 },
  ],
  items: { axe: { name: "Axe", price: 2 } },
};

describe("a row made a type of its own", () => {
  const made = asType(LIST, 0, "Huscarls", 4);
  test("has its name, price and what it carries", () => {
    expect(made.troops).toEqual({ huscarls: { like: "heavy_foot", name: "Huscarls", price: 4, equipment: { shield: true } } });
    expect(made.units[0]).toEqual({ troop: "huscarls", figures: 12, name: "Odda's Men", equipment: { house: ["axe"] } });
  });
  test("is not made one twice, and goes back to what it is like", () => {
    expect(asType(made, 0, "Others", 3)).toBe(made);
    expect(withoutRule(made, "troops", "huscarls").units[0]).toMatchObject({ troop: "heavy_foot", equipment: { shield: true, house: ["axe"] } });
  });
  test("may cost something else", () => expect(priced(made, "troops", "huscarls", 9).troops?.huscarls?.price).toBe(9));
});

describe("what rows have", () => {
  test("is marked", () => expect(LIST.units.map((unit) => isOwn(LIST, unit))).toEqual([true, false]));
  test("is taken from them when it is gone", () => {
    const bare = withoutRule(LIST, "items", "axe");
    expect(bare.items).toEqual({});
    expect(bare.units[0]?.equipment).toEqual({ shield: true });
  });
  test("creatures take their rows with them, and types that are like them", () => {
    const list = { ...LIST, creatures: { ogre: { price: 20, like: "ogre" } }, troops: { guard: { like: "ogre" } }, units: [...LIST.units, { troop: "ogre", figures: 1 }, { troop: "guard", figures: 2 }] } as ArmyList;
    const left = withoutRule(list, "creatures", "ogre");
    expect(left.units).toEqual(LIST.units);
    expect(left.troops).toEqual({});
  });
});

test("rules of a file give way to the list's own", () => {
  const list = withRules(withItem(LIST, { name: "Shield of Oak", price: 1 }), { ruleset: "chainmail", name: "Ours", items: { axe: { name: "Other" }, bow: { name: "Bow" } } });
  expect(list.items).toMatchObject({ axe: { name: "Axe" }, bow: { name: "Bow" }, shield_of_oak: { price: 1 } });
});
