import { describe, expect, it } from "vitest";

import type { Stat } from "../api/types";
import { cardParts } from "./card-parts";

const stat = (label: string, part: Stat["part"]): Stat => ({ label, value: "1", rule: "", tally: null, part });

describe("a unit's card", () => {
  it("lists the same things in the same order, however a book gives them", () => {
    const given = [stat("Lost", "so_far"), stat("Bow", "shoots"), stat("MV", "moves"), stat("Spear", "fights"), stat("AS", "armour"), stat("Charge", "moves")];
    expect(cardParts(given).map(({ part, stats }) => [part, ...stats.map(({ label }) => label)])).toEqual([
      ["Moves", "MV", "Charge"],
      ["Armour", "AS"],
      ["Fights", "Spear"],
      ["Shoots", "Bow"],
      ["So far", "Lost"],
    ]);
  });

  it("leaves out what the title says", () => {
    expect(cardParts([stat("Files", "title"), stat("Ranks", "title")])).toEqual([]);
  });
});
