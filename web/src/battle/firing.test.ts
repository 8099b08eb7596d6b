import { describe, expect, it, vi } from "vitest";
import type { Answer, Commanded, Command, Firing as Offer, MenuEntry, Plan } from "../api/types";
import { formedShape } from "../table/formed";
import type { Room } from "./control";
import { partInWords, partOf, barBefore } from "./firing.svelte";
import { March } from "./march.svelte";
import { orderInWords } from "./march-prompt";

const SIX: Offer = { files: [0, 1, 2, 3, 4, 5], ranks: 1, note: "The others may shoot at others.", rule: "BS-2.8-05" };
const DEEP: Offer = { ...SIX, ranks: 3, rule: "BW-B2-33" };
const odds = (dice: number) => ({ dice, target: "", losses: [1], hits: [1], blows: [], notes: [], exact: true });
const named = (ranks: number | null, first_file: number | null, last_file: number | null) => ({ ranks, first_file, last_file });

async function shooting(offer: Offer, { type = "command", legal = true }: { type?: "command" | "plan"; legal?: boolean } = {}) {
  const menu: MenuEntry[] = [
    { action: "shoot", label: "Shoot", key: "T", rule: "", form: "target", name: "shoot", legs: [], reasons: [], cost: 0, pointing: null, firing: offer, icon: "", shown: "possible", phrase: "" },
  ];
  const targets = ["orcs", "wolves"].map((unit) => ({ unit, reasons: [], odds: odds(12), action: "shoot", form: { type: "aimed", target: unit, ...named(null, null, null) }, beside: [], bars: [] }));
  const preview = { legal, reasons: legal ? [] : [{ text: "nobody of those sees them", rules: [] }], odds: odds(6), beside: [], legs: [], risks: [], rules: [], notes: [] };
  const answer = vi.fn((_decision: unknown, _answer: Answer) => Promise.resolve(true));
  const ask = vi.fn((question: { about: string }) =>
    Promise.resolve(question.about === "menu" ? menu : question.about === "targets" ? targets : question.about === "preview" ? preview : []),
  );
  const unit = (id: string) => ({ id, name: id, original: 12, figures: 12, body: { type: "single" }, place: { type: "off_table" } });
  const room = {
    battle: { units: { bows: unit("bows"), orcs: unit("orcs"), wolves: unit("wolves") }, seats: [{ id: "red", side: "red" }] },
    stage: { shapes: {} },
    store: { ask, about: null },
    giving: { going: false, forget: () => {} },
    refused: [],
    answer,
    select: vi.fn(),
    refuse: vi.fn(),
    sideWord: () => "Red", asked: () => ({ side: "Red", units: [], shared: false, prompts: [] }),
  } as unknown as Room;
  const decision = { type, seat: "red", prompt: "Shoot.", rules: [], actors: ["bows"], actions: ["shoot"], hand: [] } as unknown as Command | Plan;
  const march = new March(room, decision);
  march.choose("bows");
  await vi.waitFor(() => expect(march.aiming.at).toBe("orcs"));
  return { march, answer, ask };
}

const press = (march: March, ...keys: string[]): void => {
  for (const key of keys) expect(march.key(key, { shiftKey: false, ctrlKey: false } as KeyboardEvent), key).toBe(true);
};
const order = (target: string, ranks: number | null, first: number | null, last: number | null): Commanded => ({
  type: "commanded",
  actor: "bows",
  action: "shoot",
  form: { type: "aimed", target, ...named(ranks, first, last) },
});

describe("who of a unit shoots", () => {
  it("is all of it until somebody is named", async () => {
    const { march, ask } = await shooting(SIX);
    expect(march.command).toEqual(order("orcs", null, null, null));
    expect(march.aiming.firing.said).toBe("");
    expect(march.odds?.odds.dice).toBe(12);
    expect(ask.mock.calls.some(([{ about }]) => about === "preview")).toBe(false);
    march.stop();
  });

  it("is fewer files by a key, and others by the arrows; the odds follow", async () => {
    const { march, answer } = await shooting(SIX);
    press(march, "[", "[", "[");
    expect(march.command).toEqual(order("orcs", null, 0, 2));
    expect(march.prompt.sentence).toContain("files 1 to 3 of the bows");
    await vi.waitFor(() => expect(march.odds?.odds.dice).toBe(6));
    press(march, "ArrowRight", "]", "Enter");
    expect(answer).toHaveBeenCalledWith(march.decision, order("orcs", null, 1, 4));
    march.stop();
  });

  it("stays who was named when another is aimed at, and is all again when it is let go", async () => {
    const { march } = await shooting(SIX);
    march.aiming.firing.span(4, 2);
    press(march, "t");
    expect(march.command).toEqual(order("wolves", null, 2, 4));
    press(march, "Escape");
    march.aiming.at = "orcs";
    expect(march.command).toEqual(order("orcs", null, null, null));
    march.stop();
  });

  it("grows to the left where there is no more room, and never beyond the last file", async () => {
    const { march } = await shooting(SIX);
    const { firing } = march.aiming;
    firing.span(4, 5);
    firing.widen(1);
    expect(firing.part).toMatchObject({ first: 3, last: 5 });
    firing.shift(1);
    expect(firing.part).toMatchObject({ first: 3, last: 5 });
    firing.span(-2, 99);
    expect(march.command).toEqual(order("orcs", null, null, null));
    march.stop();
  });

  it("takes ranks by the other arrows, where there is a choice of them", async () => {
    const { march } = await shooting(DEEP);
    press(march, "ArrowDown", "[");
    expect(march.command).toEqual(order("orcs", 2, 0, 4));
    press(march, "ArrowUp");
    expect(march.command).toEqual(order("orcs", null, 0, 4));
    march.stop();
  });

  it("is refused when those who are named cannot", async () => {
    const { march, answer } = await shooting(SIX, { legal: false });
    press(march, "[");
    await vi.waitFor(() => expect(march.prompt.state).toBe("illegal"));
    expect(march.prompt.details[0]?.text).toContain("obody of those sees them");
    press(march, "Enter");
    expect(answer).not.toHaveBeenCalled();
    expect(march.odds?.odds.dice).toBe(6);
    march.stop();
  });

  it("is asked about among the orders of a plan, and taken up again with its order", async () => {
    const { march, ask } = await shooting(SIX, { type: "plan" });
    press(march, "[", "[");
    const wanted = { about: "preview", answer: { type: "planned", commands: [order("orcs", null, 0, 3)] } };
    await vi.waitFor(() => expect(ask).toHaveBeenCalledWith(wanted));
    press(march, "Enter");
    expect([march.unit, march.kept.size]).toEqual([null, 1]);
    march.choose("bows");
    await vi.waitFor(() => expect(march.command).toEqual(order("orcs", null, 0, 3)));
    march.stop();
  });
});

describe("files", () => {
  it("that have shot are no longer counted", () => {
    const left: Offer = { ...SIX, files: [3, 4, 5] };
    expect(partOf(left, null)).toEqual({ first: 0, last: 2, ranks: 1 });
    expect(partOf(left, named(null, 4, 5))).toEqual({ first: 1, last: 2, ranks: 1 });
    expect(partInWords(left, { first: 0, last: 1, ranks: 1 })).toBe("files 4 and 5");
    expect(partInWords(left, { first: 0, last: 2, ranks: 1 })).toBe("");
  });

  it("are told with their ranks", () => {
    expect(partInWords(DEEP, { first: 2, last: 2, ranks: 1 })).toBe("the first rank of file 3");
    expect(partInWords(DEEP, { first: 0, last: 5, ranks: 2 })).toBe("2 ranks");
  });

  it("are named in an order that was given", () => {
    const said = (...form: [number | null, number | null, number | null]): string => orderInWords(order("orcs", ...form), () => "Orcs", undefined);
    expect([said(null, null, null), said(2, 0, 2), said(null, 3, 3)]).toEqual(["Shoot: Orcs", "Shoot: Orcs, 2 ranks, files 1 to 3", "Shoot: Orcs, file 4"]);
  });

  it("are marked where they stand, from the left", () => {
    const shape = formedShape({ base: { width: 1000, depth: 500 }, files: 6, spacing: 0, hedgehog: false }, 12);
    const ring = barBefore(shape, 0, 2);
    expect(ring?.map(([lateral]) => Math.round(lateral / 1000))).toEqual([-3, 0, 0, -3]);
    expect(barBefore(shape, 0, 9)).toBeNull();
  });
});
