/** A unit's card lists the same things in the same order in every book, whatever the book calls them. */
import type { Stat } from "../api/types";

/** What stands in the title already has no part here. */
const TITLES: readonly (readonly [Stat["part"], string])[] = [
  ["moves", "Moves"],
  ["armour", "Armour"],
  ["fights", "Fights"],
  ["shoots", "Shoots"],
  ["nerve", "Nerve"],
  ["command", "Command"],
  ["stands", "Stands"],
  ["so_far", "So far"],
  ["more", "More"],
];

export function cardParts(stats: readonly Stat[]): { readonly part: string; readonly stats: readonly Stat[] }[] {
  return TITLES.map(([part, title]) => ({ part: title, stats: stats.filter((stat) => stat.part === part) })).filter((one) => one.stats.length);
}
