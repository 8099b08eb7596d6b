import { describe, expect, it } from "vitest";

import type { AnyDecision, Battle } from "../api/types";
import { Viewpoint } from "./viewpoint.svelte";

const unit = (side: string, y: number) => ({ side, place: { type: "on_table", pose: { x: 10_000, y, heading: 17_000 } } });
const battle = (units: object = {}): Battle => ({ board: { width: 72_000, depth: 48_000 }, units }) as unknown as Battle;
const ARMIES = battle({ a: unit("red", 6_000), b: unit("red", 9_000), c: unit("blue", 40_000) });
const placing = (top: number, bottom: number): AnyDecision => ({ type: "place_unit", zone: { top, bottom } }) as unknown as AnyDecision;

describe("the edge from which a table is seen", () => {
  it("is one's own, once it can be told, and stays so", () => {
    const view = new Viewpoint();
    view.take("red", battle(), null);
    expect([view.taken, view.turned]).toEqual([false, false]);
    view.take("red", ARMIES, null);
    expect([view.taken, view.turned]).toEqual([true, true]);
    view.take("red", battle({ a: unit("red", 44_000), c: unit("blue", 4_000) }), null);
    expect(view.turned).toBe(true);
    view.flip();
    expect(view.turned).toBe(false);
  });

  it("changes with the side that is asked at a shared screen, and a turn by hand counts for both", () => {
    const view = new Viewpoint();
    view.take("red", ARMIES, null);
    view.take("blue", ARMIES, null);
    expect(view.turned).toBe(false);
    view.flip();
    view.take("red", ARMIES, null);
    expect(view.turned).toBe(false);
    view.take("blue", ARMIES, null);
    expect(view.turned).toBe(true);
  });

  it("is where one is to be set down, before anybody stands", () => {
    const view = new Viewpoint();
    view.take("red", battle(), placing(0, 12_000));
    expect(view.turned).toBe(true);
    view.take("blue", battle(), placing(36_000, 48_000));
    expect(view.turned).toBe(false);
  });
});
