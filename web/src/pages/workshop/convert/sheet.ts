// The sheet of a creature in the making, and how an army list takes it in. A sheet is never changed in place.

import type { ArmyList, CreatureEntry, Enlisting, ListedUnit } from "../../../api/types";
import { added } from "../army/edits";

/** A plain man, to begin with. */
export const BLANK: CreatureEntry = { name: "Somebody", hit_dice: "1", armour_class: 7, move: 12, attacks: ["1d6"] };

/** With another number, text or word; what is empty is left out. */
export function withField(sheet: CreatureEntry, key: keyof CreatureEntry, value: unknown): CreatureEntry {
  const { [key]: _, ...rest } = sheet;
  const empty = value === null || value === undefined || value === "" || value === false || (Array.isArray(value) && !value.length);
  return (empty ? rest : { ...sheet, [key]: value }) as CreatureEntry;
}

/** Of another armour class, of the same kind or of the other: 20 is what the two come to together. */
export function withArmour(sheet: CreatureEntry, value: number, ascending: boolean): CreatureEntry {
  const { armour_class: _, ascending_armour_class: __, ...rest } = sheet;
  return ascending ? { ...rest, ascending_armour_class: value } : { ...rest, armour_class: value };
}

export const isAscending = (sheet: CreatureEntry): boolean => sheet.ascending_armour_class != null;

/** What is written of dice, one after the other: "1d6, 1d6, 2d4". */
export const diceIn = (text: string): string[] =>
  text
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean)
    .slice(0, 8);

/** A name under which an army list can bring it: small letters and figures, and free. */
export function keyFor(name: string, taken: readonly string[]): string {
  const signs = Array.from(name.toLowerCase().normalize("NFKD"), (sign) => ((sign >= "a" && sign <= "z") || (sign >= "0" && sign <= "9") ? sign : sign.charCodeAt(0) > 127 ? "" : "_"));
  const stem = signs.join("").split("_").filter(Boolean).join("_").slice(0, 40) || "creature";
  for (let number = 1; ; number++) {
    const key = number === 1 ? stem : `${stem}_${number}`;
    if (!taken.includes(key)) return key;
  }
}

/** A list with a troop type of its own, like one of the book, and one of it. */
export function enlistedLike(army: ArmyList, like: string, name: string): ArmyList {
  const brought = army.troops ?? {};
  const same = Object.keys(brought).find((key) => brought[key]!.like === like && brought[key]!.name === name);
  const key = same ?? keyFor(name, [...Object.keys(brought), ...Object.keys(army.creatures ?? {}), like]);
  return added({ ...army, troops: { ...brought, [key]: { ...brought[key], like, name } } } as ArmyList, { troop: key, figures: 1 } as ListedUnit, name);
}

/** A list with the figure in it; what the book does not have comes along as a house rule. */
export function enlisted(army: ArmyList, way: Enlisting, name: string): ArmyList {
  if (!way.house) return added(army, way.unit as ListedUnit, name);
  const brought = army.creatures ?? {};
  const same = Object.keys(brought).find((key) => JSON.stringify(brought[key]) === JSON.stringify(way.house));
  const key = same ?? keyFor(name, [...Object.keys(brought), way.unit.troop]);
  return added({ ...army, creatures: { ...brought, [key]: way.house } }, { ...(way.unit as ListedUnit), troop: key }, name);
}
