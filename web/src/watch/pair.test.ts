import { describe, expect, it } from "vitest";

import type { Snapshot, Step } from "../api/types";
import { Film } from "./film.svelte";
import { Pair } from "./pair.svelte";

interface Entry {
  hash: string;
  turn?: number;
  side?: string;
  told?: string | null;
}

function film(entries: readonly Entry[], startHash = "start"): Film {
  const made = new Film("b", {});
  made.begin({ battle: { turn: 0, active: "", phase: "", units: {} }, shapes: {}, log: [], last: entries.length, hash: startHash } as unknown as Snapshot);
  made.add(
    entries.map(
      ({ hash, turn = 1, side = "red", told = "Something." }, index) =>
        ({ position: index + 1, turn, phase: "", active: side, hash, events: [], beats: told ? [{ kind: "noted", moment: null }] : [], changes: { turn, active: side } }) as unknown as Step,
    ),
  );
  return made;
}

const SAME: readonly Entry[] = [{ hash: "a" }, { hash: "b" }];
const FIRST: readonly Entry[] = [...SAME, { hash: "c" }, { hash: "d", side: "blue" }, { hash: "e", turn: 2 }];
const SECOND: readonly Entry[] = [...SAME, { hash: "x" }, { hash: "y" }, { hash: "z" }, { hash: "u", side: "blue" }, { hash: "v", side: "blue" }, { hash: "w", turn: 2 }];

describe("two films of one start", () => {
  it("part where their entries lead to other positions", () => {
    expect(new Pair(film(FIRST), film(SECOND)).differ).toBe(3);
    expect(new Pair(film(FIRST), film(FIRST)).differ).toBeNull();
    expect(new Pair(film(SAME), film(FIRST)).differ).toBe(3);
    expect(new Pair(film(FIRST), film(FIRST, "other")).differ).toBe(0);
  });

  it("are stepped through together, and the shorter one waits at its end", () => {
    const pair = new Pair(film(SAME), film(FIRST));
    pair.go(2);
    pair.step(1);
    expect(pair.films.map(({ at }) => at)).toEqual([2, 3]);
    pair.part();
    expect(pair.films.map(({ at }) => at)).toEqual([2, 3]);
  });

  it("pass over what neither tells anything about", () => {
    const silent = [{ hash: "a" }, { hash: "b", told: null }, { hash: "c" }];
    const pair = new Pair(film(silent), film(silent));
    pair.go(1);
    pair.step(1);
    expect(pair.at).toBe(3);
    pair.step(-1);
    expect(pair.at).toBe(1);
  });

  it("come to the same turn, each at an entry of its own", () => {
    const pair = new Pair(film(FIRST), film(SECOND));
    const seen = () => pair.films.map(({ at }) => at);
    pair.turn(1);
    expect(seen()).toEqual([1, 1]);
    pair.turn(1);
    expect(seen()).toEqual([4, 6]);
    pair.turn(1);
    expect(seen()).toEqual([5, 8]);
    pair.turn(-1);
    expect(seen()).toEqual([4, 6]);
    for (let back = 0; back < 3; back++) pair.turn(-1);
    expect(seen()).toEqual([0, 0]);
  });
});
