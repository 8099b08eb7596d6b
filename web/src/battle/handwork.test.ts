import { describe, expect, it } from "vitest";
import type { HeldCard } from "../api/types";
import { isHandwork } from "./handwork";

const held = (key: string, use: string): HeldCard => ({ key, title: "", text: "", rule: "CM-SIEGE-17", count: 1, holder: "party", uses: [{ key: use, label: "", rules: [], aim: { at: "nobody", whom: "any", least: 0, most: 0, eligible: [], must: [] }, against: null, barred: "" }] });

describe("what units do with their hands", () => {
  it("is named by its one use", () => {
    expect(isHandwork([held("party:climb", "climb"), held("guard:pour", "pour")])).toBe(true);
  });

  it("is no spell, and not nothing", () => {
    expect(isHandwork([held("mareth:death_spell", "cast")])).toBe(false);
    expect(isHandwork([held("party:climb", "climb"), held("mareth:death_spell", "cast")])).toBe(false);
    expect(isHandwork([])).toBe(false);
  });
});
