import { describe, expect, it } from "vitest";
import { formedShape } from "../table/formed";
import { meetingBoxes, tableBox } from "../table/shape";
import { freeSpot, inZone, outlook } from "./deploying";

const table = { width: 72_000, depth: 48_000 };
const zone = { left: 0, top: 36_000, right: 72_000, bottom: 48_000 };
const shape = formedShape({ base: { width: 750, depth: 750 }, files: 8, spacing: 0, hedgehog: false }, 16);

describe("setting down", () => {
  it("looks from the zone over the table", () => {
    expect(outlook(zone, table)).toBe(0);
    expect(outlook({ left: 0, top: 0, right: 72_000, bottom: 12_000 }, table)).toBe(180_000);
    expect(outlook({ left: 0, top: 0, right: 12_000, bottom: 48_000 }, table)).toBe(90_000);
  });
  it("begins in the middle of the front line", () => {
    expect(freeSpot(zone, 0, shape, [])).toEqual({ x: 36_000, y: 36_000, heading: 0 });
  });
  it("goes beside those who stand there already", () => {
    const first = tableBox(freeSpot(zone, 0, shape, []), shape);
    const second = tableBox(freeSpot(zone, 0, shape, [first]), shape);
    expect(meetingBoxes(first, second)).toBe(false);
  });
  it("leaves room to wheel while there is any, and closes up where there is none", () => {
    const first = tableBox(freeSpot(zone, 0, shape, []), shape);
    const roomy = tableBox(freeSpot(zone, 0, shape, [first]), shape);
    expect(Math.max(roomy.left - first.right, first.left - roomy.right)).toBeGreaterThanOrEqual(1_000);
    const narrow = { left: 30_000, top: 36_000, right: 42_800, bottom: 38_000 };
    const left = tableBox({ x: 33_000, y: 36_000, heading: 0 }, shape);
    const close = tableBox(freeSpot(narrow, 0, shape, [left]), shape);
    expect(meetingBoxes(left, close)).toBe(false);
    expect(close.left - left.right).toBeLessThan(1_000);
  });
  it("keeps a body inside the zone", () => {
    const pose = inZone(zone, { x: 500, y: 47_900, heading: 0 }, shape);
    const box = tableBox(pose, shape);
    expect(box.left).toBeGreaterThanOrEqual(0);
    expect(box.bottom).toBeLessThanOrEqual(48_000);
  });
});
