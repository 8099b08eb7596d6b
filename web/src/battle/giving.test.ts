import { describe, expect, it, vi } from "vitest";
import type { AnyDecision, Commanded, Order } from "../api/types";
import type { BattleStore } from "../app/BattleStore.svelte";
import { Giving } from "./giving.svelte";

const move = (actor: string): Commanded => ({ type: "commanded", actor, action: "move", form: { type: "marched", path: [{ type: "advance", distance: 1000 }] } });
const asked = (id: string, actors: string[], type = "command"): AnyDecision => ({ type, id, seat: "red", actors, actions: ["move"] }) as unknown as AnyDecision;

/** A battle whose questions come one after the other; `verdicts` are those on what is sent, all well unless told otherwise. */
function table(dues: (AnyDecision | null)[], refused: Readonly<Record<string, { stale: boolean }>> = {}) {
  const sent: string[] = [];
  const store = {
    battle: { turn: 1, phase: "movement" },
    seat: "red",
    over: false,
    sending: false,
    position: 0,
    due: dues[0] ?? null,
    send: vi.fn((order: Order) => {
      const { actor } = (order as unknown as { answer: Commanded }).answer;
      const no = refused[actor];
      if (no) return Promise.resolve({ ok: false, stale: no.stale, reasons: [{ text: "own foot ahead", rules: [], leg: null, measured: false }] });
      sent.push(actor);
      store.position++;
      store.due = dues[store.position] ?? null;
      return Promise.resolve({ ok: true });
    }),
  };
  const done = vi.fn();
  return { store, sent, done, giving: new Giving(store as unknown as BattleStore, done, 1) };
}

describe("orders given one after the other", () => {
  it("are each for the question that is asked then", async () => {
    const { giving, sent, store, done } = table([asked("1", ["a", "b", "c"]), asked("2", ["b", "c"]), asked("3", ["c"])]);
    await giving.give([move("a"), move("b"), move("c")]);
    expect(sent).toEqual(["a", "b", "c"]);
    expect(store.send.mock.calls.map(([order]) => (order as unknown as { decision: string }).decision)).toEqual(["1", "2", "3"]);
    expect([giving.left, giving.going, giving.stopped]).toEqual([[], false, null]);
    expect(done).toHaveBeenCalledOnce();
  });

  it("wait while others decide and dice fall", async () => {
    const { giving, sent, store } = table([asked("1", ["a", "b"]), null]);
    const given = giving.give([move("a"), move("b")]);
    await new Promise((wait) => setTimeout(wait, 20));
    expect([sent, giving.going]).toEqual([["a"], true]);
    store.due = asked("2", ["b"]);
    await given;
    expect(sent).toEqual(["a", "b"]);
  });

  it("stop at one that is refused: that and the rest are left, and it is said whose", async () => {
    const { giving, sent } = table([asked("1", ["a", "b", "c"]), asked("2", ["b", "c"])], { b: { stale: false } });
    await giving.give([move("a"), move("b"), move("c")]);
    expect(sent).toEqual(["a"]);
    expect(giving.stopped).toMatchObject({ actor: "b", given: 1 });
    expect(giving.leftFor(["b", "c"]).map(({ actor }) => actor)).toEqual(["b", "c"]);
    expect(giving.leftFor(["c"]).map(({ actor }) => actor)).toEqual(["c"]);
  });

  it("stop where something else is asked, or one may no longer be told anything, and are forgotten in another phase", async () => {
    const { giving, sent, store } = table([asked("1", ["a", "b"]), asked("2", [], "choose")]);
    await giving.give([move("a"), move("b")]);
    expect([sent, giving.stopped]).toEqual([["a"], null]);
    expect(giving.leftFor(["b"])).toHaveLength(1);
    store.battle = { turn: 1, phase: "attacks" };
    expect(giving.leftFor(["b"])).toHaveLength(0);
    const gone = table([asked("1", ["a", "b"]), asked("2", ["c"])]);
    await gone.giving.give([move("a"), move("b")]);
    expect(gone.giving.stopped?.actor).toBe("b");
  });
});
