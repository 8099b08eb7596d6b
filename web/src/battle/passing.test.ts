import { afterEach, describe, expect, it, vi } from "vitest";
import type { Answer, AnyDecision } from "../api/types";
import { following } from "./following.svelte";
import { isSecret, onlyAnswer, Passing } from "./passing.svelte";

const due = (fields: object): AnyDecision => ({ id: "1.1", seat: "red", prompt: "", rules: [], sealed: false, window: false, default: null, ...fields }) as unknown as AnyDecision;
const option = (key: string) => ({ key, label: key, forgoes: false });
const card = (...barred: string[]) => ({ key: "TA-CMD-D01", title: "Ace", text: "", rule: "", uses: barred.map((why, at) => ({ key: String(at), label: "", rules: [], aim: {}, against: null, barred: why })), count: 1 });
const FINISH = { type: "commanded", actor: "", action: "finish", form: null };
const hand = (...cards: object[]): AnyDecision => due({ type: "command", actors: [], actions: ["play"], hand: cards, window: true });

describe("nothing is to decide", () => {
  it("where all that is offered must be taken", () => {
    expect(onlyAnswer(due({ type: "choose", options: [option("a")], least: 1, most: 1 }))).toEqual({ type: "chosen", keys: ["a"] });
    expect(onlyAnswer(due({ type: "choose", options: [option("a"), option("b")], least: 2, most: 2 }))).toEqual({ type: "chosen", keys: ["a", "b"] });
    expect(onlyAnswer(due({ type: "choose", options: [option("a")], least: 0, most: 1 }))).toBeNull();
    expect(onlyAnswer(due({ type: "choose", options: [option("a"), option("b")], least: 1, most: 1 }))).toBeNull();
  });

  it("where everything goes to one place", () => {
    const item = (key: string, ...bins: string[]) => ({ key, label: key, count: 3, bins });
    expect(onlyAnswer(due({ type: "assign", items: [item("x", "a"), item("y", "b")], bins: [] }))).toEqual({
      type: "assigned",
      shares: [{ item: "x", bin: "a", count: 3 }, { item: "y", bin: "b", count: 3 }],
    });
    expect(onlyAnswer(due({ type: "assign", items: [item("x", "a"), item("y", "a", "b")], bins: [] }))).toBeNull();
  });

  it("where nobody may act and no card can be played", () => {
    expect(onlyAnswer(hand(card("too late"), card("nobody", "nobody")))).toEqual(FINISH);
    expect(onlyAnswer(hand(card("too late"), card("nobody", "")))).toBeNull();
    expect(onlyAnswer(due({ type: "command", actors: ["pikes"], actions: ["move"], hand: [] }))).toBeNull();
    expect(onlyAnswer(due({ type: "plan", actors: [], actions: ["shoot"] }))).toEqual({ type: "planned", commands: [] });
    expect(onlyAnswer(due({ type: "plan", actors: ["pikes"], actions: ["shoot"] }))).toBeNull();
    expect(onlyAnswer(due({ type: "move", unit: "pikes", allowance: 1000 }))).toBeNull();
  });
});

describe("a prompt that leaves nothing to decide", () => {
  afterEach(() => following.choose({ prompts: false }));
  const cards = hand(card("too late"));
  const open = due({ type: "choose", options: [option("a")], least: 1, most: 1 });
  const sealed = due({ type: "choose", options: [option("a")], least: 1, most: 1, sealed: true });

  function asked(decision: AnyDecision, other: "captain" | "friend" | "me", { busy = false, scenario = "lily-field", sending = false } = {}) {
    const answer = vi.fn((_decision: AnyDecision, _answer: Answer) => Promise.resolve(true));
    const store = { due: decision, about: { seat: "red", scenario }, players: [{ seat: "red", who: "me" }, { seat: "blue", who: other }], sending, wire: "live" };
    const passing = new Passing({ store, stage: { busy }, proposal: null, answer } as unknown as ConstructorParameters<typeof Passing>[0]);
    passing.consider();
    return { passing, answer };
  }

  it("passes by itself, once", () => {
    const { passing, answer } = asked(open, "friend");
    passing.consider();
    expect(answer.mock.calls).toEqual([[open, { type: "chosen", keys: ["a"] }]]);
  });

  it("stays where a person could tell from the pass what is hidden", () => {
    expect([isSecret(cards), isSecret(sealed), isSecret(open)]).toEqual([true, true, false]);
    for (const decision of [cards, sealed]) {
      expect(asked(decision, "friend").answer).not.toHaveBeenCalled();
      expect(asked(decision, "me").answer).not.toHaveBeenCalled();
      expect(asked(decision, "captain").answer).toHaveBeenCalledOnce();
    }
  });

  it("stays while something is shown or sent, in lessons, and where the player wants to see it", () => {
    expect(asked(open, "captain", { busy: true }).answer).not.toHaveBeenCalled();
    expect(asked(open, "captain", { sending: true }).answer).not.toHaveBeenCalled();
    expect(asked(open, "captain", { scenario: "lesson:by_this_axe/01" }).answer).not.toHaveBeenCalled();
    following.choose({ prompts: true });
    expect(asked(open, "captain").answer).not.toHaveBeenCalled();
  });

  describe("of a window in the middle of others' doings", () => {
    afterEach(() => following.choose({ windows: false, prompts: false }));
    const kept = { type: "assigned", shares: [{ item: "mage", bin: "keep", count: 3 }] };
    const dice = due({ type: "assign", window: true, items: [{ key: "mage", label: "", count: 3, bins: ["stop", "keep"] }], bins: [], default: kept });
    const playable = due({ type: "command", actors: [], actions: ["play"], hand: [card("")], window: true, default: FINISH });

    it("is asked, unless the player wishes otherwise", () => {
      for (const decision of [dice, playable]) expect(asked(decision, "friend").answer).not.toHaveBeenCalled();
      following.choose({ windows: true, prompts: true });
      expect(asked(dice, "friend").answer.mock.calls).toEqual([[dice, kept]]);
    });

    it("passes whatever is in hand, so that the pass tells nothing", () => {
      following.choose({ windows: true });
      for (const decision of [playable, hand(card("too late")), hand()]) {
        const whole = { ...decision, default: FINISH } as AnyDecision;
        expect(asked(whole, "friend").answer.mock.calls).toEqual([[whole, FINISH]]);
      }
    });

    it("leaves all other prompts alone", () => {
      following.choose({ windows: true });
      expect(asked({ ...dice, window: false }, "friend").answer).not.toHaveBeenCalled();
      expect(asked(sealed, "friend").answer).not.toHaveBeenCalled();
      expect(asked({ ...dice, default: null } as AnyDecision, "friend").answer).not.toHaveBeenCalled();
    });
  });

  it("stays after something was taken back, until something was answered", () => {
    const answer = vi.fn((_decision: AnyDecision, _answer: Answer) => Promise.resolve(true));
    const store = { due: open, about: { seat: "red", scenario: "" }, players: [], sending: false, wire: "live" };
    const passing = new Passing({ store, stage: { busy: false }, proposal: null, answer } as unknown as ConstructorParameters<typeof Passing>[0]);
    passing.hold();
    passing.consider();
    expect(answer).not.toHaveBeenCalled();
    passing.release();
    passing.consider();
    expect(answer).toHaveBeenCalledOnce();
  });
});
