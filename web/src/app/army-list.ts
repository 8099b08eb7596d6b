// Army lists as text: something to begin with for every book, and a unit's own settings in words.

import type { ArmyUnitShown } from "../api/types";
import { words } from "./words";

const EXAMPLES: Readonly<Record<string, string>> = {
  book_of_war: `ruleset = "book_of_war"
name = "The Levy of Harrowdale"
limit = 200

[[units]]
troop = "pikemen"
figures = 16
files = 8
name = "Harrow Pikes"
`,
  by_this_axe: `ruleset = "by_this_axe"
name = "The Jarl's Axes"
limit = 200

[[units]]
troop = "axemen"
figures = 10
files = 5
name = "House Axes"
equipment = { shield = true, armour = "medium" }

[[units]]
troop = "general"
figures = 1
name = "Jarl Hakon"
joins = "House Axes"
equipment = { roles = ["general", "hero"] }
`,
  chainmail: `ruleset = "chainmail"
name = "The Men of Ostrey"
limit = 100

[[units]]
troop = "halberdiers"
figures = 12
files = 6
name = "Ostrey Bills"

[[units]]
troop = "light_catapult"
figures = 4
name = "The Thumper"
`,
};

export function exampleFor(book: string): string {
  return EXAMPLES[book] ?? `ruleset = "${book}"\nname = "My host"\n`;
}

/** What sets a unit apart from its troop type, and whom it starts with: "no shield, two handed axe, with House Axes". */
export function apart({ equipment, joins }: Pick<ArmyUnitShown, "equipment" | "joins">): string {
  const said = Object.entries(equipment).map(([name, value]) => {
    if (value === true) return words(name);
    if (value === false) return `no ${words(name)}`;
    if (typeof value === "number") return `${words(name)} ${value}`;
    return words(Array.isArray(value) ? value.join(" and ") : value);
  });
  return [...said, joins ? `with ${joins}` : ""].filter(Boolean).join(", ");
}
