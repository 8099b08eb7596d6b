// What this browser has to do with sealed dice: it adds a secret of its own before play, notes what it was shown, and
// looks at the end whether that was kept.

import type { DiceShown } from "../api/types";
import { fingerprint, seedFingerprint } from "./sha256";

/** What was noted of one battle. */
export interface Notes {
  /** The hash of the server's seed, as it was shown first. */
  commitment: string;
  /** Our secrets, by seat. */
  secrets: Record<string, string>;
  /** What others had bound themselves to when we told ours. */
  seen: Record<string, string>;
}

export type Step = { seat: string; fingerprint: string } | { seat: string; secret: string };

const KEY = "schiltron-dice-";

export function notesOf(battle: string, store: Storage = localStorage): Notes | null {
  try {
    return JSON.parse(store.getItem(KEY + battle) ?? "null") as Notes | null;
  } catch {
    return null;
  }
}

export function keep(battle: string, notes: Notes, store: Storage = localStorage): void {
  store.setItem(KEY + battle, JSON.stringify(notes));
}

/** 32 bytes that nobody can guess, in hexadecimal digits. */
export function fresh(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * What is ours to do next, with what is to be noted before we do it; null when there is nothing.
 *
 * As long as somebody else is not bound we only show a fingerprint. When all others are, we tell our secret: nobody can
 * choose anything any more that knows it.
 */
export function next(dice: DiceShown, mine: readonly string[], noted: Notes | null, made: () => string = fresh): { step: Step; notes: Notes } | null {
  const notes: Notes = noted ?? { commitment: dice.commitment, secrets: {}, seen: {} };
  if (dice.bound || !dice.commitment || notes.commitment !== dice.commitment) return null;
  const others = dice.shares.filter(({ seat }) => !mine.includes(seat));
  const allBound = others.every((one) => one.fingerprint);
  for (const share of dice.shares.filter(({ seat, told }) => mine.includes(seat) && !told)) {
    const { seat } = share;
    const known = notes.secrets[seat];
    const fits = known !== undefined && fingerprint(known) === share.fingerprint;
    if (share.fingerprint && !fits && dice.shares.some(({ told }) => told)) continue;
    const secret = known ?? made();
    const secrets = { ...notes.secrets, [seat]: secret };
    if (allBound && (fits || !share.fingerprint)) {
      const seen = Object.fromEntries(others.map((one) => [one.seat, one.fingerprint]));
      return { step: { seat, secret }, notes: { ...notes, secrets, seen } };
    }
    if (!fits) return { step: { seat, fingerprint: fingerprint(secret) }, notes: { ...notes, secrets } };
  }
  return null;
}

/** Our seats whose secret was bound in a browser that is not this one: only there can it be told. */
export function elsewhere(dice: DiceShown, mine: readonly string[], notes: Notes | null): string[] {
  if (dice.bound || !dice.shares.some(({ told }) => told)) return [];
  return dice.shares
    .filter(({ seat, told, fingerprint: shown }) => mine.includes(seat) && !told && shown && fingerprint(notes?.secrets[seat] ?? "") !== shown)
    .map(({ seat }) => seat);
}

/** What was noted and does not agree with what is shown; nothing where all is well or nothing was noted. */
export function broken(dice: DiceShown, notes: Notes | null): string[] {
  if (!notes) return [];
  const found: string[] = [];
  if (dice.commitment !== notes.commitment) found.push("the fingerprint of the dice is not the one this browser was shown first");
  if (dice.seed && seedFingerprint(dice.seed) !== notes.commitment) found.push("the seed is not the one the server was bound to");
  if (!dice.bound) return found;
  for (const [seat, secret] of Object.entries(notes.secrets))
    if (!dice.shares.some((one) => one.seat === seat && one.secret === secret)) found.push(`what ${seat} added here is not in the dice`);
  for (const [seat, shown] of Object.entries(notes.seen)) {
    const secret = dice.shares.find((one) => one.seat === seat)?.secret;
    if (fingerprint(secret ?? "") !== shown) found.push(`${seat} added something else than they were bound to`);
  }
  return found;
}
