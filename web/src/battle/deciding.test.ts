import { describe, expect, it, vi } from "vitest";
import type { Assign, Choose } from "../api/types";
import type { Room } from "./control";
import { Assigning, Choosing } from "./deciding.svelte";

const bins = ["attack", "parry", "tricks"].map((key) => ({ key, label: key }));

function split() {
  const answer = vi.fn(() => Promise.resolve(true));
  const room = {
    battle: { units: {}, seats: [{ id: "red", side: "red" }] },
    store: { ask: () => Promise.resolve(null) },
    refused: [],
    answer,
    sideWord: () => "Red",
  };
  const decision = {
    type: "assign",
    seat: "red",
    prompt: "Split the dice.",
    rules: [],
    sealed: true,
    items: [{ key: "dice", label: "dice", count: 5, bins: ["attack", "parry", "tricks"] }],
    bins,
    default: { type: "assigned", shares: [{ item: "dice", bin: "attack", count: 3 }, { item: "dice", bin: "parry", count: 2 }] },
  } as unknown as Assign;
  const press = (code: string, shiftKey = false): boolean =>
    assigning.key(shiftKey ? "!" : code.slice(-1), { code, shiftKey } as KeyboardEvent);
  const assigning = new Assigning(room as unknown as Room, decision);
  return { assigning, answer, press };
}

describe("dice split between bins", () => {
  it("begin as silence would have them, and move one by one", () => {
    const { assigning, press } = split();
    expect(assigning.dice).toBe(true);
    expect(assigning.given["dice"]).toEqual({ attack: 3, parry: 2 });
    press("Digit3");
    expect(assigning.given["dice"]).toEqual({ attack: 2, parry: 2, tricks: 1 });
    press("Digit2", true);
    expect(assigning.left("dice")).toBe(1);
    expect(assigning.prompt.acts[0]).toMatchObject({ label: "Seal the split", disabled: true });
  });

  it("are sent when all are given", () => {
    const { assigning, answer } = split();
    assigning.commit();
    expect(answer).toHaveBeenCalledWith(assigning.decision, {
      type: "assigned",
      shares: [
        { item: "dice", bin: "attack", count: 3 },
        { item: "dice", bin: "parry", count: 2 },
      ],
    });
  });
});

describe("one of many", () => {
  it("stand in a list; what silence would choose has a button", () => {
    const answer = vi.fn(() => Promise.resolve(true));
    const room = { battle: { units: {}, seats: [] }, refused: [], answer, sideWord: () => "Red" } as unknown as Room;
    const asked = (...keys: string[]): Choosing =>
      new Choosing(room, {
        type: "choose", prompt: "Challenge, or pass.", rules: [], least: 1, most: 1,
        options: keys.map((key) => ({ key, label: key })), default: { type: "chosen", keys: ["pass"] },
      } as unknown as Choose);
    const many = asked("a", "b", "c", "pass");
    expect(many.prompt.acts.map(({ label, key }) => [label, key])).toEqual([["Pass", "Enter"]]);
    many.prompt.acts[0]?.run?.();
    expect(answer).toHaveBeenCalledWith(many.decision, { type: "chosen", keys: ["pass"] });
    expect(asked("a", "pass").prompt.acts.map(({ label, key }) => [label, key])).toEqual([["A", "1"], ["Pass", "Enter"]]);
  });
});

describe("several of many", () => {
  const options = ["a", "b", "c", "d"].map((key) => ({ key, label: key }));
  const decision = { type: "choose", options, least: 2, most: 2, default: { type: "chosen", keys: ["a", "b"] } } as unknown as Choose;

  it("begin with what silence would choose; one more lets go of the first", () => {
    const choosing = new Choosing({} as Room, decision);
    expect([...choosing.chosen]).toEqual(["a", "b"]);
    choosing.toggle("d");
    expect([...choosing.chosen]).toEqual(["b", "d"]);
    choosing.toggle("b");
    expect([...choosing.chosen]).toEqual(["d"]);
  });
});
