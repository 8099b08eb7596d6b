import { describe, expect, it } from "vitest";
import type { Aim, Use } from "../api/types";
import { aimWord, howMany, waysOf } from "./ways";

const aim: Aim = { at: "units", whom: "friend", least: 1, most: 2, eligible: ["a", "b"], must: [] };

const use = (key: string, label: string, more: Partial<Use> = {}): Use => ({
  key,
  label,
  rules: ["TA-CMD-20"],
  aim,
  against: null,
  barred: "",
  ...more,
});

describe("the ways to play a card", () => {
  it("are its uses", () => {
    const [march, charge] = [use("march", "march"), use("charge", "charge", { barred: "nobody can" })];
    expect(waysOf([march, charge], undefined)).toEqual([
      { key: "march", label: "march", barred: "", use: march, later: [] },
      { key: "charge", label: "charge", barred: "nobody can", use: charge, later: [] },
    ]);
  });

  it("part a joker's two effects: one now, one to be named", () => {
    const [one, other, third] = [
      use("march+rally", "march, and later: Rally"),
      use("march+target", "march, and later: Target"),
      use("charge+rally", "charge, and later: Rally"),
    ];
    const ways = waysOf([one, other, third], { faces: {}, uses: { march: "march", charge: "charge" }, effects: { rally: "Rally", target: "Target" } });
    expect(ways.map(({ key, label }) => [key, label])).toEqual([["march", "march"], ["charge", "charge"]]);
    expect(ways[0]?.later).toEqual([
      { key: "rally", label: "Rally", use: one },
      { key: "target", label: "Target", use: other },
    ]);
    expect(ways[0]?.use).toBeNull();
  });

  it("say for how many they are", () => {
    expect(howMany({ ...aim, most: 1 })).toBe("1 unit");
    expect(howMany(aim)).toBe("1 or 2 units");
    expect(howMany({ ...aim, most: 3 })).toBe("1 to 3 units");
  });

  it("are for friends, against foes, on anybody", () => {
    expect((["friend", "foe", "any"] as const).map((whom) => aimWord({ ...aim, whom }))).toEqual(["for", "against", "on"]);
  });
});
