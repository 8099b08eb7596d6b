/**
 * What is shown, which lags behind what is known: steps arrive at once, and are played one after the other at the pace
 * of whoever looks on. What the others do is shown deed by deed, and each deed stays until its dice can be read.
 */
import { untrack } from "svelte";
import type { Battle, Moved, Rolled, Silhouette, Step, Text, ToldEvent } from "../api/types";
import type { BattleStore } from "../app/BattleStore.svelte";
import { unsided, wordsOf } from "../app/text";
import { isDraw } from "../log/counting";
import { poolsOf, type Pool } from "../log/log";
import { joined, tableBox } from "../table/shape";
import type { Template } from "../table/state";
import type { TableApi } from "../table/table";
import { deedsOf, type Deed, type Standing } from "./deeds";
import { declaredAfter, movedWith, resultAfter, timesOf, type Time } from "./event-groups";
import { following, TIMES } from "./following.svelte";
import { journeyOf } from "./journey";
import { isOrder, landedAfter, templateOf } from "./landed";
import { poseOf, shapeOf } from "./scene";
import { Sounds, type Sound } from "./sounds";
import { Tale } from "./tale.svelte";

export interface Rolling {
  readonly purpose: string;
  readonly rules: readonly string[];
  readonly pools: readonly Pool[];
  readonly settled: boolean;
  /** What came of it, once the dice lie still. */
  readonly outcome: Text;
}

export interface Scene {
  /** Null for a whole new picture. */
  readonly step: Step | null;
  readonly after: Battle;
  readonly shapes: Record<string, Silhouette>;
  readonly position: number;
}

const TUMBLE = 500;
const LOOK = 750;
const ANNOUNCED = 1400;
/** How long the dice of a deed of theirs lie on its card, and how long one without dice is looked at. */
const READ = 2000;
const SEEN = 450;
/** Who only looks on cannot hold up a battle: with more scenes than these still to come, the next is only shown. */
const FAR_BEHIND = 12;
/** The least share of its usual time that anything played takes. */
const QUICKEST = 0.35;

const HEARD: Readonly<Record<Deed["kind"], Sound>> = { move: "march", charge: "clash", shot: "shot", melee: "clash", check: "drum" };

export class Stage {
  battle = $state.raw<Battle | null>(null);
  shapes = $state.raw<Record<string, Silhouette>>({});
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
  /** For those who listen: a deed is said once, whole. */
  said = $state("");
  readonly tale = new Tale();
  readonly sounds = new Sounds(() => following.sounds);
  /** A deed lies open until somebody asks for the next. */
  waiting = $state(false);
  paused = $state(false);

  #queue: Scene[] = [];
  #skipping = false;
  /** What is left of the present deed is not waited for. */
  #hurried = false;
  #wake: (() => void) | null = null;
  #release: (() => void) | null = null;
  #flash: ReturnType<typeof setTimeout> | undefined;
  /** Sentences of things that were shown without taking time. */
  #burst: string[] = [];
  table: TableApi | undefined;

  /** Who follows is shown the others' deeds at his own pace; a film has a pace of its own. */
  constructor(
    private readonly store: BattleStore,
    private readonly follows = true,
  ) {}

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

  /** Show again what was played, from how things stood before it. */
  again(from: Standing & { readonly position: number }, scenes: readonly Scene[]): void {
    if (this.busy) return;
    this.tale.clear();
    this.#show(from.battle, { ...from.shapes }, from.position);
    this.#queue = [...scenes, ...this.#queue];
    void this.#play();
  }

  /** Number the deeds of what was missed, as if it had been followed. */
  count(scenes: readonly Scene[], from: Standing): void {
    if (this.busy || this.tale.deeds.length) return;
    let standing = from;
    for (const { step, after, shapes } of scenes) {
      if (!step) continue;
      const times = timesOf(step.events, standing.battle);
      for (const deed of deedsOf(step, standing, { battle: after, shapes })) {
        const time = times[deed.first]!;
        if (this.#counts(time.side)) this.tale.begin(deed, { counted: true, ...time });
      }
      this.tale.note(after, this.side, this.#clears(standing.battle, after));
      standing = { battle: after, shapes };
    }
    this.tale.rest();
  }

  // ------------------------------------------------------------ pace

  /** Be done with everything that is waiting to be shown. */
  skip(): void {
    this.#skipping = true;
    this.paused = false;
    this.table?.skip();
    this.#wake?.();
    this.#release?.();
  }

  /** On to the next deed: through those looked back at, then to what is still to come. */
  next(): void {
    if (this.tale.at >= 0 && this.tale.look(1)) return;
    this.paused = false;
    if (this.waiting) return this.#release?.();
    this.#hurried = true;
    this.table?.skip();
    this.#wake?.();
  }

  /** Look at the deed before; what is being played waits meanwhile. */
  back(): boolean {
    if (!this.tale.look(-1)) return false;
    if (this.busy) this.paused = true;
    return true;
  }

  pause(): void {
    this.paused = !this.paused;
    if (!this.paused && following.pace !== "step") this.#release?.();
  }

  async #play(): Promise<void> {
    this.busy = true;
    this.#skipping = false;
    this.#burst = [];
    try {
      let scene: Scene | undefined;
      while ((scene = this.#queue.shift())) {
        const fallen: readonly Template[] = landedAfter(this.landed, scene.step);
        const before = this.battle;
        if (scene.step && before) await this.#perform(scene.step, { battle: before, shapes: this.shapes }, { battle: scene.after, shapes: scene.shapes });
        this.landed = fallen;
        this.#show(scene.after, scene.shapes, scene.position);
        if (this.#reduced() && before) this.#outline(before, scene.after);
      }
    } finally {
      this.rolling = null;
      this.caption = null;
      this.busy = false;
      this.paused = false;
      this.waiting = false;
      this.#skipping = false;
      this.tale.rest();
    }
  }

  #show(battle: Battle | null, shapes: Record<string, Silhouette>, position: number): void {
    const [was, is] = [this.battle?.duel, battle?.duel];
    if (is && (was?.one !== is.one || was.other !== is.other)) this.beforeDuel = battle;
    if (battle && this.follows) this.tale.note(battle, this.side, this.#clears(this.battle, battle));
    this.battle = battle;
    this.shapes = shapes;
    this.position = position;
  }

  /** Whether a phase is over at whose end the fallen are carried off. */
  #clears(before: Battle | null, after: Battle): boolean {
    const entry = this.store.about?.sequence.find(({ name }) => name === before?.phase);
    return entry?.clears === true && after.phase !== entry.name;
  }

  /** The side that looks on from here; empty for a spectator. */
  get side(): string {
    return this.store.battle?.seats.find(({ id }) => id === this.store.seat)?.side ?? "";
  }

  /** Play a step, and each deed of it to its end. */
  async #perform(step: Step, before: Standing, after: Standing): Promise<void> {
    const { events } = step;
    const deeds = deedsOf(step, before, after);
    const times = timesOf(events, before.battle);
    if (isOrder(step) && !this.#still()) this.landed = [];
    const behind = !this.store.seat && this.#queue.length > FAR_BEHIND;
    let open: Deed[] = [];
    for (let index = 0; index < events.length; index++) {
      const event = events[index]!;
      const last = event.type === "moved" ? movedWith(events, index).last : index;
      const begun = deeds.filter(({ first }) => first >= index && first <= last);
      for (const deed of begun) await this.#begin(deed, times[deed.first]!, begun.length > 1);
      if (event.type === "fell" && !deeds.some((deed) => deed.first <= index && index <= deed.last)) this.tale.amend(event.unit, event.figures, unsided(event.told));
      if (!behind) await this.#act(events, index, after.shapes);
      index = last;
      open.push(...begun);
      if (!open.length || open.some((deed) => deed.last > index)) continue;
      await this.#end(open, behind);
      open = [];
    }
  }

  async #begin(deed: Deed, { turn, side }: Time, many: boolean): Promise<void> {
    const counted = this.#counts(side);
    this.#hurried = false;
    const shown = this.tale.begin(deed, { counted, turn, side });
    if (!this.#skipping) this.sounds.play(HEARD[deed.kind]);
    if (this.#still() || many) return;
    if (counted && following.follow) this.#reveal(shown);
    if (deed.mark.shots.length) await this.table?.fly(deed.mark, this.#haste);
  }

  #counts(active: string): boolean {
    return this.follows && active !== this.side;
  }

  /** Once it is over a deed is said, and stays to be looked at. */
  async #end(deeds: readonly Deed[], behind: boolean): Promise<void> {
    const told = deeds.map((deed) => this.tale.deeds.find(({ key }) => key === deed.key) ?? deed);
    for (const deed of told) this.#say(deed.sentence);
    const counted = told.some(({ number }) => number > 0);
    const last = told.at(-1)!;
    if (!counted || behind || this.#skipping || document.hidden) return;
    this.caption = { text: last.sentence, side: last.side, rules: last.rules };
    if (following.pace === "step") return this.#hold();
    if (!this.#reduced()) await this.#wait((last.pools.length ? READ : SEEN) * this.#haste);
    if (this.paused) await this.#hold();
  }

  /** Until somebody asks for the next. */
  async #hold(): Promise<void> {
    if (this.#skipping) return;
    this.waiting = true;
    await new Promise<void>((done) => (this.#release = done));
    this.#release = null;
    this.waiting = false;
  }

  #say(text: string): void {
    if (this.#still()) this.#burst.push(text);
    else this.#burst = [];
    this.said = this.#burst.length ? this.#burst.slice(-8).join(" ") : text;
  }

  #reveal({ unit, target }: Deed): void {
    const boxes = [unit, target].flatMap((id) => {
      const one = this.battle?.units[id];
      const pose = one && poseOf(one);
      return pose ? [tableBox(pose, shapeOf(this.shapes, id), 3000)] : [];
    });
    const box = joined(boxes);
    if (box) this.table?.reveal(box);
  }

  async #act(events: readonly ToldEvent[], index: number, shapes: Standing["shapes"]): Promise<void> {
    const event = events[index]!;
    if (event.type === "rolled" && !isDraw(event.roll) && !this.#skipping) this.sounds.play("dice");
    if (this.#still()) return;
    switch (event.type) {
      case "moved": {
        this.rolling = null;
        const { moves } = movedWith(events, index);
        this.#entitle(event, event.unit, moves);
        const known = untrack(() => this.shapes);
        await this.table?.travel(moves.map((one: Moved) => journeyOf(one, known, shapes)), this.#haste, event.together);
        break;
      }
      case "landed":
        this.rolling = null;
        this.#entitle(event, event.unit);
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
    }
  }

  #entitle(event: ToldEvent, unit: string, others: readonly ToldEvent[] = []): void {
    const all = others.length > 2 && event.type === "moved" && event.together;
    const side = all ? "" : (this.battle?.units[unit]?.side ?? "");
    const text = all ? `${others.length} units move at the same time.` : unsided(event.told);
    if (text) this.caption = { text, side, rules: event.rules };
  }

  /** What needs time to be read: a card that is played, what was sealed. */
  async #announce(events: readonly ToldEvent[], side: string): Promise<void> {
    const told = events.filter((event) => event.told);
    if (!told.length) return;
    this.rolling = null;
    this.caption = { text: told.map((event) => unsided(event.told)).join(" "), side, rules: [...new Set(events.flatMap(({ rules }) => rules))] };
    this.#say(told.map((event) => wordsOf(event.told)).join(" "));
    await this.#wait(ANNOUNCED * this.#haste);
  }

  async #roll(event: Rolled, outcome: Text): Promise<void> {
    const rolling = { purpose: event.roll.purpose, rules: event.roll.rules, pools: poolsOf(event as never), outcome };
    const deed = this.tale.present;
    this.rolling = { ...rolling, settled: false };
    await this.#wait(TUMBLE * this.#haste);
    this.rolling = { ...rolling, settled: true };
    // What the others throw stays on the card of its deed until that is over.
    if (!deed?.number) {
      if (!deed) this.#say(wordsOf(outcome));
      await this.#wait(LOOK * this.#haste);
    }
  }

  #wait(milliseconds: number): Promise<void> {
    if (this.#still() || this.#hurried) return Promise.resolve();
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

  /** The share of its usual time that a thing takes: by the pace, and one's own doings the less the more wait. */
  get #haste(): number {
    if (this.#hurried) return 0;
    const time = this.follows ? TIMES[following.pace] : 1;
    if (this.tale.present?.number && following.pace !== "fast") return time;
    return Math.max(QUICKEST, 1 / (1 + this.#queue.length / 3)) * Math.min(1, time);
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
}
