import { describe, expect, test } from "vitest";

import type { ArmyList, Enlisting } from "../../../api/types";
import { BLANK, diceIn, enlisted, enlistedLike, isAscending, keyFor, withArmour, withField } from "./sheet";

const LIST: ArmyList = { ruleset: "book_of_war", name: "Host", units: [] };
const way = (house: Enlisting["house"]): Enlisting => ({ label: "", unit: { troop: "house-creature", figures: 1, name: "Ogre" }, points: 1, house, against: [] });

describe("a sheet", () => {
  test("what is empty is left out", () => {
    expect(withField(BLANK, "fly", 24).fly).toBe(24);
    expect("hit_dice" in withField(BLANK, "hit_dice", "")).toBe(false);
    expect("undead" in withField({ ...BLANK, undead: true }, "undead", false)).toBe(false);
    expect(withField(BLANK, "armour_class", 0).armour_class).toBe(0);
  });

  test("has one armour class of the two", () => {
    const other = withArmour(BLANK, 13, true);
    expect([isAscending(other), other.ascending_armour_class, "armour_class" in other]).toEqual([true, 13, false]);
    expect("ascending_armour_class" in withArmour(other, 7, false)).toBe(false);
  });

  test("dice are typed one after the other", () => {
    expect(diceIn(" 1d6,, 2d4 +1 ,")).toEqual(["1d6", "2d4 +1"]);
  });
});

describe("a name for it in a list", () => {
  test.each([
    ["Griffon riders", [], "griffon_riders"],
    ["Édgár's  Men!", [], "edgar_s_men"],
    ["龍", [], "creature"],
    ["Ogre", ["ogre", "ogre_2"], "ogre_3"],
  ])("%s", (name, taken, key) => expect(keyFor(name, taken)).toBe(key));
});

describe("taken into a list", () => {
  test("what the book does not have comes along, once", () => {
    const house = { price: 20, creature: BLANK };
    const first = enlisted(LIST, way(house), "Ogre");
    expect(first.creatures).toEqual({ ogre: house });
    expect(first.units[0]).toMatchObject({ troop: "ogre", name: "Ogre" });
    const second = enlisted(first, way(house), "Ogre");
    expect(Object.keys(second.creatures ?? {})).toEqual(["ogre"]);
    const dearer = enlisted(second, way({ ...house, price: 30 }), "Ogre");
    expect(Object.keys(dearer.creatures ?? {})).toEqual(["ogre", "ogre_2"]);
    expect(dearer.units.map(({ troop }) => troop)).toEqual(["ogre", "ogre", "ogre_2"]);
  });

  test("what the book has needs no rule of one's own", () => {
    const list = enlisted(LIST, { ...way(null), unit: { troop: "ogres", figures: 1 } }, "Ogre");
    expect(list.creatures).toBeUndefined();
    expect(list.units).toEqual([{ troop: "ogres", figures: 1, name: "Ogre" }]);
  });
});

test("whom no rule makes comes as a type of one's own, like the nearest that the book has", () => {
  const once = enlistedLike(LIST, "ogres", "Ogre chief");
  expect(once.troops).toEqual({ ogre_chief: { like: "ogres", name: "Ogre chief" } });
  expect(once.units).toMatchObject([{ troop: "ogre_chief", figures: 1, name: "Ogre chief" }]);
  const twice = enlistedLike(once, "ogres", "Ogre chief");
  expect([Object.keys(twice.troops!), twice.units.map(({ troop }) => troop)]).toEqual([["ogre_chief"], ["ogre_chief", "ogre_chief"]]);
  expect(Object.keys(enlistedLike(once, "trolls", "Ogre chief").troops!)).toEqual(["ogre_chief", "ogre_chief_2"]);
});
