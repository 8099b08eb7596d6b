// How strong computer players are, and oneself beside them, in words and on a scale.

import type { Book, BookLadder, Opponent, OwnPlace } from "../api/types";

const number = new Intl.NumberFormat("en-GB");
export const points = (rating: number): string => number.format(rating);

/** An opponent's rating with how far off it may be; who has never played for one has none, and that is said. */
export function rated(captain: string, ladder: BookLadder | null | undefined): string {
  const level = ladder?.levels.find((one) => one.captain === captain);
  if (!level) return "not rated yet";
  return level.margin === null ? `rating ${points(level.rating)}` : `rating ${points(level.rating)} ± ${level.margin}`;
}

/** A line of the ladder: an opponent, or oneself. Without a rating nothing is drawn. */
export interface Rung {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly games: number;
  readonly rating: number | null;
  readonly margin: number | null;
  readonly kind: Opponent["kind"] | "you";
}

/** Who can be chosen in a book, and oneself if there is a rating, the strongest first; those without a rating follow. */
export function rungsOf({ opponents, ladder }: Pick<Book, "opponents" | "ladder">, own: OwnPlace | undefined): Rung[] {
  const rungs: Rung[] = opponents.map(({ name, title, about, kind }) => {
    const level = ladder?.levels.find(({ captain }) => captain === name);
    return { name, title, about, kind, games: level?.games ?? 0, rating: level?.rating ?? null, margin: level?.margin ?? null };
  });
  if (own && own.rating !== null) rungs.push({ name: "", title: "You", about: "", kind: "you", games: own.games, rating: own.rating, margin: own.margin });
  const strength = ({ rating }: Rung): number => rating ?? -Infinity;
  return rungs.toReversed().sort((one, other) => (strength(other) === strength(one) ? 0 : strength(other) - strength(one)));
}

export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/** Points beside the weakest and the strongest that are shown; an interval that goes farther is cut off there. */
const BESIDE = 120;

export function scaleOf(rungs: readonly Rung[]): Scale | null {
  const known = rungs.flatMap(({ rating }) => rating ?? []);
  if (!known.length) return null;
  const [low, high] = [Math.min(...known) - BESIDE, Math.max(...known) + BESIDE];
  const step = high - low > 1000 ? 400 : 200;
  const first = Math.ceil(low / step);
  return { low, high, ticks: Array.from({ length: Math.floor(high / step) - first + 1 }, (_, at) => (first + at) * step) };
}

/** Where a rating lies on a scale, from 0 to 100; what is beyond lies at its end. */
export const along = ({ low, high }: Scale, rating: number): number => Math.min(100, Math.max(0, ((rating - low) / (high - low)) * 100));

/** Whom to meet next: the weakest of those stronger than everybody one has beaten; nobody after the strongest. */
export function nextOf(rungs: readonly Rung[], beaten: readonly string[]): Rung | null {
  const rising = rungs.filter(({ rating, kind }) => rating !== null && kind !== "you").toReversed();
  const best = Math.max(-Infinity, ...rising.filter(({ name }) => beaten.includes(name)).map(({ rating }) => rating!));
  return rising.find(({ rating, name }) => rating! > best && !beaten.includes(name)) ?? null;
}

/** How the ratings of a book came about, a sentence each; `titleOf` says what a battle is called. */
export function measured(ladder: BookLadder, titleOf: (scenario: string) => string): string[] {
  const [many, few] = [Math.max(...ladder.pairings.map(({ games }) => games)), Math.min(...ladder.pairings.map(({ games }) => games))];
  const each = many === few ? `${many} games` : `${few} to ${many} games`;
  return [
    `${points(ladder.games)} games on ${listed(ladder.scenarios.map(titleOf))}: everybody against everybody, ${each} each, half of them from either side with the same dice.`,
    "Ratings are Elo's scale by the model of Bradley and Terry, a draw being half a win; the captain has 1,000, each book by itself.",
    ladder.budget ? `Who thinks ahead was given ${budgetSaid(ladder.budget)} for each decision; with more time he may be stronger.` : "",
    `By Schiltron ${ladder.program}${ladder.when ? `, on ${daySaid(ladder.when)}` : ""}. Opponents may have changed a little since.`,
  ].filter(Boolean);
}

const budgetSaid = (budget: string): string => (budget.endsWith("s") ? `${budget.slice(0, -1)} seconds` : `${budget} imagined battles`);
const daySaid = (day: string): string => new Date(day).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
const listed = (all: readonly string[]): string => (all.length > 1 ? `${all.slice(0, -1).join(", ")} and ${all.at(-1)}` : (all[0] ?? ""));
