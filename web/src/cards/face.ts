/** A playing card by its title ("Seven of spades: Target") or its key ("…-S07"): suit, rank, and what it is for. */
export type Suit = "spades" | "hearts" | "diamonds" | "clubs" | "joker";

export interface Face {
  readonly suit: Suit;
  /** As in the corner of a card: A, 2 … 10, J, Q, K; a joker has none. */
  readonly rank: string;
  /** "Seven of spades". */
  readonly name: string;
  /** "Target"; empty where only the key is known. */
  readonly effect: string;
}

const RANKS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"];
const CORNERS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SUITS: Readonly<Record<string, Suit>> = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

/** Null for what is no playing card. */
export function faceOf(title: string, key: string): Face | null {
  return titled(title) ?? keyed(key);
}

function titled(title: string): Face | null {
  const [name = "", ...rest] = title.split(": ");
  const effect = rest.join(": ");
  if (/\bjoker\b/i.test(name)) return { suit: "joker", rank: "", name, effect };
  const found = /^(\w+) of (spades|hearts|diamonds|clubs)$/i.exec(name);
  if (!found) return null;
  const said = found[1]!.toLowerCase();
  const place = RANKS.indexOf(said);
  const rank = place >= 0 ? CORNERS[place]! : CORNERS.find((corner) => corner.toLowerCase() === said);
  return rank ? { suit: found[2]!.toLowerCase() as Suit, rank, name, effect } : null;
}

function keyed(key: string): Face | null {
  const found = /-([SHDCJ])(\d\d)(?::|$)/.exec(key);
  if (!found) return null;
  if (found[1] === "J") return { suit: "joker", rank: "", name: "Joker", effect: "" };
  const [suit, rank] = [SUITS[found[1]!]!, CORNERS[Number(found[2]) - 1]];
  if (!rank) return null;
  const word = RANKS[CORNERS.indexOf(rank)]!;
  return { suit, rank, name: `${word.charAt(0).toUpperCase()}${word.slice(1)} of ${suit}`, effect: "" };
}

/** Whether everything on offer is a playing card. */
export function areCards(options: readonly { readonly key: string; readonly label: string }[]): boolean {
  return options.length > 0 && options.every(({ key, label }) => titled(label) !== null && faceOf(label, key) !== null);
}
