import { describe, expect, it } from "vitest";
import type { Odds } from "../api/types";
import { chartOf, halfOrMore, percent, wordsFor } from "./odds";

describe("odds", () => {
  it("marks the most likely number and leaves the invisible tail away", () => {
    const chart = chartOf([0.1, 0.2, 0.4, 0.2, 0.1, 0.0001, 0.0001]);
    expect(chart.peak).toBe(2);
    expect(chart.bars.map((bar) => bar.value)).toEqual([0, 1, 2, 3, 4]);
    expect(chart.bars[2]?.height).toBe(52);
  });
  it("adds up the chances that half of them fall", () => {
    expect(halfOrMore([0.5, 0.25, 0.15, 0.1], 4)).toBeCloseTo(0.25);
    expect(halfOrMore([1], 0)).toBe(0);
  });
  it("never calls a small chance none, or a great one certain", () => {
    expect(percent(0.001)).toBe("<1 %");
    expect(percent(0.999)).toBe(">99 %");
    expect(percent(0.53)).toBe("53 %");
    expect(percent(1)).toBe("100 %");
  });
  it("says what the dice need", () => {
    const needs = { label: "to hit", terms: [{ label: "", value: 4, rule: "" }, { label: "", value: 1, rule: "" }] };
    expect(wordsFor({ dice: 24, needs, blows: [] } as unknown as Odds)).toBe("24 dice, each hits on 5 or 6");
  });
  it("says it of dice that must stay at or under a number", () => {
    const needs = { label: "to hit", terms: [{ label: "", value: 3, rule: "TA-MELEE-10" }] };
    expect(wordsFor({ dice: 5, needs, blows: [] } as unknown as Odds)).toBe("5 dice, each hits on 1 to 3");
  });
});
