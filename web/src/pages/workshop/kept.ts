// What the workshop keeps in this browser: every change at once, so that nothing is lost when the page is closed.

export type KeptKind = "army" | "scenario" | "house";

/** Where the server keeps it, once it has been saved there. */
export interface OnServer {
  readonly id: string;
  readonly version: number;
  /** The address that opens it as a copy. */
  readonly shared: string | null;
  /** With this key another browser's thing may be written. */
  readonly key?: string;
  /** The text that the server has. */
  readonly text: string;
}

export interface Kept<T> {
  readonly key: string;
  readonly kind: KeptKind;
  readonly name: string;
  readonly book: string;
  /** When it was last changed, in milliseconds. */
  readonly changed: number;
  readonly value: T;
  /** The text of its file. */
  readonly toml: string;
  readonly server?: OnServer;
}

const PREFIX = "workshop:";
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

export const freshKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => LETTERS[byte % LETTERS.length]).join("");

/** Keep a thing; false where the browser keeps nothing more. */
export function keep<T>(thing: Kept<T>): boolean {
  try {
    localStorage.setItem(PREFIX + thing.key, JSON.stringify(thing));
    return true;
  } catch {
    return false;
  }
}

/** What is kept under a key; nothing if there is none of that kind. */
export function keptAs<T>(kind: KeptKind, key: string): Kept<T> | null {
  const found = parsed<T>(localStorage.getItem(PREFIX + key));
  return found?.kind === kind ? found : null;
}

export function forget(key: string): void {
  localStorage.removeItem(PREFIX + key);
}

/** Everything of a kind, what was changed last first. */
export function allKept<T>(kind: KeptKind): Kept<T>[] {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
  return keys
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => parsed<T>(localStorage.getItem(key)))
    .filter((thing): thing is Kept<T> => thing?.kind === kind)
    .sort((one, other) => other.changed - one.changed);
}

function parsed<T>(text: string | null): Kept<T> | null {
  try {
    const found = JSON.parse(text ?? "null") as Kept<T> | null;
    return found && typeof found === "object" && typeof found.key === "string" && found.value ? found : null;
  } catch {
    return null;
  }
}
