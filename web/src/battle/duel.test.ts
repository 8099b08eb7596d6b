import { describe, expect, it } from "vitest";
import type { Battle } from "../api/types";
import type { LogEntry } from "../app/changes";
import { choicesOf, duelOf } from "./duel";

const man = (id: string, side: string): object => ({ id, side, name: id });
const fought = (duel: object | null): Battle =>
  ({ units: { hakon: man("hakon", "red"), kay: man("kay", "blue") }, agenda: [{ type: "any book's step" }], duel }) as unknown as Battle;

describe("a duel", () => {
  it("shows one's own man first, and the round", () => {
    const battle = fought({ one: "hakon", other: "kay", round: 3 });
    expect(duelOf(battle, "red")).toMatchObject({ duellists: [{ id: "hakon" }, { id: "kay" }], round: 3 });
    expect(duelOf(battle, "blue")).toMatchObject({ duellists: [{ id: "kay" }, { id: "hakon" }] });
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
    expect(choicesOf(log, 6).get("r1")).toBe("3 attack, 1 parry");
    expect(choicesOf(log, 9).get("r1")).toBe("1 attack, 3 parry");
  });
});
