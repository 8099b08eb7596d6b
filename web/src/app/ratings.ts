// How strong a computer player is, in words.

import type { BookLadder } from "../api/types";

/** A captain's rating with how far off it may be; who has never played for one has none, and that is said. */
export function rated(captain: string, ladder: BookLadder | null | undefined): string {
  const level = ladder?.levels.find((one) => one.captain === captain);
  if (!level) return "not rated yet";
  return level.margin === null ? `rating ${level.rating}` : `rating ${level.rating} ± ${level.margin}`;
}

/** What the ratings rest on; nothing where there are none. */
export function ratedBy(ladder: BookLadder | null | undefined): string {
  if (!ladder?.games) return "";
  const battles = ladder.scenarios.length === 1 ? "one battle" : `${ladder.scenarios.length} battles`;
  const first = ladder.levels.find(({ margin }) => margin === null);
  const from = first ? `count from ${first.rating} for a ${first.captain}, and ` : "";
  return `Ratings ${from}rest on ${ladder.games} games on ${battles} of this book; ± is the 95% interval.`;
}
