// Castles that a scenario names: drawn where they are set down, moved and turned as one, or taken apart.

import type { Castle, CastleEntry } from "../../../api/generated";
import { moved, roomOf, spot, spotsOf, turned, type Made, type Piece, type Spot } from "./shapes";

/** A castle on the table: as the scenario names it, its pieces where they stand, and the box about them. */
export interface Standing {
  readonly entry: CastleEntry;
  readonly title: string;
  readonly pieces: readonly Piece[];
  readonly ring: readonly Spot[];
}

const MIDDLE: Spot = [0, 0];

/** The pieces of a castle about a point, its north side towards a heading. */
export const setDown = ({ terrain }: Castle, { at, heading }: CastleEntry): Piece[] => terrain.map((piece) => moved(turned(piece, heading, MIDDLE), at[0], at[1]));

/** The name by which a scenario calls it, with its book or without. */
export const planOf = (castles: readonly Castle[], { castle }: CastleEntry): Castle | undefined => castles.find(({ id, ruleset }) => castle === id || castle === `${ruleset}/${id}`);

/** A castle as it stands; nothing of one that nobody knows. */
export function standing(castles: readonly Castle[], entry: CastleEntry): Standing {
  const plan = planOf(castles, entry);
  if (!plan) return { entry, title: entry.castle, pieces: [], ring: [] };
  const { left, top, right, bottom } = roomOf(plan.terrain.flatMap(spotsOf));
  const box: Piece = { form: "area", kind: "", name: "", contours: null, outline: [[left, top], [right, top], [right, bottom], [left, bottom]] };
  return { entry, title: plan.title, pieces: setDown(plan, entry), ring: moved(turned(box, entry.heading, MIDDLE), entry.at[0], entry.at[1]).outline };
}

/** So far aside. */
export const castleMoved = (entry: CastleEntry, across: number, down: number): CastleEntry => ({ ...entry, at: spot(entry.at[0] + across, entry.at[1] + down) });

/** Turned clockwise about its middle. */
export const castleTurned = (entry: CastleEntry, degrees: number): CastleEntry => ({ ...entry, heading: Math.round(((((entry.heading + degrees) % 360) + 360) % 360) * 100) / 100 });

/** The scenario with its castles otherwise. */
export const withCastle = (made: Made, index: number, entry: CastleEntry): Made => ({ ...made, castles: (made.castles ?? []).map((one, place) => (place === index ? entry : one)) });

/** Without a castle, and without what was said of its pieces. */
export function withoutCastle(made: Made, index: number, castles: readonly Castle[]): Made {
  const [left, gone] = [(made.castles ?? []).filter((_, place) => place !== index), (made.castles ?? [])[index]];
  const names = new Set(gone ? planOf(castles, gone)?.terrain.map(({ name }) => name) : []);
  for (const { name } of [...made.terrain, ...left.flatMap((one) => planOf(castles, one)?.terrain ?? [])]) names.delete(name);
  return { ...made, castles: left, victory: withoutGoals(made.victory, names) };
}

/** How it is won, without what was to be done about pieces that are gone. */
export const withoutGoals = (victory: Made["victory"], gone: ReadonlySet<string>): Made["victory"] =>
  victory && gone.size ? { ...victory, objectives: victory.objectives.filter((one) => !gone.has(one)), conditions: victory.conditions.filter(({ does, what }) => does !== "hold" || !gone.has(what)) } : victory;

/** A castle taken apart: its pieces are pieces of the scenario from now on. */
export function takenApart(made: Made, index: number, castles: readonly Castle[]): Made {
  const entry = (made.castles ?? [])[index];
  const plan = entry && planOf(castles, entry);
  if (!plan) return made;
  return { ...made, castles: made.castles!.filter((_, place) => place !== index), terrain: [...setDown(plan, entry), ...made.terrain] as Made["terrain"] };
}
