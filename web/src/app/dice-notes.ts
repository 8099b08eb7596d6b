// What this browser has to do with sealed dice: it adds a secret of its own before play, notes what it was shown, and
// looks at the end whether that was kept.

import type { DiceShown } from "../api/types";
import { fingerprint, seedFingerprint } from "./sha256";

/** What was noted of one battle. */
export interface Notes {
  /** The hash of the server's seed, as it was shown first. */
  commitment: string;
  /** The secrets made in this browser, by seat: one, unless two tabs were opened at once. One of them is bound. */
  secrets: Record<string, readonly string[]>;
  /** What others had bound themselves to when we told ours. */
  seen: Record<string, string>;
}

export type Step = { seat: string; fingerprint: string; instead?: string } | { seat: string; secret: string };

const KEY = "schiltron-dice-";
const SECRET = "schiltron-secret-";

/** What was noted, with every secret that a tab of this browser has made. */
export function notesOf(battle: string, store: Storage = localStorage): Notes | null {
  const noted = parsed<Partial<Notes>>(store.getItem(KEY + battle));
  if (!noted?.commitment) return null;
  const secrets: Record<string, readonly string[]> = {};
  for (const [seat, made] of Object.entries(noted.secrets ?? {})) secrets[seat] = [made].flat();
  for (const key of Object.keys(store).filter((one) => one.startsWith(`${SECRET}${battle}-`)).sort()) {
    const made = parsed<{ seat: string; secret: string }>(store.getItem(key));
    if (made) secrets[made.seat] = [...new Set([...(secrets[made.seat] ?? []), made.secret])];
  }
  return { commitment: noted.commitment, secrets, seen: noted.seen ?? {} };
}

/** Each secret has a place of its own, so that no tab can write over what another has made at the same moment. */
export function keep(battle: string, { commitment, secrets, seen }: Notes, store: Storage = localStorage): void {
  for (const [seat, made] of Object.entries(secrets))
    for (const secret of made) store.setItem(`${SECRET}${battle}-${fingerprint(secret)}`, JSON.stringify({ seat, secret }));
  store.setItem(KEY + battle, JSON.stringify({ commitment, seen }));
}

/** Hear when another tab has noted something of a battle: its notes reach us a moment after it wrote them. Returns how to stop. */
export function hearOfNotes(battle: string, hear: () => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (key === KEY + battle || key?.startsWith(`${SECRET}${battle}-`)) hear();
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}

/** That of our secrets for a seat which the server holds us to. */
export function boundSecret(notes: Notes | null, { seat, fingerprint: shown }: { seat: string; fingerprint: string }): string | undefined {
  return notes?.secrets[seat]?.find((secret) => fingerprint(secret) === shown);
}

function parsed<T>(text: string | null): T | null {
  try {
    return JSON.parse(text ?? "null") as T | null;
  } catch {
    return null;
  }
}

/** 32 bytes that nobody can guess, in hexadecimal digits. */
export function fresh(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What the server answers us, unless we have heard of more meanwhile: the answer comes by another way than the news. */
export function later(known: DiceShown | null, answered: DiceShown): DiceShown {
  return known && progress(known) > progress(answered) ? known : answered;
}

const progress = ({ bound, shares }: DiceShown): number =>
  bound ? Infinity : shares.reduce((sum, { fingerprint: shown, told }) => sum + (shown ? 1 : 0) + (told ? 1 : 0), 0);

/**
 * What is ours to do next, with what is to be noted before we do it; null when there is nothing.
 *
 * First we show a fingerprint; of two tabs the server takes the first. When all others are bound we tell the secret it
 * was made of: nobody can choose anything any more that knows it. Where a fingerprint stands that is not of this browser,
 * a page that is just being opened (`anew`) shows its own instead: the secret may be lost, and if it lies in another
 * browser, the one opened last goes on.
 */
export function next(
  dice: DiceShown,
  mine: readonly string[],
  noted: Notes | null,
  { made = fresh, anew = false }: { made?: () => string; anew?: boolean } = {},
): { step: Step; notes: Notes } | null {
  const notes: Notes = noted ?? { commitment: dice.commitment, secrets: {}, seen: {} };
  if (dice.bound || !dice.commitment || notes.commitment !== dice.commitment) return null;
  const others = dice.shares.filter(({ seat }) => !mine.includes(seat));
  const allBound = others.every((one) => one.fingerprint);
  const noneTold = !dice.shares.some(({ told }) => told);
  for (const share of dice.shares.filter(({ seat, told }) => mine.includes(seat) && !told)) {
    const { seat, fingerprint: shown } = share;
    const bound = boundSecret(notes, share);
    if (bound !== undefined) {
      if (!allBound) continue;
      const seen = Object.fromEntries(others.map((one) => [one.seat, one.fingerprint]));
      return { step: { seat, secret: bound }, notes: { ...notes, seen } };
    }
    if (shown && !(anew && noneTold)) continue;
    const secret = notes.secrets[seat]?.[0] ?? made();
    const step = { seat, fingerprint: fingerprint(secret), ...(shown && { instead: shown }) };
    return { step, notes: { ...notes, secrets: { ...notes.secrets, [seat]: [secret] } } };
  }
  return null;
}

/** Our seats whose secret was bound in a browser that is not this one: only there can it be told. */
export function elsewhere(dice: DiceShown, mine: readonly string[], notes: Notes | null): string[] {
  if (dice.bound || !dice.shares.some(({ told }) => told)) return [];
  return dice.shares
    .filter((share) => mine.includes(share.seat) && !share.told && share.fingerprint && boundSecret(notes, share) === undefined)
    .map(({ seat }) => seat);
}

/** What was noted and does not agree with what is shown; nothing where all is well or nothing was noted. */
export function broken(dice: DiceShown, notes: Notes | null): string[] {
  if (!notes) return [];
  const found: string[] = [];
  if (dice.commitment !== notes.commitment) found.push("the fingerprint of the dice is not the one this browser was shown first");
  if (dice.seed && seedFingerprint(dice.seed) !== notes.commitment) found.push("the seed is not the one the server was bound to");
  if (!dice.bound) return found;
  for (const [seat, made] of Object.entries(notes.secrets))
    if (!dice.shares.some((one) => one.seat === seat && made.includes(one.secret ?? "")))
      found.push(`what ${seat} added here is not in the dice, unless another browser of yours has added for ${seat} after this one`);
  for (const [seat, shown] of Object.entries(notes.seen)) {
    const secret = dice.shares.find((one) => one.seat === seat)?.secret;
    if (fingerprint(secret ?? "") !== shown) found.push(`${seat} added something other than what they were bound to`);
  }
  return found;
}
