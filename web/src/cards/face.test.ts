import { describe, expect, it } from "vitest";
import { areCards, faceOf } from "./face";

const seven = { suit: "spades", rank: "7", name: "Seven of spades", effect: "Target" };
const deck = { faces: { "TA-CMD-S07": seven }, uses: {}, effects: {} };

describe("the face of a card", () => {
  it("is the one its deck has", () => {
    expect(faceOf(deck, "TA-CMD-S07")).toEqual(seven);
    expect(faceOf(deck, "red-1")).toBeNull();
    expect(faceOf(undefined, "TA-CMD-S07")).toBeNull();
  });

  it("is asked of every option before a choice is shown as cards", () => {
    expect(areCards(deck, [{ key: "TA-CMD-S07" }])).toBe(true);
    expect(areCards(deck, [{ key: "TA-CMD-S07" }, { key: "pass" }])).toBe(false);
    expect(areCards(deck, [])).toBe(false);
  });
});
