import { describe, expect, it } from "vitest";

import type { MyBattle } from "../api/types";
import { besides } from "./beside";

const line = (id: string, more: Partial<MyBattle> = {}): MyBattle =>
  ({ id, scenario: "open-field", ruleset: "book_of_war", title: "Marlow Plain", turn: 4, turn_word: "Turn", damaged: false, origin: null, ...more }) as MyBattle;

describe("battles of one start", () => {
  const battle = { id: "a", scenario: "open-field", ruleset: "book_of_war", origin: { battle: "old", entry: 7 } };

  it("are that which was played on, what was played on from it, and others of the scenario, each once", () => {
    const mine = [line("a"), line("b"), line("c", { origin: { battle: "a", entry: 3 } }), line("d", { scenario: "ford" }), line("e", { damaged: true })];
    expect(besides(battle, mine).map(({ id, word }) => `${id}: ${word}`)).toEqual(["old: As it was fought", "c: What if, from entry 3", "b: Marlow Plain, turn 4"]);
  });

  it("are not those of armies of one's own, which begin otherwise", () => {
    const own = { ...battle, scenario: "own-armies", origin: null };
    expect(besides(own, [line("b", { scenario: "own-armies" }), line("c", { scenario: "own-armies", origin: { battle: "a", entry: 2 } })]).map(({ id }) => id)).toEqual(["c"]);
  });
});
