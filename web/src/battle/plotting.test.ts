import { describe, expect, it } from "vitest";
import type { FormedBody, Manoeuvre } from "../api/types";
import { formedShape } from "../table/formed";
import { halfFront } from "../table/shape";
import {
  afterLeg,
  drawnAhead,
  middleOf,
  nudged,
  pathLegs,
  shapeOfFigures,
  slantedTowards,
  swung,
  turnOf,
  towards,
  unplotted,
  walked,
  widened,
  withLeg,
  type Stand,
} from "./plotting";
import { pathInWords, verbOf } from "./leg-words";

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
const longbows: Stand = { pose: { x: 12_000, y: 39_000, heading: 0 }, body, shape: formedShape(body, 24) };
const advance = (distance: number): Manoeuvre => ({ type: "advance", distance });
const wheel = (side: "left" | "right", angle: number): Manoeuvre => ({ type: "wheel", side, angle });

describe("putting legs together", () => {
  it("makes two advances one", () => {
    expect(withLeg([advance(2000)], advance(500))).toEqual([advance(2500)]);
  });
  it("makes two wheels to one side one, and takes one to the other side off it", () => {
    expect(withLeg([wheel("right", 30_000)], wheel("right", 15_000))).toEqual([wheel("right", 45_000)]);
    expect(withLeg([wheel("right", 30_000)], wheel("left", 15_000))).toEqual([wheel("right", 15_000)]);
    expect(withLeg([wheel("right", 15_000)], wheel("left", 15_000))).toEqual([]);
    expect(withLeg([wheel("right", 15_000)], wheel("left", 30_000))).toEqual([wheel("left", 15_000)]);
  });
  it("never wheels beyond half a turn in one leg", () => {
    expect(withLeg([wheel("left", 170_000)], wheel("left", 15_000))).toHaveLength(2);
  });
  it("call an order as the book does, and one without words by its own name", () => {
    const loose = { does: "Loose", at: "loose at", may: "may be loosed at", goes: "", aimed: true };
    expect(verbOf({ loose }, "loose")).toBe(loose);
    expect(verbOf({ loose }, "take_aim")).toMatchObject({ does: "Take aim", at: "take aim", may: "may be chosen" });
  });

  it("makes two slants of one angle one, and nudges it along", () => {
    const slant = (angle: number, distance: number): Manoeuvre => ({ type: "oblique", angle, distance });
    expect(withLeg([slant(30_000, 2000)], slant(30_000, 500))).toEqual([slant(30_000, 2500)]);
    expect(withLeg([slant(30_000, 2000)], slant(-30_000, 500))).toHaveLength(2);
    expect(nudged([slant(30_000, 2000)], -500)).toEqual([slant(30_000, 1500)]);
    expect(nudged([slant(30_000, 500)], -500)).toEqual([]);
    expect(pathInWords([slant(-30_000, 2500), { type: "form_up", to: "set_ring" }], { set_ring: "set spears all round" })).toBe("Oblique left 30° for 2½″, set spears all round");
  });
  it("goes slantwise to a hand without turning, by half a right angle at most", () => {
    expect(slantedTowards(longbows, { x: 12_000, y: 35_000 }, false)).toEqual([advance(4000)]);
    const [leg] = slantedTowards(longbows, { x: 15_000, y: 36_000 }, false);
    expect(leg).toMatchObject({ type: "oblique", angle: 45_000 });
    const there = afterLeg(longbows, leg!)!;
    expect(there.pose.heading).toBe(0);
    expect(there.pose.x - 12_000).toBeCloseTo(39_000 - there.pose.y, -1);
    expect(slantedTowards(longbows, { x: 30_000, y: 38_000 }, false)[0]).toMatchObject({ angle: 45_000 });
    expect(slantedTowards(longbows, { x: 12_000, y: 44_000 }, false)).toEqual([]);
  });
  it("takes the last leg back", () => {
    expect(unplotted([advance(1000), wheel("left", 15_000)])).toEqual([advance(1000)]);
    expect(unplotted([])).toEqual([]);
  });
  it("nudges the advance at the end, and nothing backwards without one", () => {
    expect(nudged([wheel("left", 15_000)], 500)).toEqual([wheel("left", 15_000), advance(500)]);
    expect(nudged([advance(500)], -500)).toEqual([]);
    expect(nudged([wheel("left", 15_000)], -500)).toEqual([wheel("left", 15_000)]);
  });
  it("says a path as players do", () => {
    expect(pathInWords([advance(2500), wheel("right", 45_000)], {})).toBe("Advance 2½″, wheel right 45°");
  });
});

describe("where legs lead", () => {
  it("goes where the look of the table says: advance 2, wheel right 45", () => {
    const stands = walked(longbows, [advance(2000), wheel("right", 45_000)]);
    expect(stands[0]?.pose).toEqual({ x: 12_000, y: 37_000, heading: 0 });
    expect(stands[1]?.pose).toEqual({ x: 12_879, y: 34_879, heading: 45_000 });
  });
  it("draws a wheel as a bow and an advance as a line", () => {
    const path = [advance(2000), wheel("right", 45_000)];
    const legs = pathLegs(longbows, path, walked(longbows, path));
    expect(legs.map((leg) => leg.turn)).toEqual([0, 45_000]);
  });
  it("keeps its ground when it faces right", () => {
    const stand = afterLeg(longbows, { type: "face", to: "right" });
    expect(stand?.pose).toEqual({ x: 15_000, y: 40_125, heading: 90_000 });
    expect(stand?.body?.files).toBe(3);
  });
  it("stands at its old rear when it faces about", () => {
    const stand = afterLeg(longbows, { type: "face", to: "rear" });
    expect(stand?.pose).toEqual({ x: 12_000, y: 41_250, heading: 180_000 });
  });
  it("leaves bent columns to the server", () => {
    const bent = { ...longbows, body: { ...body, bends: [{ type: "bend", length: 750, turn: 15_000 } as const] } };
    expect(afterLeg(bent, { type: "face", to: "left" })).toBeNull();
  });
  it("reads patches and front off figures in rows", () => {
    const shape = shapeOfFigures(formedShape({ ...body, files: 5 }, 12).figures);
    expect(shape.rects).toHaveLength(2);
    expect(halfFront(shape)).toBe(1875);
  });
});

describe("hands on the table", () => {
  it("draws ahead to the half inch, and never backwards", () => {
    expect(drawnAhead(longbows.pose, { x: 12_400, y: 36_700 }, false)).toBe(2500);
    expect(drawnAhead(longbows.pose, { x: 12_000, y: 41_000 }, false)).toBe(0);
  });
  it("swings the corner in hand about the other one and clicks at fifteen degrees", () => {
    const half = halfFront(longbows.shape);
    const corner = { x: 15_000 - 6000 * Math.cos(0.79), y: 39_000 - 6000 * Math.sin(0.79) };
    expect(swung(longbows.pose, half, "right", corner, false)).toBe(45_000);
    const other = { x: 9000 + 6000 * Math.cos(0.35), y: 39_000 - 6000 * Math.sin(0.35) };
    expect(swung(longbows.pose, half, "left", other, true)).toBe(-20_000);
  });
  it("goes straight to what lies ahead, and wheels to what lies aside", () => {
    expect(towards(longbows, { x: 12_200, y: 35_000 }, false)).toEqual([advance(4000)]);
    const legs = towards(longbows, { x: 18_000, y: 33_000 }, false);
    expect(legs.map((leg) => leg.type)).toEqual(["wheel", "advance"]);
    const end = walked(longbows, legs).at(-1)!.pose;
    expect(Math.hypot(end.x - 18_000, end.y - 33_000)).toBeLessThan(600);
  });
  it("does not march to what lies behind", () => {
    expect(towards(longbows, { x: 12_000, y: 45_000 }, false)).toEqual([]);
  });

  it("comes as near as it can to a point close beside a broad front, on a slant where that may be", () => {
    const broad: Stand = { ...longbows, shape: formedShape({ ...body, files: 24 }, 48) };
    const hand = { x: 14_000, y: 35_000 };
    const legs = towards(broad, hand, false);
    expect(legs[0]).toMatchObject({ type: "wheel", side: "right" });
    const { pose } = walked(broad, legs).at(-1)!;
    expect(Math.hypot(pose.x - hand.x, pose.y - hand.y)).toBeLessThan(2200);
    expect(towards(broad, hand, false, true)).toEqual([{ type: "oblique", angle: 25_000, distance: 4500 }]);
    expect(towards(broad, { x: 16_000, y: 39_000 }, false, true)).toEqual([]);
  });
  it("makes as many files as a flank is drawn wide", () => {
    expect(widened(longbows, { x: 15_750, y: 40_000 })).toBe(10);
    expect(widened(longbows, { x: 90_000, y: 40_000 })).toBe(24);
  });
});

describe("a turn about the middle", () => {
  const square: Stand = { pose: { x: 10_000, y: 10_000, heading: 0 }, body: null, shape: { figures: [[0, -500, 0, 1000, 1000]], front: [], rects: [] } };

  it("leaves the middle where it is", () => {
    const after = afterLeg(square, { type: "turn", angle: 90_000 })!;
    expect(after.pose).toEqual({ x: 10_500, y: 10_500, heading: 90_000 });
    expect(middleOf(after)).toMatchObject({ x: 10_000, y: 10_500 });
  });

  it("adds up, and comes to nothing where it is taken back", () => {
    const turned = withLeg([turnOf(30_000)], turnOf(15_000));
    expect(turned).toEqual([turnOf(45_000)]);
    expect(withLeg(turned, turnOf(-45_000))).toEqual([]);
    expect(pathInWords([turnOf(-45_000), turnOf(180_000)], {})).toBe("Turn left 45°, turn about");
  });
});
