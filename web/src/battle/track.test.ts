import { describe, expect, it } from "vitest";
import type { Battle, SequenceEntry } from "../api/types";
import { Progress, trackOf } from "./track";

const entry = (name: string, part: "setup" | "turn"): SequenceEntry => ({ name, title: name, rules: [], part });
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

  it("counts who has acted in the phase", () => {
    const progress = new Progress();
    const asked = (actors: string[]): object => ({ decisions: [{ type: "command", actors }] });
    expect(progress.of(battle(1, "red", "movement", asked(["a", "b", "c"])))).toBe("0 of 3");
    expect(progress.of(battle(1, "red", "movement", asked(["c"])))).toBe("2 of 3");
    expect(progress.of(battle(1, "blue", "movement", asked(["d"])))).toBe("0 of 1");
  });
});
