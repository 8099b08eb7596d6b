import { describe, expect, it, vi } from "vitest";
import type { Command, MenuEntry } from "../api/types";
import type { Room } from "./control";
import { March } from "./march.svelte";

const entry = (action: string, form: MenuEntry["form"], key: string, legs: MenuEntry["legs"] = []): MenuEntry => ({
  action, label: action, key, rule: "", form, name: action, legs, reasons: [], cost: 0, pointing: null, firing: null,
});
const MENU = [entry("wrap", "path", "P", [{ type: "wrap", left: 2, right: 2 }]), entry("withdraw", "none", "B")];

async function commanded() {
  const answer = vi.fn(() => Promise.resolve(true));
  const ask = vi.fn(({ about }: { about: string }) =>
    Promise.resolve(about === "menu" ? MENU : about === "preview" ? { legs: [], reasons: [], risks: [], rules: [], legal: true, note: "three inches back" } : []),
  );
  const unit = { id: "swords", name: "Swords", original: 12, figures: 12, body: { type: "single" }, place: { type: "off_table" } };
  const room = {
    battle: { units: { swords: unit }, seats: [{ id: "red", side: "red" }] },
    stage: { shapes: {} },
    store: { ask, about: null },
    refused: [],
    answer,
    select: vi.fn(),
    refuse: vi.fn(),
    sideWord: () => "Red",
  } as unknown as Room;
  const decision = { type: "command", seat: "red", prompt: "Order a unit.", rules: ["BS-7.8-02"], actors: ["swords"], actions: ["move", "wrap", "withdraw"], hand: [] } as unknown as Command;
  const march = new March(room, decision);
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
