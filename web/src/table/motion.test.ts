import { describe, expect, it } from "vitest";
import { formedShape } from "./formed";
import { durationOf, lengthOf, placeAt, type Journey, type Stretch } from "./motion";
import { wheeled } from "./pose";

const shape = formedShape({ base: { width: 750, depth: 750 }, files: 8, spacing: 0, hedgehog: false }, 24);
const from = { x: 12_000, y: 39_000, heading: 0 };
const ahead: Stretch = { from, to: { ...from, y: 37_000 }, turn: 0, halfFront: 3000, shape, atOnce: false };
const wheel: Stretch = { from: ahead.to, to: wheeled(ahead.to, 3000, 45_000), turn: 45_000, halfFront: 3000, shape, atOnce: false };
const journey: Journey = { unit: "bows", stretches: [ahead, wheel] };

describe("units on their way", () => {
  it("take 240 ms and 40 for every inch, at most 900", () => {
    expect(durationOf({ unit: "bows", stretches: [ahead] })).toBe(320);
    const far = { ...ahead, to: { ...from, y: 0 } };
    expect(durationOf({ unit: "bows", stretches: [far] })).toBe(900);
  });

  it("measure a wheel along its outer corner", () => {
    expect(lengthOf(wheel)).toBeCloseTo((Math.PI / 4) * 6000, 6);
  });

  it("keep the corner they wheel on where it is", () => {
    const { pose } = placeAt(journey, 0.7);
    expect(pose.heading).toBeGreaterThan(0);
    const angle = (pose.heading / 1000) * (Math.PI / 180);
    const corner = { x: pose.x + Math.cos(angle) * 3000, y: pose.y + Math.sin(angle) * 3000 };
    expect(corner.x).toBeCloseTo(15_000, -1);
    expect(corner.y).toBeCloseTo(37_000, -1);
  });

  it("begin and end where they stand", () => {
    expect(placeAt(journey, 0).pose).toEqual(from);
    expect(placeAt(journey, 1).pose).toEqual(wheel.to);
  });

  it("take up another shape at once", () => {
    const wide = formedShape({ base: { width: 750, depth: 750 }, files: 12, spacing: 0, hedgehog: false }, 24);
    const reform: Stretch = { ...ahead, to: from, shape: wide, atOnce: true };
    const onward: Stretch = { ...ahead, shape: wide };
    expect(lengthOf(reform)).toBe(0);
    expect(placeAt({ unit: "bows", stretches: [reform, onward] }, 0.1).shape).toBe(wide);
  });
});
