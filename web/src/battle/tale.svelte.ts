/** The deeds of the others' turn, numbered: they stay on the table until one's own turn after it has ended. */
import type { Battle } from "../api/types";
import type { Point } from "../table/pose";
import type { DeedMark, Tag } from "../table/state";
import { showInches, snapped } from "../table/lengths";
import type { Deed } from "./deeds";

export class Tale {
  /** All deeds of this turn of theirs that have been shown. */
  deeds = $state.raw<readonly Deed[]>([]);
  /** The one that is looked at; also one's own while it is being done. */
  present = $state.raw<Deed | null>(null);
  /** Dice lie open at the present deed; else they are a chip. */
  open = $state(false);
  /** Whether the fallen still lie. */
  #lie = $state(true);
  #turn = 0;
  #side = "";
  /** Our side has had its turn since the last deed. */
  #acted = false;
  #watching = false;

  get at(): number {
    return this.present ? this.deeds.findIndex(({ key }) => key === this.present?.key) : -1;
  }

  /** Begin a deed: one of theirs is counted, one of ours only shown. */
  begin(deed: Deed, { counted, turn, side }: { counted: boolean; turn: number; side: string }): Deed {
    this.open = true;
    if (!counted) return (this.present = deed);
    if (this.#acted || turn !== this.#turn || (this.#side !== side && this.#watching)) this.clear();
    this.#turn = turn;
    this.#side = side;
    this.#lie = true;
    const known = this.deeds.find(({ key }) => key === deed.key);
    const numbered = known ?? { ...deed, number: (this.deeds.at(-1)?.number ?? 0) + 1 };
    if (!known) this.deeds = [...this.deeds, numbered];
    return (this.present = numbered);
  }

  /** Take note of how things stand: whether our turn has come, and whether the fallen may be carried off. */
  note(battle: Battle, side: string, cleared: boolean): void {
    this.#watching = !side;
    if (side && battle.active === side) this.#acted = true;
    else if (this.#acted && side) this.clear();
    if (cleared) this.#lie = false;
  }

  /** Losses that dice thrown later decided belong to the blow. */
  amend(unit: string, figures: number, told: string): void {
    const { present } = this;
    if (!present || (present.target || present.unit) !== unit) return;
    const sentence = told ? `${present.sentence} ${told}` : present.sentence;
    const more = { ...present, fallen: present.fallen + figures, sentence };
    this.present = more;
    this.deeds = this.deeds.map((one) => (one.key === more.key ? more : one));
  }

  /** Look at another deed; false where there is none that way. */
  look(by: -1 | 1): boolean {
    const from = this.at < 0 ? this.deeds.length : this.at;
    const next = this.deeds[from + by];
    if (next) this.show(next);
    return next !== undefined;
  }

  show(deed: Deed): void {
    this.present = deed;
    this.open = true;
  }

  /** Nothing is looked at any more: cards become chips. */
  rest(): void {
    this.open = false;
    this.present = null;
  }

  clear(): void {
    this.deeds = [];
    this.present = null;
    this.open = false;
    this.#acted = false;
  }

  numberOf(key: string): number {
    return this.deeds.find((deed) => deed.key === key)?.number ?? 0;
  }

  // ------------------------------------------------------------ on the table

  /** Earlier deeds thin, the present one heavy; without trails the present one alone. */
  marks(trails: boolean): readonly DeedMark[] {
    return deedMarks(this.deeds, this.present, trails, this.#lie);
  }

  /** Numbers where things happened, and how far was gone. */
  tags(trails: boolean): readonly Tag[] {
    return deedTags(trails ? this.deeds : this.deeds.filter(({ key }) => key === this.present?.key), this.present);
  }
}

/** How deeds are drawn, where the fallen still `lie` or not. */
export function deedMarks(deeds: readonly Deed[], present: Deed | null, trails: boolean, lie: boolean): readonly DeedMark[] {
  const earlier = trails ? deeds.filter(({ key }) => key !== present?.key) : [];
  const fought = new Set(deeds.flatMap(({ kind, unit, target }) => (kind === "melee" ? [unit, target] : [])));
  const drawn = earlier.map(({ mark, kind, unit }) => ({
    ...mark,
    fallen: lie ? mark.fallen : null,
    // A charge is marked until it has come to blows.
    clash: kind === "charge" && fought.has(unit) ? null : mark.clash,
  }));
  return present ? [...drawn, { ...present.mark, present: true }] : drawn;
}

/** Numbers where things happened, and how far was gone. */
export function deedTags(deeds: readonly Deed[], present: Deed | null): readonly Tag[] {
  return deeds.flatMap((deed): Tag[] => {
    const now = deed.key === present?.key;
    const at = spotOf(deed);
    const number: Tag = { id: `deed-${deed.key}`, at, text: String(deed.number), tone: now ? "number now" : "number", side: deed.mark.clash ? "left" : "on" };
    if (deed.kind === "check" && deed.pools.length) return [];
    return deed.spent ? [number, { id: `way-${deed.key}`, at, text: showInches(snapped(deed.spent, 10)), tone: "ink", side: "right" }] : [number];
  });
}

/** Where its number stands: in the middle of a way or of a shot, else beside whom it befell. */
export function spotOf({ mark, at }: Deed): Point {
  const { way } = mark;
  if (way.length === 2) return half(way[0]!, way[1]!);
  if (way.length) return way[Math.floor(way.length / 2)]!;
  const line = mark.shots[Math.floor(mark.shots.length / 2)];
  if (line) return half(...line);
  return mark.clash ?? at;
}

const half = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
