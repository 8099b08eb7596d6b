/** What happened while one was not looking: the window was hidden, or the battle was left and is opened again. */
import { api } from "../api/http";
import type { Step } from "../api/types";
import type { BattleStore } from "../app/BattleStore.svelte";
import { changed, shapesAfter } from "../app/changes";
import { deedsOf, type Deed, type Standing } from "./deeds";
import { timesOf } from "./event-groups";
import type { Scene, Stage } from "./stage.svelte";

export interface Missed {
  /** How long one was away, in words. */
  readonly away: string;
  readonly deeds: readonly Deed[];
  /** Figures that fell, by side. */
  readonly losses: Readonly<Record<string, number>>;
  readonly from: Standing & { readonly position: number };
  readonly scenes: readonly Scene[];
}

interface Looked {
  readonly position: number;
  readonly when: number;
}

/** No more steps than these are gone through again. */
const MOST = 100;

export class Since {
  missed = $state.raw<Missed | null>(null);
  #left: Looked | null = null;
  readonly #key: string;

  constructor(
    private readonly store: BattleStore,
    private readonly stage: Stage,
  ) {
    this.#key = `seen:${store.id}:${store.claim.seat ?? ""}`;
    this.#left = this.#kept();
  }

  /** As far as this one has looked. */
  seen(position: number): void {
    if (document.hidden || this.#left) return;
    localStorage.setItem(this.#key, JSON.stringify({ position, when: Date.now() }));
  }

  leave(): void {
    this.#left ??= { position: this.stage.position, when: Date.now() };
  }

  /** Here again: whoever missed something is told. */
  async come(): Promise<void> {
    const left = this.#left;
    if (!left || document.hidden) return;
    this.#left = null;
    const { position } = this.store;
    this.seen(position);
    if (!this.store.seat || position <= left.position) return;
    try {
      const after = Math.max(left.position, position - MOST);
      const [start, steps] = await Promise.all([
        api.battle(this.store.id, this.store.claim, after),
        api.history(this.store.id, this.store.claim, after, MOST),
      ]);
      const from = { battle: start.battle, shapes: start.shapes, position: after };
      const found = missedOf(from, steps.filter((step) => step.position <= position), this.stage.side);
      if (!found.deeds.length) return;
      this.stage.count(found.scenes, from);
      const deeds = found.deeds.map((deed) => ({ ...deed, number: this.stage.tale.numberOf(deed.key) || deed.number }));
      this.missed = { ...found, deeds, from, away: awayFor(Date.now() - left.when) };
    } catch {
      // What happened is in the log all the same.
    }
  }

  again(): void {
    const { missed } = this;
    this.missed = null;
    if (missed && missed.scenes.at(-1)?.position === this.stage.position) this.stage.again(missed.from, missed.scenes);
  }

  close(): void {
    this.missed = null;
  }

  #kept(): Looked | null {
    try {
      const kept = JSON.parse(localStorage.getItem(this.#key) ?? "null") as Looked | null;
      return typeof kept?.position === "number" && typeof kept.when === "number" ? kept : null;
    } catch {
      return null;
    }
  }
}

/** The others' deeds of some steps, numbered, with everybody's losses. */
export function missedOf(from: Standing, steps: readonly Step[], side: string): Pick<Missed, "deeds" | "losses" | "scenes"> {
  let standing = from;
  const deeds: Deed[] = [];
  const losses: Record<string, number> = {};
  const scenes: Scene[] = [];
  for (const step of steps) {
    const battle = { ...changed(standing.battle, step.changes), duel: step.duel, map_room: step.map_room, tilt_yard: step.tilt_yard, conditions: step.conditions, sky: step.sky, measures: step.measures, prompts: step.prompts };
    const shapes = shapesAfter({ ...standing.shapes }, step.changes);
    const times = timesOf(step.events, standing.battle);
    for (const deed of deedsOf(step, standing, { battle, shapes }))
      if (times[deed.first]?.side !== side) deeds.push({ ...deed, number: deeds.length + 1 });
    for (const event of step.events) {
      if (event.type !== "fell") continue;
      const whose = standing.battle.units[event.unit]?.side ?? "";
      losses[whose] = (losses[whose] ?? 0) + event.figures;
    }
    scenes.push({ step, after: battle, shapes, position: step.position });
    standing = { battle, shapes };
  }
  return { deeds, losses, scenes };
}

export function awayFor(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 1) return "a moment";
  if (minutes < 60) return minutes === 1 ? "1 minute" : `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  if (hours < 36) return hours === 1 ? "1 hour" : `${hours} hours`;
  return `${Math.round(hours / 24)} days`;
}
