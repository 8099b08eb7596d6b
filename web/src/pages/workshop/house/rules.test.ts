import { describe, expect, test } from "vitest";

import { emptyField } from "../field/sides";
import { calledOf, emptyRules, entriesOf, intoList, intoScenario, ruleAt, withAnother, withEntry, withoutEntry } from "./rules";

const ground = { type: "object", properties: { like: { enum: ["marsh", "hill"] }, name: { type: "string" } }, required: ["like", "name"], additionalProperties: false };
const rules = withEntry(withEntry(emptyRules("chainmail"), "troops", "huscarls", { like: "heavy_foot", name: "Huscarls" }), "kinds", "fen", { like: "marsh", name: "Fen" });

describe("house rules", () => {
  test("one more has what its schema asks for, and a name that nobody has", () => {
    const { rules: more, key } = withAnother(rules, "kinds", ground, {});
    expect([key, entriesOf(more, "kinds")[1]]).toEqual(["new_kind_of_ground", ["new_kind_of_ground", { like: "marsh", name: "New kind of ground" }]]);
    expect(withAnother(more, "kinds", ground, {}).key).toBe("new_kind_of_ground_2");
    expect(entriesOf(withoutEntry(more, "kinds", key), "kinds")).toHaveLength(1);
  });
  test("a creature begins with a sheet", () => {
    const { rules: more, key } = withAnother(rules, "creatures", { type: "object", properties: { price: { type: "integer", minimum: 1 } }, required: ["price"] }, {});
    expect(more.creatures![key]).toMatchObject({ price: 1, creature: { name: "New creature", hit_dice: "1" } });
  });
  test("they are called by their names, else by what they are like", () => {
    expect(calledOf("a_b", { name: "Huscarls" })).toBe("Huscarls");
    expect(calledOf("a_b", { title: "Ice storm" })).toBe("Ice storm");
    expect(calledOf("a_b", { like: "heavy_foot" })).toBe("like heavy foot");
    expect(calledOf("a_b", {})).toBe("a b");
  });
  test("a list takes them in, its own before them", () => {
    const army = { ruleset: "chainmail", name: "Ours", units: [], troops: { huscarls: { like: "levies" } } };
    expect(intoList(army as never, rules).troops).toEqual({ huscarls: { like: "levies" } });
  });
  test("a scenario takes in its ground, and the rest for sides that list their units", () => {
    const made = emptyField("chainmail", [96, 60], ["a", "b"]);
    const own = { ...made, sides: { ...made.sides, red: { ...made.sides["red"]!, army: null } } };
    const found = intoScenario(own, rules);
    expect(Object.keys(found.kinds!)).toEqual(["fen"]);
    expect([found.sides["red"]!.troops, found.sides["blue"]!.troops]).toEqual([{ huscarls: { like: "heavy_foot", name: "Huscarls" } }, undefined]);
  });
  test("a fault leads to the rule that it speaks of", () => {
    expect(ruleAt("troops.huscarls.like")).toEqual({ kind: "troops", key: "huscarls" });
    expect([ruleAt("name"), ruleAt("units.0"), ruleAt("")]).toEqual([null, null, null]);
  });
});
