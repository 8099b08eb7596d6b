import { describe, expect, it } from "vitest";
import type { FormedBody, Manoeuvre, MenuEntry } from "../api/types";
import { formedShape } from "../table/formed";
import { anchorOf, baseOf, heldPoint, legsFor, turningOf, type Turning } from "./hands";
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

  it("widen the front by a rear corner, face by a flank and about by the rear", () => {
    expect(legsFor({ kind: "handle", id: "right files" }, stand, { x: 15_750, y: 41_250 }, here, wheeling, false)).toEqual([{ type: "reform", files: 10 }]);
    expect(legsFor({ kind: "handle", id: "left flank" }, stand, { x: 7_500, y: 40_000 }, here, wheeling, false)).toEqual([{ type: "face", to: "left" }]);
    expect(legsFor({ kind: "handle", id: "left flank" }, stand, { x: 8_500, y: 40_000 }, here, wheeling, false)).toEqual([]);
    expect(legsFor({ kind: "handle", id: "rear" }, stand, { x: 12_000, y: 42_500 }, here, wheeling, false)).toEqual([{ type: "face", to: "rear" }]);
  });

  it("plot as far as the hand went, from whatever point the body is held by", () => {
    for (const turning of [wheeling, spinning])
      for (const [x, y] of [[9_200, 39_300], [12_000, 40_000], [14_900, 41_100]] as const) {
        const held = heldPoint({ kind: "unit", id: "bows" }, stand, turning);
        const legs = legsFor({ kind: "unit", id: "bows" }, stand, { x, y: y - 4000 }, { x: x - held.x, y: y - held.y }, turning, false);
        expect(legs).toEqual([{ type: "advance", distance: 4000 }]);
      }
  });

  it("swing a corner from where it is held, and not from where its mark lies", () => {
    const corner = { kind: "handle", id: "left corner" } as const;
    const at = anchorOf("left corner", stand);
    const mark = { x: at.x - 730, y: at.y - 730 };
    const off = { x: mark.x - at.x, y: mark.y - at.y };
    expect(legsFor(corner, stand, mark, off, wheeling, false)).toEqual([]);
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
    const entry = (...legs: Manoeuvre[]): MenuEntry => ({ action: "move", label: "", key: "", rule: "", form: "path", name: "", legs, reasons: [], cost: 0, pointing: null, firing: null, icon: "", shown: "possible", phrase: "" });
    expect(turningOf([entry({ type: "turn", angle: 15_000 })], false)).toEqual({ middle: true, corners: "turn", slant: false });
    expect(turningOf([entry({ type: "turn", angle: 15_000 }), entry(wheel)], false)).toEqual({ middle: true, corners: "wheel", slant: false });
    expect(turningOf([entry(wheel)], false)).toEqual({ middle: false, corners: "wheel", slant: false });
    expect(turningOf([entry(wheel), entry({ type: "oblique", angle: 45_000, distance: 500 })], false).slant).toBe(true);
  });
});
