/** All that is still to be set down, drawn up at once: moved together or one by one, and set down by one Enter. */
import type { InTurn, PlaceUnit, Preview, SetDown, Unit } from "../api/types";
import { count } from "../app/words";
import { formedShape } from "../table/formed";
import { FULL_TURN, modulo, snapped } from "../table/lengths";
import { turned, type Point, type Pose } from "../table/pose";
import { joined, meetingBoxes, tableBox, type Box, type Shape } from "../table/shape";
import type { PlanDrawing, Tag, Thing } from "../table/state";
import { world } from "../table/pose";
import { halfFront } from "../table/shape";
import type { Room } from "./control";
import { freeSpot } from "./deploying";
import { Latest } from "./latest";
import { detailsOf, type Act, type Prompt } from "./prompt";
import { poseOf, shapeOf } from "./scene";

type Places = ReadonlyMap<string, SetDown>;

/** How often another spot is looked for, for a unit that may not stand where it was drawn up. */
const TRIES = 12;
const NARROW = 400;
const GRAIN = 250;

export class DrawnUp {
  places = $state.raw<Places>(new Map());
  /** Those that are moved. */
  held = $state.raw<ReadonlySet<string>>(new Set());
  /** Those for whom there was no room. */
  left = $state.raw<readonly string[]>([]);
  #words = $state.raw<ReadonlyMap<string, Preview>>(new Map());
  #grabbed: { at: Point; places: Places } | null = null;
  #tries = TRIES;
  #refused: Box[] = [];
  /** Whether a press adds to those that are moved. */
  adding = $state(false);
  readonly #previews: Latest<Places, InTurn[]>;

  constructor(
    private readonly room: Room,
    private readonly decision: PlaceUnit,
    private readonly heading: number,
    drawn: readonly SetDown[],
  ) {
    this.#previews = new Latest(
      (places) => room.store.ask({ about: "together", commands: [...places.values()] }),
      (places, turns) => this.#hear(places, turns),
    );
    this.#drawUp(drawn);
    this.held = new Set(this.places.keys());
  }

  stop(): void {
    this.#previews.stop();
  }

  /** Whoever has a place keeps it; the others stand where there is room, from the middle of the front outward. */
  #drawUp(drawn: readonly SetDown[]): void {
    const places = new Map(drawn.map((one) => [one.unit, one]));
    const left: string[] = [];
    const taken = [...this.#standing, ...this.#refused, ...[...places.values()].map((one) => this.#box(one))];
    for (const unit of this.decision.units) {
      if (places.has(unit)) continue;
      const one: SetDown = { type: "set_down", unit, pose: { x: 0, y: 0, heading: this.heading }, files: this.#filesOf(unit), formation: "" };
      const pose = freeSpot(this.decision.zone, this.heading, this.#shapeOf(one), taken);
      const box = this.#box({ ...one, pose });
      if (taken.some((other) => meetingBoxes(box, other))) left.push(unit);
      else {
        places.set(unit, { ...one, pose });
        taken.push(box);
      }
    }
    this.left = left;
    this.#put(places);
  }

  get #standing(): Box[] {
    const { battle, stage } = this.room;
    return Object.values(battle.units).flatMap((unit) => {
      const pose = poseOf(unit);
      return pose ? [tableBox(pose, shapeOf(stage.shapes, unit.id))] : [];
    });
  }

  #unit(id: string): Unit | undefined {
    return this.room.battle.units[id];
  }

  #filesOf(id: string): number {
    const unit = this.#unit(id);
    return unit?.body.type === "formed" ? unit.body.files : 1;
  }

  #shapeOf({ unit: id, files, formation }: SetDown): Shape {
    const unit = this.#unit(id);
    if (!unit || unit.body.type !== "formed") return shapeOf(this.room.stage.shapes, id);
    const offered = this.decision.formations.find((one) => one.unit === id && one.formation === formation);
    return formedShape({ ...unit.body, files, spacing: offered?.spacing ?? unit.body.spacing }, unit.figures + unit.fallen);
  }

  #box(one: SetDown): Box {
    return tableBox(one.pose, this.#shapeOf(one));
  }

  #put(places: Places): void {
    this.places = places;
    if (places.size) this.#previews.want(places);
  }

  /** Where the book will not have one that nobody has moved yet, another spot is looked for. */
  #hear(asked: Places, turns: readonly InTurn[]): void {
    this.#words = new Map(turns.map(({ actor, preview }) => [actor, preview]));
    const barred = turns.filter(({ preview }) => !preview.legal).map(({ actor }) => actor);
    if (!barred.length || asked !== this.places || this.#tries-- <= 0) return;
    for (const id of barred) {
      const { x, y } = asked.get(id)!.pose;
      this.#refused.push({ left: x - NARROW, right: x + NARROW, top: y - NARROW, bottom: y + NARROW });
    }
    this.#drawUp([...asked.values()].filter(({ unit }) => !barred.includes(unit)));
  }

  // ------------------------------------------------------------ hands and keys

  hold(id: string, shift: boolean): void {
    if (!this.places.has(id)) return;
    if (!shift && !this.adding) this.held = new Set([id]);
    else this.held = this.held.has(id) ? new Set([...this.held].filter((one) => one !== id)) : new Set([...this.held, id]);
  }

  get possible(): boolean {
    return this.places.size > 1;
  }

  /** Begun anew, so that presses say who is moved. */
  switch(): void {
    this.adding = !this.adding;
    if (this.adding) this.held = new Set();
  }

  holdAll(): void {
    this.held = new Set(this.places.keys());
  }

  encircle(box: Box): void {
    const inside = [...this.places.values()].filter((one) => {
      const { left, top, right, bottom } = this.#box(one);
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
    });
    if (inside.length) this.held = new Set(inside.map(({ unit }) => unit));
  }

  grab(thing: Thing, at: Point): void {
    if ("id" in thing && !this.held.has(thing.id)) this.hold(thing.id, false);
    this.#grabbed = { at, places: this.places };
  }

  drag(at: Point): void {
    if (this.#grabbed) this.#shift(this.#grabbed.places, snapped(at.x - this.#grabbed.at.x, GRAIN), snapped(at.y - this.#grabbed.at.y, GRAIN));
  }

  drop(at: Point | null): void {
    if (!at && this.#grabbed) this.#put(this.#grabbed.places);
    this.#grabbed = null;
  }

  move(dx: number, dy: number): void {
    this.#shift(this.places, dx, dy);
  }

  /** All that are held go the same way, no farther than the zone has room for all of them. */
  #shift(from: Places, dx: number, dy: number): void {
    const { zone } = this.decision;
    const room = joined([...from.values()].filter(({ unit }) => this.held.has(unit)).map((one) => this.#box(one)));
    if (!room) return;
    const x = within(dx, zone.left - room.left, zone.right - room.right);
    const y = within(dy, zone.top - room.top, zone.bottom - room.bottom);
    this.#move(from, ({ pose }) => ({ ...pose, x: Math.round(pose.x + x), y: Math.round(pose.y + y) }));
  }

  turn(by: number): void {
    this.#move(this.places, ({ pose }) => turned(pose, modulo(by, FULL_TURN)));
  }

  #move(from: Places, change: (one: SetDown) => Pose): void {
    this.#tries = 0;
    this.#put(new Map([...from].map(([id, one]) => [id, this.held.has(id) ? { ...one, pose: change(one) } : one])));
  }

  // ------------------------------------------------------------ setting down

  get #barred(): readonly string[] {
    return [...this.places.keys()].filter((id) => this.#words.get(id)?.legal === false);
  }

  /** Everybody who may stand where it is drawn up. */
  get answers(): readonly SetDown[] {
    const barred = this.#barred;
    return [...this.places.values()].filter(({ unit }) => !barred.includes(unit));
  }

  // ------------------------------------------------------------ what is shown

  get plans(): PlanDrawing[] {
    const barred = this.#barred;
    return [...this.places.values()].map((one) => ({
      unit: one.unit,
      live: this.held.has(one.unit),
      swept: [],
      path: [],
      pivot: null,
      ghost: { pose: one.pose, shape: this.#shapeOf(one) },
      barred: barred.includes(one.unit),
      stop: null,
      handles: [],
    }));
  }

  get tags(): Tag[] {
    const barred = this.#barred;
    return [...this.places.values()].map((one): Tag => {
      const why = barred.includes(one.unit) ? (this.#words.get(one.unit)?.reasons[0]?.text ?? "") : "";
      const at = world(one.pose, halfFront(this.#shapeOf(one)), 0);
      const name = this.#unit(one.unit)?.name ?? one.unit;
      return { id: `name-${one.unit}`, at: why ? at : one.pose, text: why ? `${name}: ${why}` : name, tone: why ? "stop" : "plan", side: why ? "right" : "below" };
    });
  }

  prompt(who: string, setDown: () => void, oneByOne: () => void): Omit<Prompt, "side"> {
    const names = (ids: readonly string[]): string => ids.map((id) => this.#unit(id)?.name ?? id).join(", ");
    const barred = this.#barred;
    const held = this.held.size;
    const { refused } = this.room;
    const reasons = refused.length ? refused : barred.flatMap((id) => this.#words.get(id)?.reasons.slice(0, 1) ?? []);
    const short = [barred.length ? `${names(barred)} cannot stand there` : "", this.left.length ? `no room for ${names(this.left)}` : ""].filter(Boolean);
    const acts: Act[] = [
      { label: "One by one", key: "Esc", run: oneByOne },
      { label: `Set down ${count(this.answers.length, "unit")}`, key: "Enter", primary: true, disabled: !this.answers.length || this.room.giving.going, run: setDown },
    ];
    return {
      state: this.answers.length ? "plotting" : "illegal",
      sentence: short.length ? `${count(this.places.size, "unit")} drawn up; ${short.join("; ")}.` : `${who}, set down ${count(this.places.size, "unit")}.`,
      details: reasons.length ? detailsOf(reasons.slice(0, 2)) : [{ text: `A drag moves ${held === this.places.size ? "all of them" : count(held, "unit")}; press one to move it alone`, rules: this.decision.rules }],
      acts,
    };
  }
}

/** As much of a move as there is room for. */
function within(by: number, least: number, most: number): number {
  return least > most ? 0 : Math.max(least, Math.min(most, by));
}
