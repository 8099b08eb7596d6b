/** Chances as the odds card shows them. */
import type { Odds } from "../api/types";
import { staysUnder } from "../app/books";

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
  if (chance > 0 && chance < 0.005) return "<1 %";
  if (chance < 1 && chance > 0.995) return ">99 %";
  return `${Math.round(chance * 100)} %`;
}

/** "24 dice, each hits on 5 or 6". */
export function wordsFor(odds: Odds): string {
  const under = staysUnder(odds.needs.terms[0]?.rule ?? "");
  const parts = odds.blows.length ? odds.blows.map((blow) => ({ dice: blow.dice, need: total(blow.need) })) : [{ dice: odds.dice, need: total(odds.needs) }];
  const together = new Map<number, number>();
  for (const { dice, need } of parts) together.set(need, (together.get(need) ?? 0) + dice);
  const said = [...together].map(([need, dice]) => `${dice} ${dice === 1 ? "die" : "dice"}, ${under ? upTo(need) : onWhat(need)}`);
  return said.join("; ") || "No dice";
}

function total(tally: { terms: readonly { value: number }[] }): number {
  return tally.terms.reduce((sum, term) => sum + term.value, 0);
}

function onWhat(need: number): string {
  if (need <= 1) return "each hits";
  if (need === 6) return "each hits on 6";
  if (need > 6) return "none can hit";
  if (need === 5) return "each hits on 5 or 6";
  return `each hits on ${need} to 6`;
}

function upTo(need: number): string {
  if (need <= 1) return "each hits on 1";
  return need === 2 ? "each hits on 1 or 2" : `each hits on 1 to ${need}`;
}
