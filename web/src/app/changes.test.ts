import { describe, expect, it } from "vitest";

import type { Battle, Silhouette, Step, Unit } from "../api/types";
import { changed, logged, remembered, shapesAfter } from "./changes";

const unit = (id: string, figures: number) => ({ id, figures }) as Unit;
const shape = (width: number): Silhouette => ({ figures: [[0, 0, 0, width, 500]], front: [], rects: [] });
const battle = { turn: 1, phase: "movement", units: { spears: unit("spears", 12), bows: unit("bows", 8) } } as unknown as Battle;

describe("a step's changes", () => {
  it("give the battle after it and leave the one before as it was", () => {
    const after = changed(battle, { phase: "attacks", units: { bows: unit("bows", 6) } });
    expect(after.phase).toBe("attacks");
    expect(after.units["bows"]?.figures).toBe(6);
    expect(battle.units["bows"]?.figures).toBe(8);
  });

  it("keep what did not change the very same, so that nothing is drawn anew", () => {
    const after = changed(battle, { units: { bows: unit("bows", 6) } });
    expect(after.units["spears"]).toBe(battle.units["spears"]);
    expect(changed(battle, { turn: 2 }).units).toBe(battle.units);
  });

  it("take away a unit that is null, and its shape with it", () => {
    expect(Object.keys(changed(battle, { units: { bows: null } }).units)).toEqual(["spears"]);
    const shapes = { spears: shape(500), bows: shape(500) };
    expect(Object.keys(shapesAfter(shapes, { units: { bows: null } }))).toEqual(["spears"]);
  });

  it("bring new shapes, and never put them into the battle", () => {
    expect(shapesAfter({ bows: shape(500) }, { shapes: { bows: shape(750) } })["bows"]).toEqual(shape(750));
    expect(changed(battle, { shapes: { bows: shape(1) } })).not.toHaveProperty("shapes");
  });
});

describe("the log", () => {
  const step = (position: number, ...beats: object[]) =>
    ({ position, turn: 2, phase: "morale", active: "red", events: [{ type: "fell", told: null, rules: [] }], beats }) as unknown as Step;

  it("takes in what is told, with the moment it belongs to", () => {
    const [entry] = logged([], step(7, { kind: "fell" }), 2);
    expect(entry).toMatchObject({ position: 7, turn: 2, phase: "morale", active: "red", beats: [{ kind: "fell" }], round: 2 });
  });

  it("stays the same where nothing is told", () => {
    const log = remembered([{ position: 1, turn: 0, phase: "", active: "", beats: [] }]);
    expect(logged(log, step(2))).toBe(log);
    expect(log[0]?.events).toBeNull();
  });
});
