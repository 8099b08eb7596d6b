/**
 * What is shown, which lags behind what is known: steps arrive at once, and are played one after the other, the faster
 * the more are waiting. Any key brings the stage up to date.
 */
import { untrack } from "svelte";
import type { Battle, Leg, Moved, Rolled, Shape as ServerShape, Step, ToldEvent } from "../api/types";
import type { BattleStore } from "../app/BattleStore.svelte";
import { formedShape } from "../table/formed";
import type { Journey, Stretch } from "../table/motion";
import { halfFront, type Shape } from "../table/shape";
import type { TableApi } from "../table/table";
import { isDraw } from "../log/counting";
import { poolsOf, type Pool } from "../log/log";
import type { Template } from "../table/state";
import { isOrder, landedAfter, templateOf } from "./landed";
import { middleOf, signedTurn } from "./plotting";
import { shapeOf } from "./scene";

export interface Rolling {
  readonly purpose: string;
  readonly rules: readonly string[];
  readonly pools: readonly Pool[];
  readonly settled: boolean;
  /** What came of it, once the dice lie still. */
  readonly outcome: string;
}

interface Scene {
  /** Null for a whole new picture. */
  readonly step: Step | null;
  readonly after: Battle;
  readonly shapes: Record<string, ServerShape>;
  readonly position: number;
}

/** Manoeuvres that are seen to be made; others are taken up where they stand. */
const ON_THE_WAY = new Set(["advance", "wheel", "turn", "square_up"]);
const TUMBLE = 500;
const LOOK = 750;
const ANNOUNCED = 1400;
/** With more scenes than these still to come, the next is only shown. */
const FAR_BEHIND = 12;
/** The least share of its usual time that anything played takes. */
const QUICKEST = 0.35;

export class Stage {
  battle = $state.raw<Battle | null>(null);
  shapes = $state.raw<Record<string, ServerShape>>({});
  position = $state(0);
  rolling = $state.raw<Rolling | null>(null);
  busy = $state(false);
  /** Changed without being seen to move, where motion is unwelcome. */
  flashed = $state.raw<ReadonlySet<string>>(new Set());
  /** What is being shown, in a sentence. */
  caption = $state.raw<{ text: string; side: string; rules: readonly string[] } | null>(null);
  /** Where shots have fallen since the last order. */
  landed = $state.raw<readonly Template[]>([]);
  /** How things stood when the two who fight man to man began. */
  beforeDuel = $state.raw<Battle | null>(null);
  /** For those who listen: a roll is said once, whole. */
  said = $state("");

  #queue: Scene[] = [];
  #skipping = false;
  #wake: (() => void) | null = null;
  #flash: ReturnType<typeof setTimeout> | undefined;
  table: TableApi | undefined;

  constructor(private readonly store: BattleStore) {}

  /** A whole new picture: shown at once, or after what is being played where it only goes on from there. */
  reset(): void {
    const { battle, shapes, position } = this.store;
    if (this.busy && battle && this.battle && position >= this.position) {
      this.#queue.push({ step: null, after: battle, shapes, position });
      return;
    }
    this.#queue = [];
    this.skip();
    if (position !== this.position) this.landed = [];
    this.#show(battle, shapes, position);
  }

  hear(step: Step, after: Battle): void {
    this.#queue.push({ step, after, shapes: this.store.shapes, position: step.position });
    if (!this.busy) void this.#play();
  }

  /** Be done with everything that is waiting to be shown. */
  skip(): void {
    this.#skipping = true;
    this.table?.skip();
    this.#wake?.();
  }

  async #play(): Promise<void> {
    this.busy = true;
    this.#skipping = false;
    try {
      let scene: Scene | undefined;
      while ((scene = this.#queue.shift())) {
        const fallen: readonly Template[] = landedAfter(this.landed, scene.step);
        if (!this.#still() && scene.step && this.#queue.length <= FAR_BEHIND) await this.#act(scene.step, scene.shapes);
        const before = this.battle;
        this.landed = fallen;
        this.#show(scene.after, scene.shapes, scene.position);
        if (this.#reduced() && before) this.#outline(before, scene.after);
      }
    } finally {
      this.rolling = null;
      this.caption = null;
      this.busy = false;
      this.#skipping = false;
    }
  }

  #show(battle: Battle | null, shapes: Record<string, ServerShape>, position: number): void {
    const [was, is] = [this.battle?.duel, battle?.duel];
    if (is && (was?.one !== is.one || was.other !== is.other)) this.beforeDuel = battle;
    this.battle = battle;
    this.shapes = shapes;
    this.position = position;
  }

  async #act(step: Step, shapes: Record<string, ServerShape>): Promise<void> {
    const { events } = step;
    if (isOrder(step)) this.landed = [];
    for (let index = 0; index < events.length; index++) {
      const event = events[index]!;
      if (this.#still() && event.type !== "rolled") continue;
      switch (event.type) {
        case "moved": {
          this.rolling = null;
          const { moves, last } = movedWith(events, index);
          index = last;
          this.#entitle(event, event.unit, moves);
          await this.table?.travel(moves.map((one) => this.#journey(one, shapes)), this.#haste, event.together);
          break;
        }
        case "landed":
          this.rolling = null;
          this.#entitle(event, event.unit);
          if (event.told) this.said = event.told;
          await this.table?.land(event.marks, this.#haste);
          this.landed = [...this.landed, templateOf(event)];
          await this.#wait(LOOK * this.#haste);
          break;
        case "rolled":
          if (!isDraw(event.roll)) await this.#roll(event, resultAfter(events, index));
          break;
        case "spent":
          await this.#announce([event], event.side);
          break;
        case "revealed":
          await this.#announce(declaredAfter(events, index), "");
          break;
        case "fell":
          this.#entitle(event, event.unit);
          await this.table?.fade(event.unit, event.figures, this.#haste);
          break;
        case "struck":
        case "checked":
          if (event.told) this.said = event.told;
          break;
      }
    }
  }

  #entitle(event: ToldEvent, unit: string, others: readonly ToldEvent[] = []): void {
    const all = others.length > 2 && event.type === "moved" && event.together;
    const side = all ? "" : (this.battle?.units[unit]?.side ?? "");
    const text = all ? `${others.length} units move at the same time.` : event.told;
    if (text) this.caption = { text, side, rules: event.rules };
  }

  /** What needs time to be read: a card that is played, what was sealed. */
  async #announce(events: readonly ToldEvent[], side: string): Promise<void> {
    const text = events.flatMap(({ told }) => told ?? []).join(" ");
    if (!text) return;
    this.rolling = null;
    this.caption = { text, side, rules: [...new Set(events.flatMap(({ rules }) => rules))] };
    this.said = text;
    await this.#wait(ANNOUNCED * this.#haste);
  }

  async #roll(event: Rolled, outcome: string): Promise<void> {
    const rolling = { purpose: event.roll.purpose, rules: event.roll.rules, pools: poolsOf(event as never), outcome };
    this.said = outcome;
    if (this.#still()) return;
    this.rolling = { ...rolling, settled: false };
    await this.#wait(TUMBLE * this.#haste);
    this.rolling = { ...rolling, settled: true };
    await this.#wait(LOOK * this.#haste);
  }

  #wait(milliseconds: number): Promise<void> {
    if (this.#still()) return Promise.resolve();
    return new Promise((done) => {
      const finish = (): void => {
        clearTimeout(timer);
        this.#wake = null;
        done();
      };
      const timer = setTimeout(finish, milliseconds);
      this.#wake = finish;
    });
  }

  /** The share of its usual time that a thing takes, while others wait. */
  get #haste(): number {
    return Math.max(QUICKEST, 1 / (1 + this.#queue.length / 3));
  }

  #still(): boolean {
    return this.#skipping || this.#reduced() || document.hidden;
  }

  #reduced(): boolean {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  #outline(before: Battle, after: Battle): void {
    const changed = Object.values(after.units).filter((unit) => before.units[unit.id] !== unit);
    this.flashed = new Set(changed.map((unit) => unit.id));
    clearTimeout(this.#flash);
    this.#flash = setTimeout(() => (this.flashed = new Set()), 1000);
  }

  /** The way a unit went, leg by leg. */
  #journey(event: Moved, shapes: Record<string, ServerShape>): Journey {
    const known = untrack(() => this.shapes);
    let shape = shapeOf(known, event.unit);
    let from = event.start;
    const stretches = event.legs.map((leg): Stretch => {
      const after = shapeAfter(leg, shape, shapeOf(shapes, event.unit));
      const { manoeuvre } = leg;
      const spins = manoeuvre.type === "turn";
      const stretch = {
        from,
        to: leg.pose,
        turn: spins ? manoeuvre.angle : manoeuvre.type === "wheel" ? signedTurn(manoeuvre) : 0,
        ...(spins ? { about: middleOf({ pose: from, shape, body: null }) } : {}),
        halfFront: halfFront(shape),
        shape: after,
        atOnce: !ON_THE_WAY.has(leg.manoeuvre.type),
      };
      from = leg.pose;
      shape = after;
      return stretch;
    });
    return { unit: event.unit, stretches };
  }
}

function shapeAfter(leg: Leg, before: Shape, final: Shape): Shape {
  const { body } = leg;
  if (body.type !== "formed") return before;
  if (body.left || body.right || body.bends.length) return final;
  const count = before.figures.length;
  const same = before.figures.length && formedShape(body, count);
  return same && JSON.stringify(same.figures) !== JSON.stringify(before.figures) ? same : before;
}

type ToldMove = ToldEvent & Moved;

/**
 * A move and those that are seen with it: what follows at once, and what was made at the same time though marks are told
 * in between. Nobody goes two ways at once.
 */
export function movedWith(events: readonly ToldEvent[], index: number): { moves: ToldMove[]; last: number } {
  const first = events[index] as ToldMove;
  const moves = [first];
  let last = index;
  for (let next = index + 1; next < events.length; next++) {
    const event = events[next]!;
    if (event.type === "marked" && first.together) continue;
    if (event.type !== "moved" || event.together !== first.together || moves.some(({ unit }) => unit === event.unit)) break;
    moves.push(event);
    last = next;
  }
  return { moves, last };
}

/** What lies open together. */
function declaredAfter(events: readonly ToldEvent[], index: number): ToldEvent[] {
  const rest = events.slice(index + 1);
  const end = rest.findIndex(({ type }) => type !== "declared");
  return end < 0 ? rest : rest.slice(0, end);
}

/** What the events after a roll say came of it. */
function resultAfter(events: readonly ToldEvent[], index: number): string {
  const told: string[] = [];
  for (const event of events.slice(index + 1)) {
    if (event.type === "rolled" || event.type === "began") break;
    if (event.told && ["struck", "landed", "checked", "fell", "marked"].includes(event.type)) told.push(event.told);
  }
  return told.length ? told.join(" ") : (events[index]?.told ?? "");
}
