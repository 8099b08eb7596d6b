// House rules of a list: troop types, items, creatures and spells that no book has. A list is never changed in place.

import type { ArmyList, HouseFile, ListedUnit, OwnItem, OwnTroop, SpellEntry } from "../../../api/types";
import { keyFor } from "../convert/sheet";

export type Brought = "troops" | "items" | "creatures" | "spells";
export const BROUGHT: readonly Brought[] = ["troops", "items", "creatures", "spells"];

type Equipment = NonNullable<ListedUnit["equipment"]>;

const keysOf = (army: ArmyList): string[] => BROUGHT.flatMap((kind) => Object.keys(army[kind] ?? {}));

/** What a row names of the list's own: items, and spells. */
export function namedIn(equipment: Equipment | undefined, key: "house" | "extra"): string[] {
  const said = equipment?.[key];
  return Array.isArray(said) ? said : typeof said === "string" ? [said] : [];
}

export const isOwn = (army: ArmyList, unit: ListedUnit): boolean =>
  unit.troop in (army.troops ?? {}) || unit.troop in (army.creatures ?? {}) || namedIn(unit.equipment, "house").length > 0 || namedIn(unit.equipment, "extra").length > 0;

/** A row made a type of its own: others can be of it, and it has its own price. */
export function asType(army: ArmyList, row: number, name: string, price: number | null): ArmyList {
  const unit = army.units[row];
  if (!unit || unit.troop in (army.troops ?? {})) return army;
  const key = keyFor(name, [...keysOf(army), unit.troop]);
  const { house, extra, ...carried } = unit.equipment ?? {};
  const type: OwnTroop = { like: unit.troop, name, ...(price === null ? {} : { price }), ...(Object.keys(carried).length ? { equipment: carried } : {}) };
  const kept = { ...(house === undefined ? {} : { house }), ...(extra === undefined ? {} : { extra }) };
  const units = army.units.map((one, index) => (index === row ? { ...one, troop: key, equipment: kept } : one));
  return { ...army, troops: { ...army.troops, [key]: type }, units } as ArmyList;
}

export const withItem = (army: ArmyList, item: OwnItem): ArmyList => ({ ...army, items: { ...army.items, [keyFor(item.name, keysOf(army))]: item } });

export const withSpell = (army: ArmyList, spell: SpellEntry): ArmyList => ({ ...army, spells: { ...army.spells, [keyFor(spell.title, keysOf(army))]: spell } });

export function priced(army: ArmyList, kind: Brought, key: string, price: number): ArmyList {
  const all = army[kind] ?? {};
  const one = all[key];
  return one ? ({ ...army, [kind]: { ...all, [key]: { ...one, price } } } as ArmyList) : army;
}

/** Without a rule of its own: rows go back to what they are like, or go with it; nobody names it any more. */
export function withoutRule(army: ArmyList, kind: Brought, key: string): ArmyList {
  const { [key]: gone, ...rest } = (army[kind] ?? {}) as Record<string, unknown>;
  const without = { ...army, [kind]: rest } as ArmyList;
  const names = kind === "items" ? "house" : "extra";
  const units = army.units.flatMap((unit): ListedUnit[] => {
    if (kind === "creatures") return unit.troop === key ? [] : [unit];
    if (kind === "troops") {
      if (unit.troop !== key) return [unit];
      const { like, equipment } = gone as OwnTroop;
      return [{ ...unit, troop: like, equipment: { ...equipment, ...unit.equipment } } as ListedUnit];
    }
    const named = namedIn(unit.equipment, names);
    if (!named.includes(key)) return [unit];
    const { [names]: _, ...others } = unit.equipment ?? {};
    const left = named.filter((one) => one !== key);
    return [{ ...unit, equipment: left.length ? { ...others, [names]: left } : others } as ListedUnit];
  });
  const whole = { ...without, units };
  // Types that are like a creature which is gone go too.
  return kind === "creatures"
    ? Object.entries(whole.troops ?? {}).reduce((list, [name, { like }]) => (like === key ? { ...withoutRule(list, "troops", name), units: list.units.filter(({ troop }) => troop !== name) } : list), whole)
    : whole;
}

/** With the rules of a file; what the list says itself goes before. */
export const withRules = (army: ArmyList, rules: HouseFile): ArmyList => ({
  ...army,
  troops: { ...rules.troops, ...army.troops },
  items: { ...rules.items, ...army.items },
  creatures: { ...rules.creatures, ...army.creatures },
  spells: { ...rules.spells, ...army.spells },
});
