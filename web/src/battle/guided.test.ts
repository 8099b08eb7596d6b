import { describe, expect, it } from "vitest";

import type { Manoeuvre, StepShown } from "../api/types";
import { amountOf, drawnPart, goalPath, handleFor, openUnits, partOn, stepOn, toGo } from "./lesson-hand";

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

describe("what a step asks of the hand", () => {
  const step = (leg: string, side: string, least: number): StepShown => ({ leg, side, least, ring: "a", target: "" }) as unknown as StepShown;

  it("is done by the mark that moves: of a wheel the corner that walks", () => {
    expect(handleFor({ leg: "wheel", side: "right" })).toBe("left corner");
    expect(handleFor({ leg: "wheel", side: "left" })).toBe("right corner");
    expect(handleFor({ leg: "advance", side: "" })).toBe("ahead");
    expect(handleFor({ leg: "face", side: "rear" })).toBe("rear");
    expect(handleFor({ leg: "face", side: "left" })).toBe("left flank");
    expect(handleFor({ leg: "", side: "" })).toBeNull();
  });

  it("has a goal that is just enough of what is shown", () => {
    expect(amountOf(step("advance", "", 4), goalPath(step("advance", "", 4), [advance(6)]))).toBeCloseTo(4, 1);
    const path = goalPath(step("wheel", "left", 30), [wheel("left", 45), advance(4)]);
    expect(path).toHaveLength(1);
    expect(amountOf(step("wheel", "left", 30), path)).toBeGreaterThanOrEqual(30);
    expect(goalPath(step("advance", "", 9), [advance(6)])).toEqual([advance(6)]);
  });

  it("can be done press by press", () => {
    const turn = step("wheel", "right", 30);
    expect(stepOn(turn)).toBe("Turn 15°");
    expect(stepOn(step("advance", "", 4))).toBe("Go 2″");
    expect(stepOn(step("reform", "", 1))).toBe("");
    const once = partOn(turn, [wheel("right", 45)], []);
    expect(amountOf(turn, once)).toBeGreaterThanOrEqual(15);
    expect(amountOf(turn, partOn(turn, [wheel("right", 45)], once))).toBeGreaterThanOrEqual(30);
    expect(partOn(turn, [wheel("right", 20)], [wheel("right", 15)])).toEqual([wheel("right", 20)]);
  });

  it("is about who is told and who is aimed at, and a choice about nobody", () => {
    const aimed = { type: "commanded", actor: "a", action: "shoot", form: { type: "aimed", target: "b" } } as never;
    expect(openUnits({ ring: "a", target: "" }, aimed)).toEqual(new Set(["a", "b"]));
    expect(openUnits({ ring: "", target: "" }, { type: "chosen", keys: ["red"] } as never)).toBeNull();
  });
});
