import { describe, expect, it } from "vitest";
import type { FormedBody, Manoeuvre, MenuEntry } from "../api/types";
import { formedShape } from "../table/formed";
import { baseOf, legsFor, turningOf, type Turning } from "./hands";
import type { Stand } from "./plotting";

const body: FormedBody = {
  type: "formed",
  base: { width: 750, depth: 750 },
  files: 8,
  spacing: 0,
  hedgehog: false,
  left: null,
  right: null,
  bends: [],
};
const stand: Stand = { pose: { x: 12_000, y: 39_000, heading: 0 }, body, shape: formedShape(body, 24) };
const advance: Manoeuvre = { type: "advance", distance: 2000 };
const wheel: Manoeuvre = { type: "wheel", side: "right", angle: 30_000 };
const here = { x: 0, y: 0 };
const wheeling = turningOf([], false);
const spinning: Turning = { middle: true, corners: "turn", slant: false };

describe("hands on a plan", () => {
  it("plot anew from the unit, and go on from the ghost", () => {
    expect(baseOf({ kind: "unit", id: "bows" }, [advance, wheel])).toEqual([]);
    expect(baseOf({ kind: "ghost", id: "bows" }, [wheel, advance])).toEqual([wheel]);
    expect(baseOf({ kind: "ghost", id: "bows" }, [advance, wheel])).toEqual([advance, wheel]);
  });

  it("take up a wheel again by the corner that made it", () => {
    expect(baseOf({ kind: "handle", id: "left corner" }, [advance, wheel])).toEqual([advance]);
    expect(baseOf({ kind: "handle", id: "right corner" }, [advance, wheel])).toEqual([advance, wheel]);
  });

  it("do not jump when a body is taken by its rear", () => {
    const off = { x: 500, y: 1500 };
    const legs = legsFor({ kind: "ghost", id: "bows" }, stand, { x: 12_500, y: 36_500 }, off, wheeling, false);
    expect(legs).toEqual([{ type: "advance", distance: 4000 }]);
  });

  it("widen the front by a flank and face about by the rear", () => {
    expect(legsFor({ kind: "handle", id: "right flank" }, stand, { x: 15_750, y: 40_000 }, here, wheeling, false)).toEqual([{ type: "reform", files: 10 }]);
    expect(legsFor({ kind: "handle", id: "rear" }, stand, { x: 12_000, y: 42_500 }, here, wheeling, false)).toEqual([{ type: "face", to: "rear" }]);
  });

  it("turn a body about its middle where the book has no wheel", () => {
    const corner: Manoeuvre[] = legsFor({ kind: "handle", id: "right corner" }, stand, { x: 13_125, y: 43_125 }, here, spinning, false);
    expect(corner).toEqual([{ type: "turn", angle: 90_000 }]);
    expect(baseOf({ kind: "handle", id: "left corner" }, [advance, ...corner])).toEqual([advance]);
  });

  it("slant a body by its arrow where it may go slantwise", () => {
    const arrow = { kind: "handle", id: "ahead" } as const;
    const slanting: Turning = { ...wheeling, slant: true };
    expect(legsFor(arrow, stand, { x: 15_000, y: 36_000 }, here, slanting, false)).toEqual([{ type: "oblique", angle: 45_000, distance: 4000 }]);
    expect(legsFor(arrow, stand, { x: 12_200, y: 36_000 }, here, slanting, false)).toEqual([{ type: "advance", distance: 3000 }]);
    expect(legsFor(arrow, stand, { x: 15_000, y: 36_000 }, here, wheeling, false)).toEqual([{ type: "advance", distance: 3000 }]);
  });

  it("take a lone figure wherever it is drawn", () => {
    const lone: Stand = { pose: { x: 12_000, y: 39_000, heading: 0 }, body: null, shape: { figures: [[0, 0, 0, 1000, 1000]], front: [], rects: [] } };
    const legs = legsFor({ kind: "unit", id: "jarl" }, lone, { x: 16_000, y: 39_000 }, here, turningOf([], true), false);
    expect(legs).toEqual([
      { type: "turn", angle: 90_000 },
      { type: "advance", distance: 4000 },
    ]);
  });

  it("ask the menu how a body turns", () => {
    const entry = (...legs: Manoeuvre[]): MenuEntry => ({ action: "move", label: "", key: "", rule: "", form: "path", name: "", legs, reasons: [], cost: 0, pointing: null, firing: null });
    expect(turningOf([entry({ type: "turn", angle: 15_000 })], false)).toEqual({ middle: true, corners: "turn", slant: false });
    expect(turningOf([entry({ type: "turn", angle: 15_000 }), entry(wheel)], false)).toEqual({ middle: true, corners: "wheel", slant: false });
    expect(turningOf([entry(wheel)], false)).toEqual({ middle: false, corners: "wheel", slant: false });
    expect(turningOf([entry(wheel), entry({ type: "oblique", angle: 45_000, distance: 500 })], false).slant).toBe(true);
  });
});
