import { describe, expect, it } from "vitest";
import type { Battle } from "../api/types";
import type { LogEntry } from "../app/changes";
import { blowsOf, choicesOf, duelOf } from "./duel";

const man = (id: string, side: string): object => ({ id, side, name: id });
const fought = (duel: object | null): Battle =>
  ({ units: { hakon: man("hakon", "red"), kay: man("kay", "blue") }, agenda: [{ type: "any book's step" }], duel }) as unknown as Battle;

describe("a duel", () => {
  it("shows one's own man first, and the round", () => {
    const battle = fought({ one: "hakon", other: "kay", round: 3, stats: [[{ label: "AC", value: "4" }], []] });
    expect(duelOf(battle, "red")).toMatchObject({ duellists: [{ id: "hakon" }, { id: "kay" }], round: 3 });
    expect(duelOf(battle, "blue")).toMatchObject({ duellists: [{ id: "kay" }, { id: "hakon" }], stats: [[], [{ value: "4" }]] });
  });

  it("is none where one of the two is not known", () => {
    expect(duelOf(fought({ one: "hakon", other: "nobody", round: 1 }), "red")).toBeNull();
    expect(duelOf(fought(null), "red")).toBeNull();
  });

  it("tells what each chose once it lies open", () => {
    const entry = (position: number, events: object[]): LogEntry => ({ position, events }) as unknown as LogEntry;
    const log = [
      entry(4, [{ type: "revealed" }, { type: "declared", unit: "r1", action: "fight with 3 attack, 1 parry" }]),
      entry(5, [{ type: "rolled" }]),
      entry(9, [{ type: "revealed" }, { type: "declared", unit: "r1", action: "fight with 1 attack, 3 parry" }]),
    ];
    expect(choicesOf(log, 6).get("r1")).toBe("fight with 3 attack, 1 parry");
    expect(choicesOf(log, 9).get("r1")).toBe("fight with 1 attack, 3 parry");
  });

  it("is told blow by blow, each with its dice and those of its damage", () => {
    const rolled = (purpose: string, ...pools: [label: string, need: number, faces: number[]][]): object => ({
      type: "rolled",
      throwers: pools.map(([label]) => label.split(" ")[0]),
      labels: [],
      roll: { purpose, pools: pools.map(([label, need, faces]) => ({ label, whose: "", sides: 20, count: faces.length, reading: need ? { type: "at_least", need } : { type: "sum" } })) },
      pools: pools.map(([, need, faces]) => ({ faces, classes: need ? [[1, faces.filter((face) => face >= need).length]] : [[faces.reduce((a, b) => a + b, 0), 1]] })),
    });
    const struck = (unit: string, target: string, hits: number): object => ({ type: "struck", action: "blow", unit, target, hits });
    const log = [
      [1, rolled("blows of round 3", ["kay at hakon", 9, [9]]), struck("kay", "hakon", 1)],
      [2, rolled("round 1 of hakon against kay: the higher strikes first", ["hakon", 0, [5]], ["kay", 0, [2]])],
      [2, rolled("blows of round 1", ["hakon at kay", 12, [14]]), struck("hakon", "kay", 1)],
      [2, rolled("damage", ["hakon damage 1d8", 0, [6]])],
      [2, rolled("blows of round 1", ["kay at hakon", 9, [3]]), struck("kay", "hakon", 0)],
      [2, rolled("blows of round 1", ["ulf at olaf", 9, [19]]), struck("ulf", "olaf", 1)],
    ].map(([turn, ...events], position) => ({ turn, position, events, round: turn === 2 ? 1 : 3 }) as unknown as LogEntry);
    const duel = duelOf(fought({ one: "hakon", other: "kay", round: 1, stats: [] }), "red")!;
    expect(blowsOf(log, 9, duel).map(({ round, striker, dice, hits, damage }) => [round, striker, dice.faces, hits, damage.map(({ came }) => came)])).toEqual([
      [1, "hakon", [14], 1, ["6"]],
      [1, "kay", [3], 0, []],
    ]);
    expect(blowsOf(log, 2, duel).map(({ damage }) => damage)).toEqual([[]]);
  });
});
