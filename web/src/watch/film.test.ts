import { describe, expect, it, vi } from "vitest";

import type { Snapshot, Step } from "../api/types";
import { Film } from "./film.svelte";

const start = {
  battle: { turn: 0, active: "", phase: "", units: {} },
  shapes: {},
  log: [],
  last: 3,
} as unknown as Snapshot;
const step = (position: number, turn: number, told: string | null): Step =>
  ({ position, turn, phase: "", active: "red", events: [], beats: told ? [{ kind: "moved", moment: null }] : [], changes: { turn, active: "red" } }) as unknown as Step;

function film(): Film {
  const made = new Film("b", {});
  made.begin(start);
  made.add([step(1, 1, "Spears move."), step(2, 1, null), step(3, 2, "Bows move.")]);
  return made;
}

describe("a film of a battle", () => {
  it("has a moment for every entry", () => {
    expect(film().moments.map(({ battle }) => battle.turn)).toEqual([0, 1, 1, 2]);
    expect(film().ready).toBe(true);
  });

  it("leaves out what it knows and what does not follow", () => {
    const made = film();
    made.add([step(2, 9, ""), step(7, 9, "")]);
    expect(made.moments).toHaveLength(4);
  });

  it("steps over moments in which nothing is told", () => {
    const made = film();
    made.go(1);
    made.step(1);
    expect(made.at).toBe(3);
    made.step(-1);
    expect(made.at).toBe(1);
  });

  it("jumps by turns and stays within its ends", () => {
    const made = film();
    made.turn(1);
    expect(made.at).toBe(1);
    made.turn(1);
    made.turn(1);
    expect(made.at).toBe(3);
    made.turn(-1);
    made.turn(-1);
    expect(made.at).toBe(0);
  });

  it("plays to the end and stops there", () => {
    vi.useFakeTimers();
    const made = film();
    made.play();
    vi.advanceTimersByTime(10_000);
    expect([made.at, made.playing]).toEqual([3, false]);
    vi.useRealTimers();
  });

  it("follows a battle that goes on, for one who looks at its end", () => {
    const made = film();
    made.go(3);
    made.follow(step(4, 2, "Bows shoot."));
    expect(made.at).toBe(4);
    made.go(1);
    made.follow(step(5, 2, "Spears stand."));
    expect([made.at, made.last]).toEqual([1, 5]);
  });
});
