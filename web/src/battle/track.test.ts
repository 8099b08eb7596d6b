import { describe, expect, it } from "vitest";
import type { Battle, SequenceEntry } from "../api/types";
import { isCommon, Progress, trackOf } from "./track";

const entry = (name: string, part: "setup" | "turn"): SequenceEntry => ({ name, title: name, rules: [], part, clears: false });
const sequence = [entry("deployment", "setup"), entry("movement", "turn"), entry("attacks", "turn"), entry("morale", "turn")];
const battle = (turn: number, active: string, phase: string, more: object = {}): Battle =>
  ({
    turn,
    active,
    phase,
    own: { order: ["blue", "red"] },
    sides: [{ id: "red" }, { id: "blue" }],
    decisions: [],
    ...more,
  }) as unknown as Battle;

describe("the turn track", () => {
  it("shows the set-up before the first turn", () => {
    const [part] = trackOf(battle(0, "red", "deployment"), sequence);
    expect(part?.entries.map(({ entry: { name }, state }) => [name, state])).toEqual([["deployment", "now"]]);
  });

  it("goes by the order in which the sides take their turns", () => {
    const parts = trackOf(battle(3, "red", "attacks"), sequence);
    expect(parts.map((part) => part.side)).toEqual(["blue", "red"]);
    expect(parts[0]?.entries.map((one) => one.state)).toEqual(["did", "did", "did"]);
    expect(parts[1]?.entries.map((one) => one.state)).toEqual(["did", "now", "to come"]);
  });

  it("is one for all where nobody's moments show that the turn is common", () => {
    const now = battle(2, "", "attacks");
    expect(isCommon(now, [])).toBe(true);
    expect(isCommon(battle(2, "red", "attacks"), [{ turn: 0, active: "" }, { turn: 1, active: "red" }])).toBe(false);
    expect(isCommon(battle(2, "red", "attacks"), [{ turn: 1, active: "" }])).toBe(true);
    const parts = trackOf(now, sequence, true);
    expect(parts.map(({ side }) => side)).toEqual([""]);
    expect(parts[0]?.entries.map((one) => one.state)).toEqual(["did", "now", "to come"]);
  });

  it("leaves out what the battle does without", () => {
    const without = battle(1, "", "attacks", { own: { options: { movement: "none" } } });
    expect(trackOf(without, sequence, true)[0]?.entries.map(({ entry: { name } }) => name)).toEqual(["attacks", "morale"]);
  });

  it("counts who has acted in the phase", () => {
    const progress = new Progress();
    const asked = (actors: string[]): object => ({ decisions: [{ type: "command", actors }] });
    expect(progress.of(battle(1, "red", "movement", asked(["a", "b", "c"])))).toBe("0 of 3");
    expect(progress.of(battle(1, "red", "movement", asked(["c"])))).toBe("2 of 3");
    expect(progress.of(battle(1, "blue", "movement", asked(["d"])))).toBe("0 of 1");
  });
});
