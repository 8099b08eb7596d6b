import { describe, expect, it, vi } from "vitest";
import type { Choose, Command, Hint, MenuEntry } from "../api/types";
import type { Room } from "./control";
import { Choosing } from "./deciding.svelte";
import type { Desk } from "./desk.svelte";
import { Hinting } from "./hinting.svelte";
import { March } from "./march.svelte";

const SHAPE = { figures: [[0, 0, 0]], base: { width: 750, depth: 750 }, ring: [], outline: [] };
const hint = (unit: string, distance: number, ...why: string[]): Hint => ({
  answer: { type: "commanded", actor: unit, action: "move", form: { type: "marched", path: [{ type: "advance", distance }] } },
  unit,
  said: `${unit} advance`,
  why,
  expected: null,
});

function sat(hints: Hint[] | null, more: { allowed?: boolean; scenario?: string } = {}) {
  const answer = vi.fn(() => Promise.resolve(true));
  const refuse = vi.fn();
  const ask = vi.fn(({ about }: { about: string }) => Promise.resolve(about === "hint" ? hints : about === "preview" ? { legs: [], reasons: [], bars: [], risks: [], rules: [], legal: true } : ([] as MenuEntry[])));
  const unit = (id: string) => ({ id, name: id, original: 12, figures: 12, side: "red", body: { type: "single" }, place: { type: "off_table" } });
  const decision = { type: "command", id: "3.1", seat: "red", prompt: "Move a unit.", rules: [], actors: ["pikes", "bows"], actions: ["move"], hand: [] } as unknown as Command;
  const store = { ask, due: decision, seat: "red", over: false, about: { scenario: more.scenario ?? "open-field" }, hints: { allowed: more.allowed ?? true, agreed: [] } };
  const room = { battle: { units: { pikes: unit("pikes"), bows: unit("bows") }, seats: [{ id: "red", side: "red" }] }, stage: { busy: false, shapes: { pikes: SHAPE, bows: SHAPE } }, store, refused: [], answer, refuse, select: vi.fn(), sideWord: () => "Red", asked: () => ({ side: "Red", units: [], shared: false, prompts: [] }), giving: { going: false, forget: () => {} } };
  const march = new March(room as unknown as Room, decision);
  const desk = { ...room, control: march };
  return { hinting: new Hinting(desk as unknown as Desk), march, answer, ask, refuse, desk, room };
}

describe("a hint", () => {
  it("is asked for, gone through, and plotted without being given", async () => {
    const { hinting, march, answer } = sat([hint("pikes", 4000, "it brings them nearer"), hint("bows", 2000, "they can shoot")]);
    expect([hinting.open, hinting.key("Enter")]).toEqual([false, false]);
    await hinting.ask();
    expect([hinting.open, hinting.hints.length, hinting.act]).toEqual([true, 2, "Plot order 1"]);
    hinting.key("n");
    expect([hinting.at, hinting.act]).toEqual([1, "Plot order 2"]);
    expect(hinting.key("2")).toBe(true);
    hinting.key("Enter");
    expect([march.unit, march.path, march.action]).toEqual(["bows", [{ type: "advance", distance: 2000 }], "move"]);
    expect(answer).not.toHaveBeenCalled();
    expect(hinting.open).toBe(false);
    march.stop();
  });

  it("is put away with Escape, and the same things are drawn as without it", async () => {
    const { hinting } = sat([hint("pikes", 4000, "so")]);
    const tags = [] as const;
    expect(hinting.among("tags", tags)).toBe(tags);
    await hinting.ask();
    hinting.key("Escape");
    expect([hinting.open, hinting.among("tags", tags) === tags]).toEqual([false, true]);
  });

  it("is refused with the reason where the players have not agreed, and in lessons", async () => {
    for (const [more, why] of [[{ allowed: false }, /unless both agree/], [{ scenario: "lesson:book_of_war/01" }, /lesson/]] as const) {
      const { hinting, ask, refuse } = sat([], more);
      await hinting.ask();
      expect(ask).not.toHaveBeenCalled();
      expect(refuse.mock.calls[0]?.[0][0].text).toMatch(why);
      expect(hinting.open).toBe(false);
    }
  });

  it("marks a choice, and never one that lets a chance go by", async () => {
    const choose = (key: string) => {
      const hints = [{ answer: { type: "chosen", keys: [key] }, unit: "", said: key, why: ["so"] }] as unknown as Hint[];
      const { hinting, desk, room } = sat(hints);
      const options = [{ key: "accept", label: "Accept", forgoes: false }, { key: "decline", label: "Decline", forgoes: true }];
      const choosing = new Choosing(room as unknown as Room, { type: "choose", id: "3.1", seat: "red", prompt: "", rules: [], least: 1, most: 1, options, default: { type: "chosen", keys: ["decline"] } } as unknown as Choose);
      desk.control = choosing as never;
      return { hinting, choosing };
    };
    const accept = choose("accept");
    expect(accept.choosing.marked).toBeUndefined();
    await accept.hinting.ask();
    accept.hinting.plot();
    expect(accept.choosing.marked).toBe("accept");
    const decline = choose("decline");
    await decline.hinting.ask();
    decline.hinting.plot();
    expect(decline.choosing.marked).toBeUndefined();
  });
});
