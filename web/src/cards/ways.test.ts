import { describe, expect, it } from "vitest";
import type { Use } from "../api/types";
import { howMany, waysOf } from "./ways";

const use = (key: string, label: string, more: Partial<Use> = {}): Use => ({
  key,
  label,
  rule: "TA-CMD-20",
  least: 1,
  most: 2,
  units: ["a", "b"],
  targets: [],
  barred: "",
  ...more,
});

describe("the ways to play a card", () => {
  it("are its uses", () => {
    const [march, charge] = [use("march", "march"), use("charge", "charge", { barred: "nobody can" })];
    expect(waysOf([march, charge])).toEqual([
      { key: "march", label: "march", rule: "TA-CMD-20", barred: "", use: march, later: [] },
      { key: "charge", label: "charge", rule: "TA-CMD-20", barred: "nobody can", use: charge, later: [] },
    ]);
  });

  it("part a joker's two effects: one now, one to be named", () => {
    const [one, other, third] = [
      use("march+rally", "march, and later: Rally"),
      use("march+target", "march, and later: Target"),
      use("charge+rally", "charge, and later: Rally"),
    ];
    const ways = waysOf([one, other, third]);
    expect(ways.map(({ key, label }) => [key, label])).toEqual([["march", "march"], ["charge", "charge"]]);
    expect(ways[0]?.later).toEqual([
      { key: "rally", label: "Rally", use: one },
      { key: "target", label: "Target", use: other },
    ]);
    expect(ways[0]?.use).toBeNull();
  });

  it("say for how many they are", () => {
    expect(howMany(use("a", "a", { least: 1, most: 1 }))).toBe("1 unit");
    expect(howMany(use("a", "a"))).toBe("1 or 2 units");
    expect(howMany(use("a", "a", { most: 3 }))).toBe("1 to 3 units");
  });
});
