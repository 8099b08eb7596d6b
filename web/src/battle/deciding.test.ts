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
    sideWord: () => "Red", asked: () => ({ side: "Red", units: [], shared: false, prompts: [] }),
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

  it("are put somewhere in any number there is, and the rest somewhere else", () => {
    const { assigning } = split();
    assigning.put("dice", "parry", 0);
    expect(assigning.left("dice")).toBe(2);
    assigning.put("dice", "tricks", 9);
    expect(assigning.given["dice"]).toEqual({ attack: 3, parry: 0, tricks: 2 });
    assigning.put("dice", "attack", 1);
    assigning.rest("dice", "parry");
    expect(assigning.given["dice"]).toEqual({ attack: 1, parry: 2, tricks: 2 });
    for (const [bin, count] of [["nowhere", 1], ["attack", NaN]] as const) assigning.put("dice", bin, count);
    expect(assigning.given["dice"]).toEqual({ attack: 1, parry: 2, tricks: 2 });
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

describe("dice meant for somebody", () => {
  const odds = { target: "orcs", dice: 3 };
  const spoken = { legal: true, reasons: [], notes: [{ text: "1.3 of 2 hits not saved", rules: [] }], odds, beside: [{ target: "bows", dice: 1 }] };

  async function meant(label: string) {
    const room = {
      battle: { units: { orcs: { name: "Orcs" }, bows: { name: "Orc Bows" } }, seats: [] },
      store: { ask: () => Promise.resolve(spoken) },
      refused: [],
      sideWord: () => "Red", asked: () => ({ side: "Red", units: [], shared: false, prompts: [] }),
    };
    const items = [{ key: "merla", label, count: 2, bins: ["orcs", "keep"] }];
    const decision = { type: "assign", seat: "red", prompt: "Spells?", rules: [], items, bins: [{ key: "orcs", label: "Orcs" }, { key: "keep", label: "Keep" }] };
    const assigning = new Assigning(room as unknown as Room, decision as unknown as Assign);
    assigning.all("orcs");
    await vi.waitFor(() => expect(assigning.preview).not.toBeNull());
    return assigning;
  }

  it("are shown with what they come to, at each of them", async () => {
    const { odds: shown, prompt } = await meant("spell dice of Merla");
    expect(shown).toEqual({ title: "At Orcs", odds, target: "orcs", others: [{ title: "Also Orc Bows", odds: spoken.beside[0] }] });
    expect(prompt.details[0]!.text).toBe("All handed out. 1.3 of 2 hits not saved");
  });

  it("say it beside themselves where they are split", async () => {
    const { prompt } = await meant("dice");
    expect(prompt.details[0]!.text).toBe("All handed out");
  });
});

describe("one of many", () => {
  const asked = (forgoes: boolean, ...keys: string[]) => {
    const answer = vi.fn(() => Promise.resolve(true));
    const room = { store: {}, battle: { units: {}, seats: [] }, refused: [], answer, sideWord: () => "Red", asked: () => ({ side: "Red", units: [], shared: false, prompts: [] }) } as unknown as Room;
    const choosing = new Choosing(room, {
      type: "choose", prompt: "Challenge, or pass.", rules: [], least: 1, most: 1,
      options: keys.map((key) => ({ key, label: key, forgoes: forgoes && key === "pass" })), default: { type: "chosen", keys: ["pass"] },
    } as unknown as Choose);
    const press = (key: string, ctrlKey = false): boolean => choosing.key(key, { key, ctrlKey } as KeyboardEvent);
    return { choosing, answer, press, acts: choosing.prompt.acts.map(({ label, key, primary }) => [label, key, primary]) };
  };

  it("stand in a list; what silence would choose has a button", () => {
    const many = asked(false, "a", "b", "c", "pass");
    expect(many.acts).toEqual([["Pass", "Enter", true]]);
    many.choosing.prompt.acts[0]?.run?.();
    expect(many.answer).toHaveBeenCalledWith(many.choosing.decision, { type: "chosen", keys: ["pass"] });
    expect(asked(false, "a", "pass").acts).toEqual([["A", "1", false], ["Pass", "Enter", true]]);
  });

  it("of which one lets the chance go by: Enter leaves it alone, Ctrl Enter means it", () => {
    const few = asked(true, "pass", "a");
    expect(few.acts).toEqual([["Pass", "Ctrl Enter", false], ["A", "1", false]]);
    expect(few.press("Enter")).toBe(true);
    expect(few.answer).not.toHaveBeenCalled();
    few.press("Enter", true);
    expect(few.answer).toHaveBeenCalledWith(few.choosing.decision, { type: "chosen", keys: ["pass"] });
    expect(asked(true, "a", "b", "c", "pass").acts).toEqual([["Pass", "Ctrl Enter", false]]);
    const taken = asked(true, "a", "pass");
    taken.press("1");
    expect(taken.answer).toHaveBeenCalledWith(taken.choosing.decision, { type: "chosen", keys: ["a"] });
  });

  it("where the usual one takes the chance, Enter means that and Ctrl Enter the other", () => {
    const answer = vi.fn(() => Promise.resolve(true));
    const room = { store: {}, battle: { units: {}, seats: [] }, refused: [], answer, sideWord: () => "Red", asked: () => ({ side: "Red", units: [], shared: false, prompts: [] }) } as unknown as Room;
    const options = [{ key: "leave", label: "leave", forgoes: true }, { key: "try", label: "try", forgoes: false }];
    const choosing = new Choosing(room, { type: "choose", prompt: "", rules: [], least: 1, most: 1, options, default: { type: "chosen", keys: ["try"] } } as unknown as Choose);
    expect(choosing.prompt.acts.map(({ label, key }) => [label, key])).toEqual([["Leave", "Ctrl Enter"], ["Try", "Enter"]]);
    choosing.key("Enter", {} as KeyboardEvent);
    expect(answer).toHaveBeenLastCalledWith(choosing.decision, { type: "chosen", keys: ["try"] });
  });
});

describe("any number of many", () => {
  it("to choose nobody takes Ctrl Enter where that lets a chance go by", () => {
    const answer = vi.fn(() => Promise.resolve(true));
    const room = { store: {}, battle: { units: {}, seats: [] }, refused: [], answer, sideWord: () => "Red", asked: () => ({ side: "Red", units: [], shared: false, prompts: [] }) } as unknown as Room;
    const options = ["a", "b"].map((key) => ({ key, label: key, forgoes: false }));
    const asked = (none_forgoes: boolean): Choosing =>
      new Choosing(room, { type: "choose", prompt: "", rules: [], least: 0, most: 2, none: "Nobody", none_forgoes, options, default: { type: "chosen", keys: [] } } as unknown as Choose);
    const casting = asked(true);
    expect(casting.prompt.acts[0]).toMatchObject({ label: "Nobody", key: "Ctrl Enter", primary: false });
    casting.key("Enter", {} as KeyboardEvent);
    expect(answer).not.toHaveBeenCalled();
    casting.toggle("a");
    expect(casting.prompt.acts[0]).toMatchObject({ key: "Enter", primary: true });
    casting.toggle("a");
    casting.key("Enter", { ctrlKey: true } as KeyboardEvent);
    expect(answer).toHaveBeenCalledWith(casting.decision, { type: "chosen", keys: [] });
    expect(asked(false).prompt.acts[0]).toMatchObject({ label: "Nobody", key: "Enter", primary: true });
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
