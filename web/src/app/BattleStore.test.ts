import { describe, expect, it, vi } from "vitest";

import type { Snapshot, Step } from "../api/types";
import { BattleStore } from "./BattleStore.svelte";
import { keep, notesOf } from "./dice-notes";
import { fingerprint } from "./sha256";

const decision = (seat: string, type: string) => ({ id: `1.${seat}`, seat, type, prompt: "", rules: [], sealed: false });
const snapshot = (more: object = {}, battle: object = {}): Snapshot =>
  ({
    id: "b",
    title: "The Ford",
    seat: "red",
    position: 4,
    hash: "h4",
    battle: { units: {}, decisions: [decision("red", "command"), decision("blue", "waiting")], outcome: null, turn: 1, ...battle },
    shapes: {},
    players: [],
    watchers: 0,
    dice: { kind: "sealed", commitment: "c", seed: null, bound: true, shares: [] },
    log: [],
    undo: null,
    mine: [],
    chat: null,
    hints: { type: "hints", allowed: false, agreed: [] },
    following: null,
    ...more,
  }) as unknown as Snapshot;
const step = (position: number, changes: object): Step =>
  ({ position, turn: 1, phase: "", active: "", events: [], beats: [], changes, hash: `h${position}`, undo: null }) as unknown as Step;

function begun(more: object = {}, battle: object = {}): BattleStore {
  const store = new BattleStore("b");
  store.begin(snapshot(more, battle));
  return store;
}

describe("a battle on the page", () => {
  it("knows what is due from our seat, and nobody else's", () => {
    expect(begun().due?.id).toBe("1.red");
    expect(begun({ seat: "blue" }).due).toBeNull();
    expect(begun({ seat: null }).due).toBeNull();
  });

  it("takes steps in order and each only once", () => {
    const store = begun();
    const heard = vi.fn();
    store.listen(heard);
    store.apply(step(5, { turn: 2 }));
    store.apply(step(5, { turn: 9 }));
    store.apply(step(3, { turn: 9 }));
    expect([store.position, store.battle?.turn, store.hash]).toEqual([5, 2, "h5"]);
    expect(heard).toHaveBeenCalledOnce();
    expect(heard.mock.calls[0]?.[1].turn).toBe(1);
    expect(heard.mock.calls[0]?.[2].turn).toBe(2);
  });

  it("gives an order again that something came before, but none that was refused", async () => {
    vi.useFakeTimers();
    const store = begun();
    const order = { type: "concede", seat: "red" } as const;
    const verdicts = [{ ok: false, stale: true, reasons: [] }, { ok: true } as const, { ok: false, stale: false, reasons: [] }];
    const send = vi.spyOn(store, "send").mockImplementation(() => Promise.resolve(verdicts.shift()!));
    for (const times of [2, 3]) {
      const done = store.insist(order);
      await vi.runAllTimersAsync();
      await done;
      expect(send).toHaveBeenCalledTimes(times);
    }
    vi.useRealTimers();
  });

  it("knows of a duel as the server tells of it", () => {
    const store = begun({ duel: { one: "kay", other: "mordred", round: null, open: false } });
    expect(store.battle?.duel?.other).toBe("mordred");
    store.apply({ ...step(5, {}), duel: { one: "kay", other: "mordred", round: 1, open: true, stats: [] } });
    expect(store.battle?.duel?.round).toBe(1);
    store.apply({ ...step(6, {}), duel: null });
    expect(store.battle?.duel).toBeNull();
  });

  it("is over when there is an outcome", () => {
    const store = begun();
    expect(store.over).toBe(false);
    store.apply(step(5, { outcome: { winner: "red", how: "beaten", rules: [], reckoning: [] }, decisions: [] }));
    expect(store.over).toBe(true);
  });

  it("sees at a shared screen that the other seat is asked", () => {
    const mine = [
      { seat: "red", link: "" },
      { seat: "blue", link: "" },
    ];
    expect(begun({ mine }).elsewhere).toBeNull();
    expect(begun({ mine }, { decisions: [decision("blue", "waiting")] }).elsewhere?.seat).toBe("blue");
    expect(begun({ mine: mine.slice(0, 1) }, { decisions: [decision("blue", "waiting")] }).elsewhere).toBeNull();
  });

  it("begins anew when another picture comes", () => {
    const store = begun();
    store.apply(step(5, { turn: 2 }));
    store.begin(snapshot({ seat: "blue", position: 9 }));
    expect([store.position, store.seat, store.battle?.turn]).toEqual([9, "blue", 1]);
  });

  const share = (seat: string, fingerprint = "", told = false) => ({ seat, fingerprint, told, secret: null });
  const unbound = (red: object) => ({ kind: "sealed", commitment: "c", seed: null, bound: false, shares: [red, share("blue", "theirs")] });

  /** A server that takes whatever is added for red, or what `answers` says; and what it was sent. */
  function taking(answers: (sent: Record<string, string>) => Response | null = () => null): Record<string, string>[] {
    localStorage.clear();
    const sent: Record<string, string>[] = [];
    let shown = "";
    vi.stubGlobal(
      "fetch",
      vi.fn((_: string, request: RequestInit) => {
        const what = JSON.parse(String(request.body)) as Record<string, string>;
        sent.push(what);
        shown = what["fingerprint"] ?? shown;
        expect(notesOf("b")?.secrets["red"]?.map(fingerprint)).toContain(shown);
        return Promise.resolve(answers(what) ?? new Response(JSON.stringify(unbound(share("red", shown, "secret" in what)))));
      }),
    );
    return sent;
  }

  it("adds to the dice before play, and notes it first", async () => {
    const sent = taking();
    const store = begun({ dice: unbound(share("red")), mine: [{ seat: "red", link: "" }] });
    await vi.waitFor(() => expect(store.dice?.shares[0]?.told).toBe(true));
    const secret = sent[1]?.["secret"] ?? "";
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(sent).toEqual([
      { seat: "red", fingerprint: fingerprint(secret) },
      { seat: "red", secret },
    ]);
    expect(begun({ dice: unbound(share("red")), mine: [], seat: null }).dice?.bound).toBe(false);
    expect(sent).toHaveLength(2);
    vi.unstubAllGlobals();
  });

  it("goes on with another tab's secret where that tab was first", async () => {
    const refusal = { error: { what: "another fingerprint has been shown for this seat", where: "", right: "", reasons: [] } };
    const sent = taking((what) => ("fingerprint" in what ? new Response(JSON.stringify(refusal), { status: 409 }) : null));
    const store = begun({ dice: unbound(share("red")), mine: [{ seat: "red", link: "" }] });
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    keep("b", { commitment: "c", secrets: { red: ["first"] }, seen: {} });
    const heard = unbound(share("red", fingerprint("first"))) as unknown as Snapshot["dice"];
    await vi.waitFor(() => {
      store.begin(snapshot({ dice: heard, mine: [{ seat: "red", link: "" }] }));
      expect(sent[1]).toEqual({ seat: "red", secret: "first" });
    });
    vi.unstubAllGlobals();
  });

  it("looks again when it was refused because too much was asked at once", async () => {
    localStorage.clear();
    const refusal = { error: { what: "too much at once", where: "", right: "", reasons: [] } };
    const told = unbound(share("red"));
    const asked: string[] = [];
    const dice = { ...told, bound: true };
    vi.stubGlobal(
      "fetch",
      vi.fn((path: string) => {
        asked.push(path.replace(/.*battles.b/, ""));
        return Promise.resolve(path.includes("/dice") ? new Response(JSON.stringify(refusal), { status: 429 }) : new Response(JSON.stringify(snapshot({ dice }))));
      }),
    );
    vi.useFakeTimers();
    const store = begun({ dice: told, mine: [{ seat: "red", link: "" }] });
    await vi.advanceTimersByTimeAsync(1500);
    expect(asked[0]).toBe("/dice");
    expect(asked).toHaveLength(2);
    expect(store.dice?.bound).toBe(true);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("knows what another tab has noted as soon as it is told", async () => {
    localStorage.clear();
    vi.stubGlobal("WebSocket", class extends EventTarget {
      close(): void {}
    });
    const bound = { ...unbound(share("red", fingerprint("other tab"), true)), bound: true };
    vi.stubGlobal("fetch", vi.fn(() => Promise.resolve(new Response(JSON.stringify(snapshot({ dice: bound, mine: [{ seat: "red", link: "" }] }))))));
    keep("b", { commitment: "c", secrets: { red: ["this tab"] }, seen: {} });
    const store = new BattleStore("b");
    await store.start();
    expect(store.notes?.secrets["red"]).toEqual(["this tab"]);
    keep("b", { commitment: "c", secrets: { red: ["other tab"] }, seen: {} });
    dispatchEvent(new StorageEvent("storage", { key: `schiltron-secret-b-${fingerprint("other tab")}` }));
    expect(store.notes?.secrets["red"]).toContain("other tab");
    store.stop();
    vi.unstubAllGlobals();
  });

  it("does not contend with another browser that has shown a fingerprint after it", async () => {
    const sent = taking();
    const mine = [{ seat: "red", link: "" }];
    const waiting = { ...unbound(share("red")), shares: [share("red"), share("blue")] };
    const store = begun({ dice: waiting, mine });
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    store.begin(snapshot({ dice: unbound(share("red", "from elsewhere")), mine }));
    await new Promise((done) => setTimeout(done, 20));
    expect(sent).toHaveLength(2);
    vi.unstubAllGlobals();
  });
});
