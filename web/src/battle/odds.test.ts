import { describe, expect, it } from "vitest";
import type { Odds } from "../api/types";
import { chartOf, halfOrMore, notesOf, percent, wordsFor } from "./odds";

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
    expect(percent(0.001)).toBe("<1%");
    expect(percent(0.999)).toBe(">99%");
    expect(percent(0.53)).toBe("53%");
    expect(percent(1)).toBe("100%");
  });
  it("says what the dice need", () => {
    const said = (...blows: object[]): string => wordsFor({ dice: 0, blows: blows.map((blow) => ({ sides: 6, ...blow })) } as unknown as Odds);
    const [over, under] = [(need: number) => ({ type: "at_least", need }), (need: number) => ({ type: "at_most", need })];
    expect(said({ dice: 24, reading: over(5) })).toBe("24 dice, each hits on 5 or 6");
    expect(said({ dice: 1, reading: over(7) }, { dice: 2, reading: over(1) })).toBe("1 die, none can hit; 2 dice, each hits");
    expect(said({ dice: 5, reading: under(3) })).toBe("5 dice, each hits on 1 to 3");
    expect(said({ dice: 2, reading: under(1) }, { dice: 3, reading: under(1) })).toBe("5 dice, each hits on 1");
    expect(said({ dice: 4, reading: over(8), sides: 10 })).toBe("4 dice, each hits on 8 to 10");
    expect(said()).toBe("No dice");
  });
  it("says of dice that are read in a table that they are, and how", () => {
    const notes = ["10 firing at unarmored: 1-2 kills 3, 3-6 kills 4", "over heads"].map((text) => ({ text, rules: [] }));
    const odds = { dice: 2, blows: [], notes } as unknown as Odds;
    expect(wordsFor(odds)).toBe("2 dice, read in a table");
    expect(notesOf(odds)).toEqual(["10 firing at unarmored: 1-2 kills 3, 3-6 kills 4", "Over heads"]);
  });
});
