// Army lists as text: a unit's own settings in words.

import type { ArmyUnitShown } from "../api/types";
import { words } from "./words";

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
