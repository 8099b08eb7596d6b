import { describe, expect, it, vi } from "vitest";
import type { Command, MenuEntry, Move } from "../api/types";
import type { Room } from "./control";
import { March } from "./march.svelte";

const entry = (action: string, form: MenuEntry["form"], key: string, legs: MenuEntry["legs"] = []): MenuEntry => ({
  action, label: action, key, rule: "", form, name: action, legs, reasons: [], cost: 0, pointing: null, firing: null, icon: "", shown: "possible", phrase: "",
});
const MENU = [entry("wrap", "path", "P", [{ type: "wrap", left: 2, right: 2 }]), entry("withdraw", "none", "B")];

async function commanded(decision?: Move) {
  const answer = vi.fn(() => Promise.resolve(true));
  const ask = vi.fn(({ about }: { about: string }) =>
    Promise.resolve(about === "menu" ? MENU : about === "preview" ? { legs: [], reasons: [], risks: [], rules: [], legal: true, cost: 0, allowance: 9000, notes: [{ text: "three inches back", rules: [] }] } : []),
  );
  const unit = { id: "swords", name: "Swords", original: 12, figures: 12, body: { type: "single" }, place: { type: "off_table" } };
  const room = {
    battle: { phase: "movement", units: { swords: unit }, seats: [{ id: "red", side: "red" }] },
    stage: { shapes: {} },
    store: { ask, about: null },
    giving: { going: false, forget: () => {} },
    refused: [],
    answer,
    select: vi.fn(),
    refuse: vi.fn(),
    sideWord: () => "Red", asked: () => ({ side: "Red", units: [], shared: false, prompts: [] }),
  } as unknown as Room;
  const command = { type: "command", seat: "red", prompt: "Order a unit.", rules: ["BS-7.8-02"], actors: ["swords"], actions: ["move", "wrap", "withdraw"], hand: [] } as unknown as Command;
  const march = new March(room, decision ?? command);
  march.choose("swords");
  await vi.waitFor(() => expect(march.menu).toHaveLength(2));
  return { march, answer, ask };
}

const press = (march: March, key: string): boolean => march.key(key, { shiftKey: false, ctrlKey: false } as KeyboardEvent);

describe("an order that needs no more words", () => {
  it("is said by its key, foreseen, and given with Enter", async () => {
    const { march, answer, ask } = await commanded();
    press(march, "b");
    expect(march.prompt.acts.at(-1)).toMatchObject({ label: "withdraw", key: "Enter" });
    const order = { type: "commanded", actor: "swords", action: "withdraw", form: null };
    await vi.waitFor(() => expect(ask).toHaveBeenCalledWith({ about: "preview", answer: order }));
    await vi.waitFor(() => expect(march.prompt.details[0]?.text).toBe("Three inches back."));
    press(march, "Enter");
    expect(answer).toHaveBeenCalledWith(march.decision, order);
  });

  it("is taken back by its key, by Escape, and by a path", async () => {
    const { march } = await commanded();
    press(march, "b");
    press(march, "b");
    expect([march.saying, march.command, march.action]).toEqual([null, null, "move"]);
    press(march, "b");
    press(march, "Escape");
    expect([march.saying, march.unit]).toEqual([null, "swords"]);
    press(march, "b");
    press(march, "p");
    expect([march.saying, march.action, march.path]).toEqual([null, "wrap", [{ type: "wrap", left: 2, right: 2 }]]);
    march.stop();
  });
});

describe("a second half of a move", () => {
  it("is not let go by with Enter; Ctrl Enter stands still", async () => {
    const { march, answer } = await commanded({ type: "move", seat: "red", unit: "swords", prompt: "Swords may go on.", rules: [], allowance: 3000 } as unknown as Move);
    press(march, "Enter");
    expect(answer).not.toHaveBeenCalled();
    expect(march.prompt.acts.find(({ key }) => key === "Ctrl Enter")).toMatchObject({ label: "Stand still" });
    march.key("Enter", { ctrlKey: true } as KeyboardEvent);
    expect(answer).toHaveBeenCalledWith(march.decision, { type: "marched", path: [] });
    march.stop();
  });
});

describe("Ctrl Enter", () => {
  it("does not end the phase while an order is plotted: no button says so", async () => {
    const { march, answer } = await commanded();
    march.choose("swords");
    march.plot([{ type: "advance", distance: 1000 }]);
    march.key("Enter", { ctrlKey: true } as KeyboardEvent);
    expect(answer).not.toHaveBeenCalled();
    march.plot([]);
    march.key("Enter", { ctrlKey: true } as KeyboardEvent);
    expect(answer).toHaveBeenCalledTimes(1);
    march.stop();
  });
});
