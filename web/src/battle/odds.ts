/** Chances as the odds card shows them. */
import type { Odds, Thrust } from "../api/types";
import { capital } from "../app/words";
import { counts, needOf } from "../log/counting";

export interface Bar {
  readonly value: number;
  readonly chance: number;
  readonly x: number;
  readonly width: number;
  readonly height: number;
  readonly tick: boolean;
}

export interface Chart {
  readonly bars: readonly Bar[];
  readonly peak: number;
  readonly most: number;
}

const WIDE = 150;
const HIGH = 52;

/** The part of a distribution that can be seen, most likely value marked; at most thirty bars. */
export function chartOf(chances: readonly number[]): Chart {
  const most = Math.max(0, ...chances);
  const peak = chances.indexOf(most);
  let last = chances.length - 1;
  while (last > peak && (chances[last] ?? 0) < 0.002) last--;
  let first = 0;
  while (last - first > 30 && (chances[first] ?? 0) < 0.002) first++;
  last = Math.max(last, first + 3);
  const count = last - first + 1;
  const step = count > 24 ? 6 : count > 9 ? 4 : count > 5 ? 2 : 1;
  const pitch = WIDE / count;
  const bars = Array.from({ length: count }, (_, index): Bar => {
    const value = first + index;
    const chance = chances[value] ?? 0;
    return {
      value,
      chance,
      x: Math.round((index * pitch + 1) * 10) / 10,
      width: Math.round((pitch - 2) * 10) / 10,
      height: most ? Math.round(((chance / most) * HIGH) * 10) / 10 : 0,
      tick: value % step === 0,
    };
  });
  return { bars, peak, most };
}

/** The chance that at least half of those standing fall. */
export function halfOrMore(losses: readonly number[], figures: number): number {
  const half = Math.ceil(figures / 2);
  return losses.reduce((sum, chance, lost) => (lost >= half && half > 0 ? sum + chance : sum), 0);
}

export function percent(chance: number): string {
  if (chance > 0 && chance < 0.005) return "<1%";
  if (chance < 1 && chance > 0.995) return ">99%";
  return `${Math.round(chance * 100)}%`;
}

/** Whether the dice are read in a table of kills: no die hits or misses by itself. */
export function readInTable({ dice, blows }: Odds): boolean {
  return dice > 0 && !blows.length;
}

/** What the odds take into account, each by itself: for dice that are read in a table, first what each face kills. */
export const notesOf = ({ notes }: Odds): string[] => notes.map(({ text }) => capital(text));

/** "24 dice, each hits on 5 or 6"; "2 dice, read in a table". */
export function wordsFor(odds: Odds): string {
  if (readInTable(odds)) return `${diced(odds.dice)}, read in a table`;
  const together = new Map<string, number>();
  for (const blow of odds.blows) {
    const when = whenItHits(blow);
    together.set(when, (together.get(when) ?? 0) + blow.dice);
  }
  const said = [...together].map(([when, dice]) => `${diced(dice)}, ${when}`);
  return said.join("; ") || "No dice";
}

const diced = (dice: number): string => `${dice} ${dice === 1 ? "die" : "dice"}`;

function whenItHits({ reading, sides }: Thrust): string {
  const need = needOf(reading);
  const faces = Array.from({ length: sides }, (_, index) => index + 1).filter((face) => need && counts(need, face));
  const [first, last] = [faces[0], faces.at(-1)];
  if (first === undefined) return "none can hit";
  if (faces.length === sides) return "each hits";
  if (first === last) return `each hits on ${first}`;
  return `each hits on ${first} ${faces.length === 2 ? "or" : "to"} ${last}`;
}
