import { describe, expect, it } from "vitest";
import { areCards, faceOf } from "./face";

describe("the face of a card", () => {
  it("is read from its title", () => {
    expect(faceOf("Seven of spades: Target", "TA-CMD-S07")).toEqual({ suit: "spades", rank: "7", name: "Seven of spades", effect: "Target" });
    expect(faceOf("Ace of hearts: Maneuver", "x")).toMatchObject({ suit: "hearts", rank: "A" });
    expect(faceOf("10 of clubs: Brace", "x")).toMatchObject({ suit: "clubs", rank: "10" });
  });

  it("is a joker's with the effect that was named", () => {
    expect(faceOf("First joker: Rally", "TA-CMD-J01:rally")).toMatchObject({ suit: "joker", name: "First joker", effect: "Rally" });
  });

  it("is read from its key where nothing else is known", () => {
    expect(faceOf("", "TA-CMD-D12")).toEqual({ suit: "diamonds", rank: "Q", name: "Queen of diamonds", effect: "" });
    expect(faceOf("", "TA-CMD-J02")).toMatchObject({ suit: "joker", name: "Joker" });
    expect(faceOf("House Axes", "red-1")).toBeNull();
  });

  it("is asked of every option before a choice is shown as cards", () => {
    expect(areCards([{ key: "TA-CMD-S07", label: "Seven of spades: Target" }])).toBe(true);
    expect(areCards([{ key: "TA-CMD-S07", label: "Seven of spades: Target" }, { key: "pass", label: "None" }])).toBe(false);
    expect(areCards([])).toBe(false);
  });
});
