import { describe, expect, it } from "vitest";

import type { Manoeuvre } from "../api/types";
import { amountOf, drawnPart, toGo } from "./guided.svelte";

const wheel = (side: "left" | "right", degrees: number): Manoeuvre => ({ type: "wheel", side, angle: degrees * 1000 });
const advance = (inches: number): Manoeuvre => ({ type: "advance", distance: inches * 1000 });

describe("how far a hand has come with a step", () => {
  const right = { leg: "wheel", side: "right", least: 45 };

  it("counts the legs the step is about, and no others", () => {
    expect(amountOf(right, [advance(4), wheel("right", 20), wheel("left", 30), wheel("right", 10)])).toBe(30);
    expect(amountOf({ leg: "turn", side: "left" }, [{ type: "turn", angle: -15_000 }, { type: "turn", angle: 20_000 }])).toBe(15);
    expect(amountOf({ leg: "face", side: "rear" }, [{ type: "face", to: "rear" }, { type: "face", to: "left" }])).toBe(1);
  });

  it("says what is left, in degrees or inches, and nothing when it is done", () => {
    expect(toGo(right, [wheel("right", 30)])).toBe("15° to go");
    expect(toGo({ leg: "advance", side: "", least: 6 }, [advance(3.7)])).toBe("2.5″ to go");
    expect(toGo(right, [wheel("right", 45)])).toBe("");
    expect(toGo({ leg: "", side: "", least: 0 }, [])).toBe("");
  });

  it("draws leg after leg", () => {
    const path = [wheel("right", 40), advance(4)];
    expect(drawnPart(path, 0.25)).toEqual([wheel("right", 20)]);
    expect(drawnPart(path, 0.75)).toEqual([wheel("right", 40), advance(2)]);
    expect(drawnPart(path, 1)).toEqual(path);
    expect(drawnPart([{ type: "face", to: "left" }], 0.5)).toEqual([]);
  });
});
