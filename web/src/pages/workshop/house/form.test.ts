import { describe, expect, test } from "vitest";

import { blankOf, chosen, formOf, ordered, put, type Parts, type Schema } from "./form";

const parts: Parts = {
  Mount: { type: "object", properties: { name: { type: "string", maxLength: 60 }, move: { type: "number", minimum: 0, maximum: 120 } }, required: ["name", "move"], additionalProperties: false },
};
const form = (schema: Schema) => formOf(schema, parts);

describe("how a value is asked for", () => {
  test("words, numbers, yes or no, and text", () => {
    expect(form({ type: "boolean" })).toEqual({ as: "flag" });
    expect(form({ type: "integer", minimum: 1, maximum: 9 })).toEqual({ as: "number", least: 1, most: 9, whole: true, empty: false });
    expect(form({ enum: ["heavy_foot", "levies"] })).toMatchObject({ as: "choice", empty: false, words: [{ value: "heavy_foot", label: "heavy foot" }, { value: "levies" }] });
    expect(form({ type: "string", maxLength: 400 })).toMatchObject({ as: "text", long: true });
  });
  test("what may be left empty", () => {
    expect(form({ anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }] })).toMatchObject({ as: "number", least: 1, empty: true });
    expect(form({ anyOf: [{ $ref: "#/$defs/Mount" }, { type: "null" }] })).toMatchObject({ as: "object", empty: true, picked: false });
  });
  test("known words beside which others may be written", () => {
    const troop = { anyOf: [{ const: "archers", title: "Archers" }, { type: "string", maxLength: 60 }] };
    expect(form(troop)).toMatchObject({ as: "text", known: [{ value: "archers", label: "Archers" }] });
    expect(blankOf(troop, parts)).toBe("archers");
  });
  test("one or some of a few words, lists, and numbers by name", () => {
    expect(form({ anyOf: [{ enum: ["a"] }, { type: "array", items: { enum: ["a", "b"] } }] })).toMatchObject({ as: "some", words: [{ value: "a" }, { value: "b" }] });
    expect(form({ type: "array", items: { $ref: "#/$defs/Mount" } })).toMatchObject({ as: "list" });
    expect(form({ type: "array", items: { type: "string" } })).toMatchObject({ as: "texts" });
    expect(form({ type: "object", additionalProperties: { type: "integer" } })).toMatchObject({ as: "map" });
    expect(form({ type: "object", properties: { shield: { type: "boolean" } } })).toMatchObject({ as: "object", picked: true });
  });
});

test("names stand first, what has to be there next, words about it last", () => {
  const schema = { properties: { abilities: { type: "array", items: { $ref: "#/$defs/Ability" } }, area: {}, description: {}, mount: { anyOf: [{ $ref: "#/$defs/Mount" }, { type: "null" }] }, move: {}, name: {}, price: {} }, required: ["move", "name"] };
  expect(ordered(schema).map(([key]) => key)).toEqual(["name", "price", "move", "area", "description", "abilities", "mount"]);
});

test("a number that is chosen stays a number", () => {
  const words = [4, 6, 8].map((value) => ({ value, label: String(value) }));
  expect([chosen(words, "6"), chosen(words, "")]).toEqual([6, null]);
});

test("what has to be there has a first value", () => expect(blankOf({ $ref: "#/$defs/Mount" }, parts, "Horse")).toEqual({ name: "Horse", move: 0 }));

test("what is empty is left out, and order stays", () => {
  expect(put({ a: 1, b: 2 }, "a", 3)).toEqual({ a: 3, b: 2 });
  expect(Object.keys(put({ a: 1, b: 2 }, "a", 3))).toEqual(["a", "b"]);
  expect(put({ a: 1 }, "a", null)).toEqual({});
  expect(put({ a: 1 }, "b", [])).toEqual({ a: 1 });
  expect(put({}, "b", false)).toEqual({ b: false });
});
