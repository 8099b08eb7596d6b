// House rules in the making: a file of troop types, items, creatures, spells and ground, and how lists and scenarios take
// it in. Nothing is changed in place.

import type { CreatureEntry, HouseFile } from "../../../api/generated";
import type { ArmyList } from "../../../api/types";
import { withRules } from "../army/house";
import { BLANK, keyFor } from "../convert/sheet";
import type { Made } from "../field/shapes";
import { blankOf, type Parts, type Schema } from "./form";

export type OwnKind = "troops" | "items" | "creatures" | "spells" | "kinds";

/** What each kind of rule is called, one of them and all. */
export const KINDS: Readonly<Record<OwnKind, { readonly one: string; readonly all: string; readonly part: string }>> = {
  troops: { one: "troop type", all: "Troop types", part: "OwnTroop" },
  items: { one: "item", all: "Items", part: "OwnItem" },
  creatures: { one: "creature", all: "Creatures", part: "HouseTroop" },
  spells: { one: "spell", all: "Spells", part: "SpellEntry" },
  kinds: { one: "kind of ground", all: "Ground", part: "OwnGround" },
};
export const ORDER = Object.keys(KINDS) as OwnKind[];

type Entry = Readonly<Record<string, unknown>>;
export const entriesOf = (rules: HouseFile, kind: OwnKind): [string, Entry][] => Object.entries(rules[kind] ?? {}) as unknown as [string, Entry][];

export const emptyRules = (book: string): HouseFile => ({ ruleset: book, name: "Our rules", description: "", troops: {}, items: {}, kinds: {}, creatures: {}, spells: {} });

const named = (entry: Entry): unknown => entry.name ?? entry.title ?? (entry.creature as CreatureEntry | null | undefined)?.name;

/** What players call it: by its name, or by what it is like. */
export const calledOf = (key: string, entry: Entry): string => {
  const said = named(entry);
  return typeof said === "string" && said ? said : typeof entry.like === "string" && entry.like ? `like ${entry.like.replaceAll("_", " ")}` : key.replaceAll("_", " ");
};

export const withEntry = (rules: HouseFile, kind: OwnKind, key: string, entry: Entry): HouseFile => ({ ...rules, [kind]: { ...rules[kind], [key]: entry } });

export function withoutEntry(rules: HouseFile, kind: OwnKind, key: string): HouseFile {
  const { [key]: _, ...rest } = (rules[kind] ?? {}) as Record<string, unknown>;
  return { ...rules, [kind]: rest };
}

/** With one more of a kind, as little as its schema asks for; and under which name. */
export function withAnother(rules: HouseFile, kind: OwnKind, schema: Schema, parts: Parts): { rules: HouseFile; key: string } {
  const name = `New ${KINDS[kind].one}`;
  const blank = blankOf(schema, parts, name) as Entry;
  const entry = kind === "creatures" ? { ...blank, creature: { ...BLANK, name } } : kind === "troops" ? { ...blank, name } : blank;
  const key = keyFor(name, ORDER.flatMap((one) => Object.keys(rules[one] ?? {})));
  return { rules: withEntry(rules, kind, key, entry), key };
}

/** The list with the rules; what it says itself goes before. Its rows are as they were. */
export const intoList = (army: ArmyList, rules: HouseFile): ArmyList => withRules(army, rules);

/** The scenario with the ground, and with the rest for each side that lists its own units. */
export function intoScenario(made: Made, rules: HouseFile): Made {
  const { troops, items, creatures, spells } = rules;
  const sides = Object.entries(made.sides).map(([id, side]) => [
    id,
    side.army === null ? { ...side, troops: { ...troops, ...side.troops }, items: { ...items, ...side.items }, creatures: { ...creatures, ...side.creatures }, spells: { ...spells, ...side.spells } } : side,
  ]);
  return { ...made, kinds: { ...rules.kinds, ...made.kinds }, sides: Object.fromEntries(sides) as Made["sides"] };
}

/** The rule that a fault speaks of, by its place in the file. */
export function ruleAt(where: string): { kind: OwnKind; key: string } | null {
  const [kind = "", key = ""] = where.split(".");
  return key && (ORDER as string[]).includes(kind) ? { kind: kind as OwnKind, key } : null;
}
