/** Two who fight it out: who they are, which round it is, and what each was seen to choose. */
import type { Battle, Unit } from "../api/types";
import type { LogEntry } from "../app/changes";

export interface Duel {
  /** One's own side first, where it is one's own. */
  readonly duellists: readonly [Unit, Unit];
  /** Missing until the first blow. */
  readonly round: number | null;
  /** Whether this round's choices lie open. */
  readonly open: boolean;
}

export function duelOf(battle: Battle, side: string): Duel | null {
  const { duel } = battle;
  const one = battle.units[duel?.one ?? ""];
  const other = battle.units[duel?.other ?? ""];
  if (!duel || !one || !other) return null;
  return { duellists: other.side === side ? [other, one] : [one, other], round: duel.round, open: duel.open };
}

/** What each chose when all sealed answers last lay open, in the words of the log. */
export function choicesOf(log: readonly LogEntry[], position: number): ReadonlyMap<string, string> {
  const open = log.findLast((entry) => entry.position <= position && entry.events?.some(({ type }) => type === "revealed"));
  const chosen = new Map<string, string>();
  for (const event of open?.events ?? []) if (event.type === "declared") chosen.set(event.unit, event.action.replace(/^fight with /, ""));
  return chosen;
}
