/** Two who fight it out: who they are, which round it is, and what each was seen to choose. */
import type { Battle, Stat, ToldEvent, Unit } from "../api/types";
import type { LogEntry } from "../app/changes";
import { poolsOf, type Pool } from "../log/log";

export interface Duel {
  /** One's own side first, where it is one's own. */
  readonly duellists: readonly [Unit, Unit];
  /** Missing until the first blow. */
  readonly round: number | null;
  /** Whether this round's choices lie open. */
  readonly open: boolean;
  /** What the blows of each are reckoned with, in the order of the duellists. */
  readonly stats: readonly (readonly Stat[])[];
}

export function duelOf(battle: Battle, side: string): Duel | null {
  const { duel } = battle;
  const one = battle.units[duel?.one ?? ""];
  const other = battle.units[duel?.other ?? ""];
  if (!duel || !one || !other) return null;
  const { round, open, stats } = duel;
  return other.side === side ? { duellists: [other, one], round, open, stats: stats.toReversed() } : { duellists: [one, other], round, open, stats };
}

/** What each chose when all sealed answers last lay open, in the words of the log. */
export function choicesOf(log: readonly LogEntry[], position: number): ReadonlyMap<string, string> {
  const open = log.findLast((entry) => entry.position <= position && entry.events?.some(({ type }) => type === "revealed"));
  const chosen = new Map<string, string>();
  for (const event of open?.events ?? []) if (event.type === "declared") chosen.set(event.unit, event.action);
  return chosen;
}

/** A blow of one of them, or several at once: the dice, and those of the damage where it hit. */
export interface Blow {
  readonly round: number | null;
  readonly striker: string;
  readonly dice: Pool;
  readonly hits: number;
  readonly damage: readonly Pool[];
}

/** What the two have done to each other in this turn, as far as it has been seen. */
export function blowsOf(log: readonly LogEntry[], position: number, { duellists }: Duel): Blow[] {
  const seen = log.filter((entry) => entry.position <= position);
  const turn = seen.at(-1)?.turn;
  const fought = new Fought(duellists);
  for (const entry of seen) if (entry.turn === turn) for (const event of entry.events ?? []) fought.hear(event, entry.round ?? null);
  return fought.blows;
}

class Fought {
  blows: Blow[] = [];
  #thrown: readonly Pool[] = [];

  constructor(readonly duellists: Duel["duellists"]) {}

  hear(event: ToldEvent, round: number | null): void {
    if (event.type === "rolled") this.#dice(event.roll.purpose, poolsOf(event));
    else if (event.type === "struck" && event.action === "blow") this.#blow(event.unit, event.target, event.hits, round);
  }

  #dice(purpose: string, pools: readonly Pool[]): void {
    this.#thrown = pools;
    if (purpose !== "damage") return;
    this.blows = this.blows.map((blow) => (blow.hits && !blow.damage.length ? { ...blow, damage: pools.filter(({ thrower }) => thrower === blow.striker) } : blow));
  }

  #blow(striker: string, target: string, hits: number, round: number | null): void {
    const ours = this.duellists.some(({ id }) => id === striker) && this.duellists.some(({ id }) => id === target);
    const dice = this.#thrown.find(({ thrower }) => thrower === striker);
    if (ours && dice) this.blows = [...this.blows, { round, striker, dice, hits, damage: [] }];
  }
}
