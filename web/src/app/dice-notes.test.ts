import { beforeEach, describe, expect, it } from "vitest";

import type { DiceShown } from "../api/types";
import { boundSecret, broken, elsewhere, fresh, keep, later, next, type Notes, notesOf } from "./dice-notes";
import { fingerprint, seedFingerprint } from "./sha256";

const SEED = "ab".repeat(32);
const share = (seat: string, secret = "", told = false, open = false) => ({
  seat,
  fingerprint: secret && fingerprint(secret),
  told,
  secret: open ? secret : null,
});
const dice = (shares: DiceShown["shares"], more: Partial<DiceShown> = {}): DiceShown => ({
  kind: "sealed",
  commitment: seedFingerprint(SEED),
  seed: null,
  bound: false,
  shares,
  ...more,
});
const made = { made: () => "mine" };

describe("adding to the dice", () => {
  it("tells no secret before the other side is bound", () => {
    const found = next(dice([share("red"), share("blue")]), ["red"], null, made);
    expect(found?.step).toEqual({ seat: "red", fingerprint: fingerprint("mine") });
    expect(found?.notes).toEqual({ commitment: seedFingerprint(SEED), secrets: { red: ["mine"] }, seen: {} });
    expect(next(dice([share("red", "mine"), share("blue")]), ["red"], found?.notes ?? null, made)).toBeNull();
  });

  it("tells it when the other is, and notes what they are bound to", () => {
    const noted: Notes = { commitment: seedFingerprint(SEED), secrets: { red: ["mine"] }, seen: {} };
    const found = next(dice([share("red", "mine"), share("blue", "theirs")]), ["red"], noted, made);
    expect(found?.step).toEqual({ seat: "red", secret: "mine" });
    expect(found?.notes.seen).toEqual({ blue: fingerprint("theirs") });
    expect(next(dice([share("red", "mine", true), share("blue", "theirs")]), ["red"], noted, made)).toBeNull();
  });

  it("is done at both times by a fingerprint first, even by whoever comes last and alone against a captain", () => {
    for (const others of [[], [share("blue", "theirs", true)]]) {
      const first = next(dice([share("red"), ...others]), ["red"], null, made);
      expect(first?.step).toEqual({ seat: "red", fingerprint: fingerprint("mine") });
      expect(next(dice([share("red", "mine"), ...others]), ["red"], first?.notes ?? null, made)?.step).toEqual({ seat: "red", secret: "mine" });
    }
  });

  it("is done for both sides at one screen, one after the other", () => {
    const both = ["red", "blue"];
    const secrets = ["mine", "other"];
    const more = { made: () => secrets.shift() ?? "" };
    let notes: Notes | null = null;
    const done: unknown[] = [];
    for (const shown of [
      [share("red"), share("blue")],
      [share("red", "mine"), share("blue")],
      [share("red", "mine", true), share("blue")],
      [share("red", "mine", true), share("blue", "other")],
    ]) {
      const found = next(dice(shown), both, notes, more);
      done.push(found?.step);
      notes = found?.notes ?? null;
    }
    expect(done).toEqual([
      { seat: "red", fingerprint: fingerprint("mine") },
      { seat: "red", secret: "mine" },
      { seat: "blue", fingerprint: fingerprint("other") },
      { seat: "blue", secret: "other" },
    ]);
    expect(notes?.secrets).toEqual({ red: ["mine"], blue: ["other"] });
  });

  it("goes on with the one of two tabs' secrets that the server has taken", () => {
    const noted: Notes = { commitment: seedFingerprint(SEED), secrets: { red: ["late", "first"] }, seen: {} };
    const shown = [share("red", "first"), share("blue", "theirs")];
    expect(next(dice(shown), ["red"], noted, made)?.step).toEqual({ seat: "red", secret: "first" });
    expect(boundSecret(noted, share("red", "first"))).toBe("first");
  });

  it("is not done for a server that has changed its fingerprint, nor where nothing is sealed", () => {
    const noted: Notes = { commitment: "another", secrets: {}, seen: {} };
    expect(next(dice([share("red")]), ["red"], noted, made)).toBeNull();
    expect(next(dice([], { bound: true }), ["red"], null, made)).toBeNull();
    expect(next(dice([share("blue")]), ["red"], null, made)).toBeNull();
  });

  it("binds itself anew where the secret is lost and nobody has told theirs, but only when the page is opened", () => {
    const lost = dice([share("red", "forgotten"), share("blue")]);
    const anew = { ...made, anew: true };
    expect(next(lost, ["red"], null, made)).toBeNull();
    expect(next(lost, ["red"], null, anew)?.step).toEqual({ seat: "red", fingerprint: fingerprint("mine"), instead: fingerprint("forgotten") });
    const late = dice([share("red", "forgotten"), share("blue", "theirs", true)]);
    expect(next(late, ["red"], null, anew)).toBeNull();
    expect(elsewhere(late, ["red"], null)).toEqual(["red"]);
    expect(elsewhere(late, ["red"], { commitment: "", secrets: { red: ["forgotten"] }, seen: {} })).toEqual([]);
  });

  it("forgets no news that overtook the server's answer", () => {
    const both = dice([share("red", "mine"), share("blue", "theirs")]);
    const alone = dice([share("red", "mine"), share("blue")]);
    expect(later(both, alone)).toBe(both);
    expect(later(alone, both)).toBe(both);
    expect(later(null, alone)).toBe(alone);
    const bound = { ...alone, bound: true };
    expect(later(bound, both)).toBe(bound);
  });

  it("makes secrets nobody guesses", () => {
    expect(fresh()).toMatch(/^[0-9a-f]{64}$/);
    expect(fresh()).not.toBe(fresh());
  });
});

describe("what was noted", () => {
  beforeEach(() => localStorage.clear());
  const notes: Notes = { commitment: seedFingerprint(SEED), secrets: { red: ["mine"] }, seen: { blue: fingerprint("theirs") } };
  const end = (shares = [share("red", "mine", true, true), share("blue", "theirs", true, true)], seed = SEED) => dice(shares, { seed, bound: true });

  it("is remembered battle by battle", () => {
    expect(notesOf("b1")).toBeNull();
    keep("b1", notes);
    expect(notesOf("b1")).toEqual(notes);
    expect(notesOf("b2")).toBeNull();
    localStorage.setItem("schiltron-dice-b2", "{");
    expect(notesOf("b2")).toBeNull();
  });

  it("keeps what two tabs have made at the same moment", () => {
    keep("b1", notes);
    keep("b1", { ...notes, secrets: { red: ["other"] } });
    expect([...(notesOf("b1")?.secrets["red"] ?? [])].sort()).toEqual(["mine", "other"]);
    expect(broken(end(), notesOf("b1"))).toEqual([]);
  });

  it("is read as it was noted before there were lists", () => {
    localStorage.setItem("schiltron-dice-b1", JSON.stringify({ ...notes, secrets: { red: "mine" } }));
    expect(notesOf("b1")).toEqual(notes);
  });

  it("agrees with honest dice", () => {
    expect(broken(end(), notes)).toEqual([]);
    expect(broken(end(), null)).toEqual([]);
  });

  it.each([
    ["another seed", end(undefined, "cd".repeat(32)), "seed is not"],
    ["our secret left out", end([share("red", "swapped", true, true), share("blue", "theirs", true, true)]), "what red added"],
    ["another's secret changed", end([share("red", "mine", true, true), share("blue", "later", true, true)]), "blue added something other than"],
    ["another commitment", { ...end(), commitment: "00" }, "shown first"],
  ])("gives away %s", (_, shown, problem) => {
    expect(broken(shown, notes).join()).toContain(problem);
  });
});
