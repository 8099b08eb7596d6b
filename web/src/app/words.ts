// Plain English for what the page shows more than once.

import type { MyBattle, Note, SequenceEntry } from "../api/types";

export const count = (number: number, one: string, many = `${one}s`): string => `${amount(number)} ${number === 1 ? one : many}`;

/** Of all sides: "248 points" where they have as many, else "248 and 246 points", or "196 to 199 points" of more. */
export function pointsOf(sides: readonly { readonly points: number }[]): string {
  const [first = 0, second = first, ...more] = sides.map(({ points }) => points);
  if (!more.length) return first === second ? count(first, "point") : `${amount(first)} and ${count(second, "point")}`;
  const [low, high] = [Math.min(first, second, ...more), Math.max(first, second, ...more)];
  return low === high ? count(low, "point") : `${amount(low)} to ${count(high, "point")}`;
}

const EIGHTHS = ["", "⅛", "¼", "⅜", "½", "⅝", "¾", "⅞"] as const;

/** A number as players write it: 1,200, and fractions of a point as in 2½. */
export function amount(number: number): string {
  const eighths = Math.round(Math.abs(number) * 8);
  const [whole, fraction] = [Math.floor(eighths / 8), EIGHTHS[eighths % 8] ?? ""];
  return `${number < 0 && eighths ? "−" : ""}${whole || !fraction ? whole.toLocaleString("en") : ""}${fraction}`;
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** With a full stop, where it does not end like a sentence already. */
export const stopped = (text: string): string => (".!?…".includes(text.slice(-1)) ? text : `${text}.`);

/** What would be right, as a sentence. */
export const rightSaid = (right: string): string =>
  !right ? "" : /^did you/i.test(right) ? stopped(capital(right)) : stopped(`Try: ${right}`);

/** An identifier as words: `wood_edge_fire` is "wood edge fire". */
export const words = (name: string): string => name.replaceAll("_", " ");

/** A phase as its book calls it: "artillery fire". */
export const phaseTitle = (phase: string, sequence: readonly SequenceEntry[]): string =>
  sequence.find(({ name }) => name === phase)?.title.toLowerCase() ?? words(phase);

/** Words joined as in a sentence: "Core and Basic". */
export const listed = (all: string[]): string => new Intl.ListFormat("en").format(all);

/** Notes in a row without their rules, where these stand beside them. */
export const inARow = (notes: readonly Note[]): string => notes.map(({ text }) => text).join("; ");

/** Whether an army's name is a plural: The Stone-Throwers of Kell, The Jarl's Axes; not The Host of Vaire, nor Red. */
export function isPlural(name: string): boolean {
  const head = name.replace(/ \(.*$/, "").split(" of ", 1)[0]!.split(" ").at(-1)!.toLowerCase();
  return head.endsWith("s") && !/(ss|['’]s)$/.test(head);
}

export interface NamedSide {
  readonly id: string;
  readonly name: string;
  readonly colour?: string;
}

/** A side where room is short: "Red". */
export const sideShort = ({ id, colour }: NamedSide): string => capital(colour || id);

/** The one name of a side: "The Wardens of Ashmere (Red)"; an army that is called by its colour is "Red". */
export function sideTitle(side: NamedSide): string {
  return !side.name || side.name === sideShort(side) ? sideShort(side) : `${side.name} (${sideShort(side)})`;
}

/** "Red" for "red". */
export const sideName = (side: string): string => capital(side || "nobody");

/** Inches from thousandths, with quarters as fractions: 6½″. */
export function inches(mil: number): string {
  const whole = Math.trunc(Math.abs(mil) / 1000);
  const rest = Math.abs(mil) % 1000;
  const sign = mil < 0 ? "−" : "";
  const fraction = { 0: "", 250: "¼", 500: "½", 750: "¾" }[rest];
  if (fraction === undefined) return `${sign}${(Math.abs(mil) / 1000).toFixed(1)}″`;
  return `${sign}${whole || !fraction ? whole : ""}${fraction}″`;
}

const DAY = 86_400_000;

/** When something was last touched, as people say it. */
export function when(moment: Date, now = new Date()): string {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  const days = Math.round((midnight(now) - midnight(moment)) / DAY);
  if (days <= 0) return "today";
  if (days === 1) return "yesterday";
  if (days < 7) return moment.toLocaleDateString("en", { weekday: "long" });
  const year = moment.getFullYear() === now.getFullYear() ? {} : ({ year: "numeric" } as const);
  return moment.toLocaleDateString("en", { day: "numeric", month: "long", ...year });
}

const FIRST_SEATS = ["red", "blue"];

/** Seats in the order of the table, Red and Blue first; an object of the server's has them by the alphabet. */
export function seatsOf<T>(seats: Record<string, T>): [seat: string, held: T][] {
  const place = (seat: string): number => (FIRST_SEATS.indexOf(seat) + FIRST_SEATS.length + 1) % (FIRST_SEATS.length + 1);
  return Object.entries(seats).sort(([one], [other]) => place(one) - place(other));
}

/** What the side of a seat is called. */
export const calledOf = (battle: MyBattle, seat: string): string => battle.seats[seat]?.side || sideName(seat);

/** How a battle stands for us: whether something is due from us, and in words. */
export function standing(battle: MyBattle): { due: boolean; text: string } {
  const { mine, outcome, waiting_for: waiting } = battle;
  if (battle.damaged) return { due: false, text: "Damaged: it cannot be opened" };
  if (outcome) {
    const turn = battle.turn ? `, ${battle.turn_word.toLowerCase()} ${battle.turn}` : "";
    if (!outcome.winner) return { due: false, text: `Drawn${turn}` };
    if (mine.length === 1) return { due: false, text: `${mine.includes(outcome.winner) ? "Won" : "Lost"}${turn}` };
    return { due: false, text: `${calledOf(battle, outcome.winner)} won${turn}` };
  }
  const ours = waiting.find((seat) => mine.includes(seat));
  if (ours) return { due: true, text: mine.length > 1 ? `${calledOf(battle, ours)} to move` : "Your move" };
  const [theirs] = waiting;
  if (theirs === "dice") return { due: mine.length > 0, text: "Dice are due" };
  return { due: false, text: theirs ? `${battle.seats[theirs]?.player || calledOf(battle, theirs)} to move` : "Being played" };
}

/** Whom we play against. */
export function against(battle: MyBattle): string {
  const others = Object.entries(battle.seats).filter(([seat]) => !battle.mine.includes(seat));
  if (!others.length) return "at one screen";
  const captains = others.filter(([, { who }]) => who === "captain");
  if (!battle.mine.length) return captains.length === others.length ? `${captains.length === 2 ? "two" : captains.length} captains` : "set up for friends";
  const friends = others.filter(([, { who }]) => who !== "captain").map(([, { player }]) => player || "a friend");
  const led = captains.length > 1 ? [`${captains.length} captains`] : captains.length ? ["a captain"] : [];
  return `against ${listed([...friends, ...led])}`;
}

/** Where our seat is, or at least a place to watch. */
export const placeOf = (battle: MyBattle): string =>
  battle.mine[0] ? `/battles/${battle.id}?seat=${battle.mine[0]}` : battle.links.watch;
