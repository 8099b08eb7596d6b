/** From a battle to what the table draws. The page attaches no rule to any of it. */
import type { Battle, Silhouette, TiltYard, Unit } from "../api/types";
import { bandsOf, companiesOf, companyOf, isItsOwn, machinesOf, personOf, type Band } from "../app/own";
import { capital, listed, words } from "../app/words";
import { levelOf, partiesOf, standsWhere, type Party } from "./levels";
import { MARKS } from "../table/symbols";
import type { Pose } from "../table/pose";
import { NO_SHAPE, tableBox, type Box, type Shape } from "../table/shape";
import type { Colour, Manner, TableUnit } from "../table/state";

const COLOURS: readonly Colour[] = ["red", "blue", "ochre", "teal", "grey"];
const MANNERS: Readonly<Record<Colour, Manner>> = { red: "solid", blue: "open", ochre: "striped", teal: "dotted", grey: "open" };

export interface Look {
  readonly colour: Colour;
  readonly manner: Manner;
}

/** Sides differ by colour and by the manner of their bases: each colour has its own. */
export function lookOf(battle: Battle, side: string): Look {
  const place = battle.sides.findIndex((one) => one.id === side);
  const said = battle.sides[place]?.colour;
  const colour = COLOURS.find((one) => one === said) ?? COLOURS[place] ?? "grey";
  return { colour, manner: MANNERS[colour] };
}

export function poseOf(unit: Unit): Pose | null {
  return "pose" in unit.place ? unit.place.pose : null;
}

/** Where a unit is to be found: who goes with another is where that one is. */
export function whereIs(battle: Battle, unit: Unit): Pose | null {
  if (unit.place.type !== "aboard") return poseOf(unit);
  const host = battle.units[unit.place.host];
  return host ? poseOf(host) : null;
}

/** The unit on the table that stands for this one: its host where it goes with another. */
export function standIn(battle: Battle, id: string | null): string | null {
  const unit = id ? battle.units[id] : undefined;
  if (!unit) return null;
  return unit.place.type === "aboard" ? unit.place.host : unit.id;
}

export function shapeOf(shapes: Readonly<Record<string, Silhouette>>, id: string): Shape {
  return (shapes[id] as Shape | undefined) ?? NO_SHAPE;
}

function isTouching(battle: Battle, unit: string): boolean {
  return battle.engagements.some((one) => one.touching && (one.attacker === unit || one.defender === unit));
}

/** What is marked on a unit: its lasting marks and those of its company, contact, and what it did with its turn if a picture says that. */
export function marksOf(battle: Battle, unit: Unit): string[] {
  const own = Object.entries((unit.own ?? {}) as Record<string, unknown>)
    .filter(([name, value]) => value === true && name in MARKS)
    .map(([name]) => name);
  const hidden = unit.place.type === "hidden" ? ["hidden"] : [];
  const contact = isTouching(battle, unit.id) ? ["contact"] : [];
  const company = companyOf(battle, unit.id);
  const theirs = company.flatMap(({ marks }) => marks);
  const others = company.some((one) => !isItsOwn(battle, unit, one)) ? ["company"] : [];
  return [...new Set([...unit.marks, ...theirs, ...contact, ...hidden, ...own, ...others])];
}

/** "Longbows, Red, 24 figures, routed, may move". */
function spokenOf(battle: Battle, unit: Unit, may: string): string {
  const side = capital(lookOf(battle, unit.side).colour);
  const figures = `${unit.figures} ${unit.figures === 1 ? "figure" : "figures"}`;
  const company = companyOf(battle, unit.id).map(({ name }) => name);
  const marks = marksOf(battle, unit)
    .filter((mark) => mark !== "company")
    .map((mark) => SPOKEN[mark] ?? words(mark));
  const together = company.length ? `with ${listed(company)}` : "";
  return [unit.name, side, figures, standsWhere(battle, unit), together, ...marks, may].filter(Boolean).join(", ");
}

const SPOKEN: Readonly<Record<string, string>> = { contact: "in contact", moved: "has moved", shot: "has shot" };

function stanceOf(unit: Unit): TableUnit["stance"] {
  if (unit.body.type === "scatter") return "loose";
  if (unit.body.type === "single") return "single";
  if (unit.body.hedgehog === "flanks") return "flanks";
  return unit.body.hedgehog ? "hedgehog" : "formed";
}

/** What a seat may do with each unit, for those who listen; missing ones can do nothing now. */
export type Mays = Readonly<Record<string, string>>;

/** Keeps the drawing of a unit for as long as nothing about it differs, so that nothing is drawn anew. */
export class Cast {
  #kept = new Map<string, { key: readonly unknown[]; drawn: TableUnit }>();

  units(battle: Battle, shapes: Readonly<Record<string, Silhouette>>, mays: Mays, planned: ReadonlySet<string>): TableUnit[] {
    const drawn: TableUnit[] = machinesOf(battle).map(({ id, name, pose }) => ({ ...MACHINE, id, pose, label: `${name}, no crew`, spoken: `${name}, without a crew` }));
    const parties = partiesOf(battle);
    const bands = new Map(bandsOf(battle).flatMap((band) => band.units.map((unit) => [unit.id, band])));
    for (const unit of Object.values(battle.units)) {
      const pose = poseOf(unit);
      if (!pose) continue;
      const marks = marksOf(battle, unit);
      if (planned.has(unit.id)) marks.push("planned");
      const shape = shapeOf(shapes, unit.id);
      const company = companyOf(battle, unit.id).filter(({ figures }) => figures > 0);
      const band = bands.get(unit.id);
      const party = parties.get(unit.id);
      const key = [unit, aboard(battle, unit), party?.units.map((one) => marksOf(battle, one).join()).join(";"), shape, marks.join(), company.map(({ name }) => name).join(), mays[unit.id] ?? "", band?.units.map((one) => marksOf(battle, one).join()).join(";")];
      const kept = this.#kept.get(unit.id);
      if (kept && kept.key.every((part, index) => part === key[index])) {
        drawn.push(kept.drawn);
        continue;
      }
      const one: TableUnit = {
        id: unit.id,
        pose,
        shape,
        ...lookOf(battle, unit.side),
        symbol: unit.kind,
        label: unit.name,
        strength: unit.figures,
        spoken: spokenOf(battle, unit, mays[unit.id] ?? ""),
        marks,
        fallen: unit.fallen,
        stance: stanceOf(unit),
        company: company.map(({ kind }) => kind),
        ...platformLook(battle, unit, party),
        ...(band ? bandLook(battle, band, unit, marks) : {}),
      };
      this.#kept.set(unit.id, { key, drawn: one });
      drawn.push(one);
    }
    return drawn.sort((one, other) => Number(other.hull ?? false) - Number(one.hull ?? false));
  }
}

/** A hull shows how many are aboard; of those who stand singly on a platform one is labelled for all who came together. */
function platformLook(battle: Battle, unit: Unit, party: Party | undefined): Partial<TableUnit> {
  if (unit.place.type === "afloat") return { hull: true, strength: aboard(battle, unit) };
  const inside = levelOf(battle, unit) === "inside" ? { inside: true } : {};
  if (!party) return inside;
  if (unit !== party.units[0]) return { ...inside, badge: "none" };
  const marks = [...new Set(party.units.flatMap((one) => marksOf(battle, one)))];
  return { ...inside, label: party.name, strength: party.units.length, labelled: marks };
}

/** How many stand on a ship. */
function aboard(battle: Battle, ship: Unit): number {
  if (ship.place.type !== "afloat") return 0;
  const on = ({ place, figures }: Unit): boolean => place.type === "on_table" && place.level?.type === "upon" && place.level.feature === ship.id && figures > 0;
  return Object.values(battle.units).filter(on).length;
}

/** One of a band is labelled for all, with what is marked on all of them; the others show what is marked on them alone. */
function bandLook(battle: Battle, band: Band, unit: Unit, marks: readonly string[]): Partial<TableUnit> {
  const common = marks.filter((mark) => band.units.every((one) => marksOf(battle, one).includes(mark)));
  if (unit === band.units[Math.floor((band.units.length - 1) / 2)])
    return { band: band.id, label: band.name, strength: band.units.length, labelled: common };
  const alone = marks.filter((mark) => !common.includes(mark) && mark in MARKS);
  return { band: band.id, labelled: alone, badge: alone.length ? "marks" : "none" };
}

/** A piece that nobody serves stands in nobody's colour. */
const MACHINE: Omit<TableUnit, "id" | "pose" | "label" | "spoken"> = {
  shape: {
    figures: [[0, -1000, 0, 1000, 2000]],
    front: [[-500, 0, 500, 0]],
    rects: [
      [
        [-500, 0],
        [500, 0],
        [500, -2000],
        [-500, -2000],
      ],
    ],
  },
  colour: "grey",
  manner: "open",
  symbol: "catapult",
  strength: 1,
  marks: [],
  fallen: 0,
  stance: "single",
  badge: "name",
};

/** Pairs that stand edge to edge. */
export function contactsOf(battle: Battle): [string, string][] {
  return battle.engagements.filter((one) => one.touching).map((one) => [one.attacker, one.defender]);
}

/** "3 of 5 units", and apart from them those with names of their own: "3 of 5 units, 1 of 2 characters". Where there is no
 * table nobody has left it. */
export function standingOf(battle: Battle, side: string): string {
  const all = Object.values(battle.units).filter((unit) => unit.side === side);
  const gone = ({ place }: Unit): boolean => battle.board !== null && place.type === "off_table" && place.why !== "to be set down";
  const left = (some: readonly Unit[]): number => some.filter((unit) => unit.figures > 0 && !gone(unit)).length;
  const people = all.filter((unit) => personOf(unit));
  const bands = companiesOf(battle);
  /** Skirmishers count once, as long as one of them is left. */
  const counted = (unit: Unit): boolean => {
    if (!bands.has(unit.of)) return true;
    const fellows = all.filter(({ of }) => of === unit.of);
    return unit === (fellows.find(({ figures }) => figures > 0) ?? fellows[0]);
  };
  const units = all.filter((unit) => !people.includes(unit) && counted(unit));
  const told = (some: readonly Unit[], what: string): string => (some.length ? `${left(some)} of ${some.length} ${what}` : "");
  return [told(units, "units"), told(people, "characters")].filter(Boolean).join(", ");
}

/** Those whose middle lies in a part of the table. */
export function encircled(battle: Battle, shapes: Readonly<Record<string, Silhouette>>, among: readonly string[], box: Box): string[] {
  return among.filter((id) => {
    const unit = battle.units[id];
    const pose = unit && whereIs(battle, unit);
    if (!pose) return false;
    const { left, top, right, bottom } = tableBox(pose, shapeOf(shapes, id));
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  });
}

type Known = Readonly<Record<string, number>>;

/** Those of some units who fight: ships are none. */
const men = (units: readonly Unit[]): Unit[] => units.filter((unit) => unit.place.type !== "afloat");

const originals = (units: readonly Unit[]): number => men(units).reduce((sum, unit) => sum + unit.original, 0);

/** Of the figures known to have come with a side, those that nobody sees now. */
export function unseenOf(battle: Battle, side: string, known: Known): number {
  const all = Object.values(battle.units);
  const came = Object.values(known).reduce((sum, figures) => sum + figures, 0);
  if (came <= originals(all)) return 0;
  return Math.max(0, (known[side] ?? 0) - originals(all.filter((unit) => unit.side === side)));
}

/** What a team has to show in the lists: "20 points". */
export function pointsOf(yard: TiltYard, side: string): string {
  const number = yard.totals.find(([id]) => id === side)?.[1] ?? 0;
  return `${number < 0 ? "−" : ""}${Math.abs(number)} ${yard.record ? "won" : Math.abs(number) === 1 ? "point" : "points"}`;
}

/** Figures standing and brought, of one side. Who is not seen is counted as whole. */
export function strengthOf(battle: Battle, side: string, known: Known = {}): { left: number; brought: number } {
  const own = Object.values(battle.units).filter((unit) => unit.side === side);
  const unseen = unseenOf(battle, side, known);
  return { left: men(own).reduce((sum, unit) => sum + unit.figures, unseen), brought: originals(own) + unseen };
}
