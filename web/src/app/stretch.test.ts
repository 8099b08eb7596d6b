// A stretch of a real battle, as the server sent it.

import { describe, expect, it } from "vitest";

import type { Snapshot, Step } from "../api/types";
import { chapters } from "../log/log";
import stretch from "../fixtures/stretch.json";
import { BattleStore } from "./BattleStore.svelte";

const { before, steps, after } = stretch as unknown as { before: Snapshot; steps: Step[]; after: Snapshot };

describe("a stretch of a battle", () => {
  it("leads from one picture to the other, whole and exact", () => {
    const store = new BattleStore("b");
    store.begin(before);
    for (const step of steps) store.apply(step);
    expect(store.position).toBe(after.position);
    expect(store.hash).toBe(after.hash);
    expect(store.battle).toEqual(after.battle);
    expect(store.shapes).toEqual(after.shapes);
  });

  it("is told in the log", () => {
    const store = new BattleStore("b");
    store.begin(before);
    for (const step of steps) store.apply(step);
    const told = chapters(store.log).flatMap(({ beats }) => beats);
    expect(told.length).toBeGreaterThan(5);
    expect(told.some(({ pools }) => pools.length)).toBe(true);
  });
});
