// What a book keeps in its own part of a battle or a unit, as far as it can be shown without knowing the book. Whatever
// is missing or of another form is read as nothing.

import type { Battle, Unit } from "../api/types";

type Loose = Readonly<Record<string, unknown>>;

const loose = (value: unknown): Loose => (typeof value === "object" && value !== null ? (value as Loose) : {});
const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const number = (value: unknown): number => (typeof value === "number" ? value : 0);
const words = (value: unknown): string[] => listed(value).filter((one) => typeof one === "string");

/** Cards a side holds: how many is open to all, which only to itself. */
export interface Holding {
  readonly side: string;
  readonly count: number;
  readonly cards: readonly string[];
}

export function holdingsOf(battle: Battle): Holding[] {
  return listed(battle.own["hands"]).map((one) => {
    const { side, count, cards } = loose(one);
    return { side: String(side ?? ""), count: number(count), cards: words(cards) };
  });
}

/** Somebody with a name of his own: what he is, and how many of the wounds he can take he has. */
export interface Person {
  readonly roles: readonly string[];
  readonly hits: number;
  readonly wounds: number;
}

export function personOf(unit: Unit): Person | null {
  const person = unit.own?.["person"];
  if (typeof person !== "object" || person === null) return null;
  const { roles, hits, wounds } = loose(person);
  return { roles: words(roles), hits: number(hits), wounds: number(wounds) };
}

/** Whether a part of the turn is switched off by an option of its name. */
export function isOff(battle: Battle, phase: string): boolean {
  return loose(battle.own["options"])[phase] === "none";
}

/** Who goes with a unit. */
export function companyOf(battle: Battle, host: string): Unit[] {
  return Object.values(battle.units).filter(({ place }) => place.type === "aboard" && place.host === host);
}
