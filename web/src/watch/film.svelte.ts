// A battle as a film: every moment of its journal, and which of them is shown.

import { api, type Claim } from "../api/http";
import type { Battle, Silhouette, Snapshot, Step } from "../api/types";
import { changed, type LogEntry, logged, remembered, shapesAfter } from "../app/changes";
import { counted, type Counted } from "./counted";

export interface Moment {
  position: number;
  battle: Battle;
  shapes: Record<string, Silhouette>;
  /** What led here; null for the beginning. */
  step: Step | null;
}

/** Where a side's turn begins. */
export interface Mark {
  position: number;
  turn: number;
  side: string;
}

/** How long a moment is shown at usual speed, and one in which nothing is told, in thousandths of a second. */
const LOOK = 1100;
const GLANCE = 60;
/** How long is waited for what is still moving before looking again. */
const BETWEEN = 200;

export const SPEEDS = [0.5, 1, 2, 4, 8] as const;

export class Film {
  /** Moments by position, as far as they have been fetched; none is missing in between. */
  moments = $state.raw<Moment[]>([]);
  log = $state.raw<LogEntry[]>([]);
  /** The newest position of the journal. */
  last = $state(0);
  at = $state(0);
  playing = $state(false);
  /** The moment shown has only just happened. */
  following = false;
  speed = $state<number>(1);

  /** Of the beginning, as it may be seen. */
  startHash = "";
  /** What was done, numbered turn by turn. */
  deeds = $state.raw<readonly Counted[]>([]);
  readonly #numbers = $derived(new Map(this.deeds.map(({ key, number }) => [key, number])));

  readonly moment = $derived(this.moments[Math.min(this.at, this.moments.length - 1)]);
  readonly ready = $derived(this.moments.length > this.last);
  readonly marks: Mark[] = $derived.by(() => marksOf(this.moments));

  /** Whether the moment that is shown is still being played; set by whoever plays it. */
  busy: () => boolean = () => false;

  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    readonly claim: Claim,
  ) {}

  /** Fetch it all, and show the beginning, the end, or what the address asks for. */
  async fetch(at: "start" | "end" | number): Promise<void> {
    const start = await api.battle(this.id, this.claim, 0);
    this.begin(start);
    this.at = at === "start" ? 0 : at === "end" ? start.last : Math.min(at, start.last);
    await this.#fill();
  }

  /** The battle has got so far, by whatever way. */
  async reach(position: number): Promise<void> {
    if (position <= this.last || !this.moments.length) return;
    const atEnd = this.at >= this.last;
    this.last = position;
    await this.#fill();
    if (atEnd && !this.playing) this.at = this.last;
  }

  async #fill(): Promise<void> {
    while (this.moments.length <= this.last) {
      const steps = await api.history(this.id, this.claim, this.moments.length - 1);
      if (!steps.length) break;
      this.add(steps);
    }
  }

  begin(start: Snapshot): void {
    this.moments = [{ position: 0, battle: start.battle, shapes: start.shapes, step: null }];
    this.log = remembered(start.log);
    this.deeds = [];
    this.startHash = start.hash;
    this.last = start.last;
  }

  /** The next steps; what is known already is left out, and what does not follow yet will be fetched. */
  add(steps: Step[]): void {
    const all = [...this.moments];
    let log = this.log;
    for (const step of steps) {
      const before = all.at(-1);
      if (!before || step.position !== before.position + 1) continue;
      all.push({
        position: step.position,
        battle: changed(before.battle, step.changes),
        shapes: shapesAfter(before.shapes, step.changes),
        step,
      });
      log = logged(log, step);
    }
    this.deeds = counted(this.deeds, all, this.moments.length);
    this.moments = all;
    this.log = log;
    this.last = Math.max(this.last, all.length - 1);
  }

  /** A step of a battle that is still going on; who looks at the end goes on looking at the end. */
  follow(step: Step): void {
    const atEnd = this.at >= this.last;
    this.last = Math.max(this.last, step.position);
    this.add([step]);
    if (!atEnd || this.playing) return;
    this.at = this.last;
    this.following = true;
  }

  /** The number a line of the log has on the table; 0 for none. */
  numberOf(key: string): number {
    return this.#numbers.get(key) ?? 0;
  }

  // ------------------------------------------------------------ going through it

  go(position: number): void {
    this.following = false;
    this.at = Math.max(0, Math.min(position, this.last));
  }

  /** One moment on or back in which something is told. */
  step(by: 1 | -1): void {
    this.pause();
    let to = this.at + by;
    while (to > 0 && to < this.last && this.moments[to] && !this.tells(to)) to += by;
    this.go(to);
  }

  /** To where a side's turn begins: the next one, or this one and then the one before. */
  turn(by: 1 | -1): void {
    this.pause();
    const found = by > 0 ? this.marks.find(({ position }) => position > this.at) : this.marks.findLast(({ position }) => position < this.at);
    this.go(found?.position ?? (by > 0 ? this.last : 0));
  }

  play(): void {
    if (this.at >= this.last) this.at = 0;
    this.playing = true;
    this.#next();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  #next(wait = this.tells(this.at) ? LOOK : GLANCE): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        if (!this.playing) return;
        if (this.busy()) return this.#next(BETWEEN);
        if (this.at < this.last) this.go(this.at + 1);
        if (this.at >= this.last) return this.pause();
        this.#next();
      },
      wait / this.speed,
    );
  }

  /** Whether anything is told of an entry. */
  tells(position: number): boolean {
    return this.moments[position]?.step?.beats.some(({ moment }) => !moment) ?? false;
  }
}

export function marksOf(moments: Moment[]): Mark[] {
  const found: Mark[] = [];
  for (const { position, battle } of moments) {
    const last = found.at(-1);
    if (battle.turn && (last?.turn !== battle.turn || last.side !== battle.active)) {
      found.push({ position, turn: battle.turn, side: battle.active });
    }
  }
  return found;
}
