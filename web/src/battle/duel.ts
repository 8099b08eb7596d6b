/** Two who fight it out: who they are, which round it is, and what each was seen to choose. */
import type { Battle, Unit } from "../api/types";
import type { LogEntry } from "../app/changes";
import { pairingOf } from "../app/own";

export interface Duel {
  /** One's own side first, where it is one's own. */
  readonly duellists: readonly [Unit, Unit];
  /** Missing until the first blow. */
  readonly round: number | null;
  /** Whether this round's choices lie open. */
  readonly open: boolean;
}

export function duelOf(battle: Battle, side: string): Duel | null {
  const pairing = pairingOf(battle);
  const one = battle.units[pairing?.one ?? ""];
  const other = battle.units[pairing?.other ?? ""];
  if (!pairing || !one || !other) return null;
  return { duellists: other.side === side ? [other, one] : [one, other], round: pairing.round, open: pairing.open };
}

/** What each chose when all sealed answers last lay open, in the words of the log. */
export function choicesOf(log: readonly LogEntry[], position: number): ReadonlyMap<string, string> {
  const open = log.findLast((entry) => entry.position <= position && entry.events?.some(({ type }) => type === "revealed"));
  const chosen = new Map<string, string>();
  for (const event of open?.events ?? []) if (event.type === "declared") chosen.set(event.unit, event.action.replace(/^fight with /, ""));
  return chosen;
}
