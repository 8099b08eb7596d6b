import { describe, expect, it } from "vitest";
import type { AnyDecision, Battle } from "../api/types";
import { groundOf, subjectsOf } from "./subjects";

const on = (x: number, y: number) => ({ type: "on_table", pose: { x, y, heading: 0 } });
const BATTLE = {
  units: {
    knights: { id: "knights", name: "Knights", place: on(10_000, 10_000) },
    left: { id: "left", name: "Knights of the Left", place: on(40_000, 10_000) },
    duke: { id: "duke", name: "The Duke", place: { type: "aboard", host: "knights" } },
    gone: { id: "gone", name: "Levy", place: { type: "off_table", why: "destroyed" } },
  },
} as unknown as Battle;
const asked = (decision: object, ...named: string[]): string[] => {
  const text = named.map((unit) => ({ type: "unit", unit, words: unit }) as const);
  return subjectsOf({ id: "d", ...decision } as unknown as AnyDecision, { ...BATTLE, prompts: [{ decision: "d", text, put: "plain" }] });
};

describe("whom a question is about", () => {
  it("is whom its sentence names", () => {
    const choose = { type: "choose", options: [{ key: "yes" }, { key: "no" }] };
    expect(asked(choose, "left", "knights")).toEqual(["left", "knights"]);
    expect(asked(choose)).toEqual([]);
  });

  it("is who can be chosen", () => {
    expect(asked({ type: "choose", prompt: "Who?", options: [{ key: "knights" }, { key: "none" }] })).toEqual(["knights"]);
    expect(asked({ type: "assign", prompt: "Dice.", items: [{ key: "dice" }], bins: [{ key: "left" }] })).toEqual(["left"]);
  });

  it("is nobody while orders are given to many, and the few of a moment that passes", () => {
    const command = { type: "command", prompt: "Shoot at Knights?", actors: ["left", "duke"] };
    expect(asked({ ...command, window: false })).toEqual([]);
    expect(asked({ ...command, window: true }, "knights")).toEqual(["left", "duke", "knights"]);
    expect(asked({ type: "move", prompt: "", unit: "left" })).toEqual([]);
  });

  it("stands on ground that holds all of them, a leader where his unit is", () => {
    expect(groundOf(["knights", "left"], BATTLE, {})).toMatchObject({ left: 7500, right: 42_500 });
    expect(groundOf(["duke"], BATTLE, {})).toEqual(groundOf(["knights"], BATTLE, {}));
    expect(groundOf(["gone"], BATTLE, {})).toBeNull();
  });
});
