import { describe, expect, it } from "vitest";
import { chanceOf, counts, inOrder, isDraw, needed, needOf } from "./counting";

describe("dice that count", () => {
  const over = needOf({ type: "at_least", need: 5 })!;
  const under = needOf({ type: "at_most", need: 2 })!;

  it("show a number or more, or stay at it or under", () => {
    expect([1, 2, 5, 6].filter((face) => counts(over, face))).toEqual([5, 6]);
    expect([1, 2, 5, 6].filter((face) => counts(under, face))).toEqual([1, 2]);
    expect(counts(needOf({ type: "sum" }), 6)).toBe(false);
    expect([needed(over), needed(under)]).toEqual(["5 or more", "2 or less"]);
  });

  it("have a chance", () => {
    expect(chanceOf(over, 6)).toBeCloseTo(2 / 6);
    expect(chanceOf(under, 6)).toBeCloseTo(2 / 6);
    expect(chanceOf({ face: 0, orLess: true }, 6)).toBe(0);
    expect(chanceOf({ face: 9, orLess: true }, 6)).toBe(1);
  });

  it("lie first", () => {
    expect(inOrder([3, 6, 1], over)).toEqual([6, 3, 1]);
    expect(inOrder([3, 6, 1], under)).toEqual([1, 3, 6]);
  });

  it("are no draws from a bag", () => {
    const pool = { count: 1, sides: 54, label: "card", whose: "red" };
    expect(isDraw({ pools: [{ ...pool, reading: { type: "from_bag" } }] })).toBe(true);
    expect(isDraw({ pools: [{ ...pool, reading: { type: "sum" } }] })).toBe(false);
  });
});
