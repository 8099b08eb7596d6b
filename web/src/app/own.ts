// What a book keeps in its own part of a battle or a unit, as far as it can be shown without knowing the book. Whatever
// is missing or of another form is read as nothing.

import type { Battle, Pose, Unit } from "../api/types";

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
  /** What he can take is counted in hit points. */
  readonly points: boolean;
}

const RANKS: Readonly<Record<string, string>> = { unit: "unit commander", brigade: "brigade commander", army: "army commander" };

export function personOf(unit: Unit): Person | null {
  const profile = loose(unit.own?.["profile"]);
  if (profile["kind"] === "individual") {
    const rank = String(loose(unit.own["command"])["rank"] ?? "");
    const hits = number(loose(profile["person"])["hit_points"]);
    const wounds = Math.max(0, hits - number(unit.own["hit_points"]));
    return { roles: rank ? [RANKS[rank] ?? rank] : [], hits, wounds, points: true };
  }
  const person = unit.own?.["person"];
  if (typeof person !== "object" || person === null) return null;
  const { roles, hits, wounds } = loose(person);
  return { roles: words(roles), hits: number(hits), wounds: number(wounds), points: false };
}

/** Whether a part of the turn is switched off by an option of its name. */
export function isOff(battle: Battle, phase: string): boolean {
  return loose(battle.own["options"])[phase] === "none";
}

/** Skirmishers who each act on their own, and are spoken of together. */
export interface Band {
  readonly id: string;
  readonly name: string;
  readonly brought: number;
  readonly commander: string;
  /** Those who are left, in their order. */
  readonly units: readonly Unit[];
}

/** Under which names bands are listed, whoever is left of them. */
export function companiesOf(battle: Battle): ReadonlySet<string> {
  return new Set(listed(battle.own?.["companies"]).map((one) => String(loose(one)["id"])));
}

export function bandsOf(battle: Battle): Band[] {
  return listed(battle.own?.["companies"]).flatMap((one) => {
    const { id, name, figures, commander } = loose(one);
    const units = Object.values(battle.units).filter((unit) => unit.of === id && unit.body.type === "single" && unit.figures > 0);
    return units.length ? [{ id: String(id), name: String(name ?? ""), brought: number(figures), commander: String(commander ?? ""), units }] : [];
  });
}

export function bandOf(battle: Battle, unit: Unit | undefined): Band | undefined {
  return unit?.of ? bandsOf(battle).find(({ units }) => units.includes(unit)) : undefined;
}

/** A machine of war that nobody serves. */
export interface Machine {
  readonly id: string;
  readonly name: string;
  readonly pose: Pose;
}

export function machinesOf(battle: Battle): Machine[] {
  return listed(battle.own?.["machines"]).map((one, index) => {
    const { name, at, crew } = loose(one);
    const { x, y, heading } = loose(at);
    return { id: `machine-${String(crew)}-${index}`, name: String(name ?? ""), pose: { x: number(x), y: number(y), heading: number(heading) } };
  });
}

/** Who leads a unit and nothing else is part of it; whoever else goes with it is company. */
export function isItsOwn(battle: Battle, unit: Unit, one: Unit): boolean {
  return loose(unit.own?.["command"])["commander"] === one.id || bandOf(battle, unit)?.commander === one.id;
}

/** Who goes with a unit. */
export function companyOf(battle: Battle, host: string): Unit[] {
  return Object.values(battle.units).filter(({ place }) => place.type === "aboard" && place.host === host);
}
