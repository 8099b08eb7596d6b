import { describe, expect, it } from "vitest";

import type { Count, Results } from "../../../api/types";
import { countSaid, leftSaid, percent, quarterOf, verdictOf } from "./trying";

const count = (more: Partial<Count> = {}): Count => ({ games: 40, won: 11, drawn: 0, lost: 29, rate: 0.28, low: 0.16, high: 0.43, verdict: "open", turns: 5, ...more });
const opponent = (name: string, more: Partial<Count> = {}) => ({ id: name, name, points: 300, count: count(more) });

describe("a trial in words", () => {
  it("says shares with their intervals", () => {
    expect(countSaid(count())).toBe("won 28 per cent, between 16 and 43, of 40 battles");
    expect(countSaid(count({ games: 1 }))).toContain("of 1 battle");
    expect(countSaid(count({ games: 0, rate: null }))).toBe("not fought yet");
    expect(percent(0.284)).toBe("28%");
  });

  it.each([
    [[opponent("Elves", { verdict: "better" }), opponent("Dwarves", { verdict: "worse" })], "done", "Surely better than Elves, hard put against Dwarves."],
    [[opponent("Dwarves", { verdict: "worse" }), opponent("Men")], "playing", "Hard put against Dwarves."],
    [[opponent("Elves", { verdict: "better" }), opponent("Men", { verdict: "better" })], "done", "Surely better than Elves and Men."],
    [[opponent("Men")], "playing", "Nothing is sure yet."],
    [[opponent("Men")], "stopped", "A fair match for all of them, as far as so few battles tell."],
    [[opponent("Men", { games: 0 })], "playing", ""],
  ] as const)("judges %#", (opponents, state, said) => {
    const results: Results = { evens: 0.5, opponents: [...opponents], sides: [], all: count(), units: [] };
    expect(verdictOf({ results, state })).toBe(said);
    expect(verdictOf({ results: null, state })).toBe("");
  });

  it.each([
    ["waiting", 2, null, "2 trials go first"],
    ["waiting", 1, null, "1 trial goes first"],
    ["waiting", 0, null, "about to begin"],
    ["playing", 0, 41, "about 40 s more"],
    ["playing", 0, 1, "about 5 s more"],
    ["playing", 0, 200, "about 3 min more"],
    ["playing", 0, null, ""],
    ["done", 0, 3, ""],
  ] as const)("%s, %d ahead, %o seconds: %s", (state, ahead, seconds_left, said) => {
    expect(leftSaid({ state, ahead, seconds_left })).toBe(said);
  });

  it("is spoken at each quarter", () => {
    expect([0, 9, 10, 20, 39, 40].map((played) => quarterOf({ played, games: 40 }))).toEqual([0, 0, 1, 2, 3, 4]);
    expect(quarterOf({ played: 0, games: 0 })).toBe(0);
  });
});
