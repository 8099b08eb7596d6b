/** Setting units down in a zone, one by one. */
import type { OfferedFormation, PlaceUnit, Preview, SetDown } from "../api/types";
import { formedShape } from "../table/formed";
import { plotOf } from "../table/ground-shapes";
import { FULL_TURN, modulo, snapped } from "../table/lengths";
import { turned, type Point, type Pose } from "../table/pose";
import { tableBox, type Box, type Shape } from "../table/shape";
import type { Handle, Keys, TableState, Thing } from "../table/state";
import { NOTHING, type Control, type Room } from "./control";
import { freeSpot, inZone, outlook } from "./deploying";
import { DrawnUp } from "./drawn-up.svelte";
import type { Giving } from "./giving.svelte";
import { Latest } from "./latest";
import type { Prompt } from "./prompt";
import { lookOf, poseOf, shapeOf } from "./scene";
import { deployPrompt, deployTags } from "./setdown-words";

/** How many spots are tried before it is left to the player, and how far about each that will not do. */
const MOST_PROPOSALS = 30;
const NARROW = 400;

export class Deploy implements Control {
  unit = $state<string | null>(null);
  pose = $state.raw<Pose>({ x: 0, y: 0, heading: 0 });
  files = $state(1);
  /** The formation it was told to stand in; nothing for the one it is listed in. */
  formation = $state("");
  #spoken = $state.raw<{ answer: SetDown; preview: Preview } | null>(null);
  #grab: Point = { x: 0, y: 0 };
  #taken: readonly Box[] = [];
  #proposals = 0;
  /** No spot that was looked for would do. */
  full = $state(false);
  #previews: Latest<SetDown, Preview>;
  readonly odds = null;
  readonly planned = NOTHING;
  /** All that are still to come, drawn up at once. */
  all = $state.raw<DrawnUp | null>(null);
  /** Its mark is drawn by keys. */
  #marked = $state(false);

  constructor(
    readonly room: Room,
    readonly decision: PlaceUnit,
  ) {
    this.#previews = new Latest(
      (answer) => room.store.ask({ about: "preview", answer }),
      (answer, preview) => this.#hear(answer, preview),
    );
    const first = decision.units[0];
    if (first) this.choose(first);
  }

  stop(): void {
    this.#previews.stop();
    this.all?.stop();
  }

  // ------------------------------------------------------------ all at once

  takeAll(): void {
    if (this.all) return this.all.holdAll();
    if (this.decision.units.length < 2) return;
    const first = this.answer && !this.barred ? [this.answer] : [];
    this.all = new DrawnUp(this.room, this.decision, this.pose.heading, first);
  }

  oneByOne(): void {
    this.room.giving.forget();
    this.all?.stop();
    this.all = null;
  }

  /** What was drawn up before some of it was set down. */
  resume(giving: Giving): void {
    const left = giving.placesFor(this.decision.units);
    if (!left.length) return;
    const { stopped } = giving;
    this.all = new DrawnUp(this.room, this.decision, this.pose.heading, left);
    if (stopped) this.room.refuse(stopped.reasons);
  }

  get draggable(): ReadonlySet<string> {
    return this.all ? new Set(this.all.places.keys()) : NOTHING;
  }

  get lassoes(): TableState["lassoes"] {
    return !this.all ? "never" : this.all.adding ? "always" : "with shift";
  }

  get several(): DrawnUp | null {
    return this.all;
  }

  encircle(box: Box): void {
    this.all?.encircle(box);
  }

  get heard(): string {
    return this.#marked && !this.all ? "Handle turn, Q, E. Arrows turn by 15 degrees, Shift by 1." : "";
  }

  choose(unit: string): void {
    const one = this.room.battle.units[unit];
    const { board } = this.room.battle;
    if (!one || !board) return;
    if (this.all?.places.has(unit)) return this.all.hold(unit, false);
    this.unit = unit;
    this.files = one.body.type === "formed" ? one.body.files : 1;
    this.formation = "";
    this.#taken = Object.values(this.room.battle.units).flatMap((other) => {
      const pose = poseOf(other);
      return pose && other.id !== unit ? [tableBox(pose, shapeOf(this.room.stage.shapes, other.id))] : [];
    });
    this.#proposals = MOST_PROPOSALS;
    this.full = false;
    this.room.select(unit);
    this.#propose(outlook(this.decision.zone, board));
  }

  #propose(heading: number): void {
    this.#proposals--;
    this.#put(freeSpot(this.decision.zone, heading, this.shape, this.#taken));
  }

  /** Where the book will not have a unit it was proposed to put, another spot is looked for; nobody had chosen that one. */
  #hear(answer: SetDown, preview: Preview): void {
    this.#spoken = { answer, preview };
    const same = answer.unit === this.unit && answer.pose.x === this.pose.x && answer.pose.y === this.pose.y;
    if (preview.legal) this.full = false;
    if (preview.legal || !same || this.#proposals <= 0) return;
    if (this.#proposals === 1) this.full = true;
    const { x, y, heading } = this.pose;
    this.#taken = [...this.#taken, { left: x - NARROW, right: x + NARROW, top: y - NARROW, bottom: y + NARROW }];
    this.#propose(heading);
  }

  get shape(): Shape {
    const unit = this.unit ? this.room.battle.units[this.unit] : undefined;
    if (!unit || unit.body.type !== "formed") return shapeOf(this.room.stage.shapes, this.unit ?? "");
    const spacing = this.#offered.find(({ formation }) => formation === this.formation)?.spacing ?? unit.body.spacing;
    return formedShape({ ...unit.body, files: this.files, spacing }, unit.figures + unit.fallen);
  }

  /** The formations the unit may be set down in, the listed one first. */
  get #offered(): readonly OfferedFormation[] {
    return this.decision.formations.filter(({ unit }) => unit === this.unit);
  }

  get formations(): readonly string[] {
    return this.#offered.map(({ formation }) => formation);
  }

  /** The formation it stands in now. */
  get drawnUp(): string {
    return this.formation || (this.#offered[0]?.formation ?? "");
  }

  /** The formation after that, where there is another. */
  get other(): string | undefined {
    const words = this.formations;
    return words.length > 1 ? words[(words.indexOf(this.drawnUp) + 1) % words.length] : undefined;
  }

  drawUp(): void {
    const { other } = this;
    if (other !== undefined) this.standIn(other);
  }

  standIn(formation: string): void {
    this.formation = formation;
    this.#stand(this.pose);
  }

  /** Whether it has ranks and files to be told. */
  get ranked(): boolean {
    return this.unit !== null && this.room.battle.units[this.unit]?.body.type === "formed";
  }

  /** A unit is put where somebody proposed it, to be looked at and set down. */
  standAs({ unit, pose, files, formation }: SetDown): void {
    this.choose(unit);
    if (this.unit !== unit) return;
    this.files = files;
    this.formation = formation;
    this.#stand(pose);
  }

  #stand(pose: Pose): void {
    this.#proposals = 0;
    this.#put(pose);
  }

  #put(pose: Pose): void {
    this.pose = pose;
    const { answer } = this;
    if (answer) this.#previews.want(answer);
  }

  get answer(): SetDown | null {
    if (!this.unit) return null;
    return { type: "set_down", unit: this.unit, pose: { ...this.pose }, files: this.files, formation: this.formation };
  }

  get preview(): Preview | null {
    const spoken = this.#spoken;
    return spoken && spoken.answer.unit === this.unit ? spoken.preview : null;
  }

  get barred(): boolean {
    return this.preview ? !this.preview.legal : false;
  }

  commit(): void {
    if (this.all) return void this.room.giving.give(this.all.answers);
    const { answer } = this;
    if (answer && !this.barred) void this.room.answer(this.decision, answer);
  }

  leaveOut(): void {
    void this.room.answer(this.decision, { type: "chosen", keys: [] });
  }

  next(step: 1 | -1): string | null {
    const { units } = this.decision;
    const here = this.unit ? units.indexOf(this.unit) : -1;
    return units[(here + step + units.length) % units.length] ?? null;
  }

  turn(by: number): void {
    if (this.all) return this.all.turn(by);
    this.#stand(turned(this.pose, modulo(by, FULL_TURN)));
  }

  widen(step: 1 | -1): void {
    if (this.all) return;
    const unit = this.unit ? this.room.battle.units[this.unit] : undefined;
    this.files = Math.max(1, Math.min(unit?.figures ?? 1, this.files + step));
    this.#stand(this.pose);
  }

  press(thing: Thing, at: Point, keys?: Keys): void {
    if (this.all && "id" in thing && thing.kind !== "handle") return this.all.hold(thing.id, keys?.shift === true);
    if (this.all) return;
    if (thing.kind === "ground") this.#stand(inZone(this.decision.zone, { ...this.#round(at), heading: this.pose.heading }, this.shape));
    else if (thing.kind === "unit") this.room.select(thing.id);
  }

  grab(thing: Thing, at: Point): void {
    if (this.all) return this.all.grab(thing, at);
    this.#grab = { x: at.x - this.pose.x, y: at.y - this.pose.y };
  }

  drop(_thing: Thing, at: Point | null): void {
    this.all?.drop(at);
  }

  drag(thing: Thing, at: Point, keys: Keys): void {
    if (this.all) return this.all.drag(at);
    if (thing.kind === "ghost")
      this.#stand({ ...this.#round({ x: at.x - this.#grab.x, y: at.y - this.#grab.y }), heading: this.pose.heading });
    if (thing.kind === "handle" && thing.id === "turn") {
      const heading = (Math.atan2(at.x - this.pose.x, this.pose.y - at.y) * 180_000) / Math.PI;
      this.#stand({ ...this.pose, heading: modulo(snapped(heading, keys.shift ? 1000 : 15_000), FULL_TURN) });
    }
  }

  #round(at: Point): Point {
    return { x: snapped(at.x, 250), y: snapped(at.y, 250) };
  }

  key(key: string, event: KeyboardEvent): boolean {
    const far = (event.shiftKey ? 3000 : 500) * (this.room.table?.state.turned ? -1 : 1);
    const shift = (dx: number, dy: number): true => {
      if (this.all) this.all.move(dx, dy);
      else if (this.#marked) this.turn(Math.sign(dx || -dy) * Math.sign(far) * (event.shiftKey ? 1000 : 15_000));
      else this.#stand({ ...this.pose, x: this.pose.x + dx, y: this.pose.y + dy });
      return true;
    };
    switch (key) {
      case "Enter":
        this.commit();
        return true;
      case "Escape":
        if (this.#marked) this.#marked = false;
        else if (this.all) this.oneByOne();
        else return false;
        return true;
      case "Backspace":
        if (!this.all) return false;
        this.oneByOne();
        return true;
      case "PageDown":
      case "PageUp":
        this.#marked = !this.#marked;
        return true;
      case "ArrowUp":
        return shift(0, -far);
      case "ArrowDown":
        return shift(0, far);
      case "ArrowLeft":
        return shift(-far, 0);
      case "ArrowRight":
        return shift(far, 0);
      case "q":
      case "e":
        this.turn((key === "e" ? 1 : -1) * (event.shiftKey ? 1000 : 15_000));
        return true;
      case "r":
        this.turn(180_000);
        return true;
      case "[":
      case "]":
        this.widen(key === "]" ? 1 : -1);
        return true;
      case "g":
        this.drawUp();
        return true;
    }
    return false;
  }

  readonly mays = {};
  readonly touchable = NOTHING;

  get drawing(): Partial<TableState> {
    const { zone } = this.decision;
    const side = this.room.battle.seats.find((seat) => seat.id === this.decision.seat)?.side ?? "";
    const zones: TableState["zones"] = [
      {
        kind: "deployment",
        shape: plotOf(zone),
        label: "",
        colour: lookOf(this.room.battle, side).colour,
      },
    ];
    if (this.all) return { zones, plans: this.all.plans, tags: this.all.tags };
    if (!this.unit) return { zones };
    const handle: Handle = {
      kind: "turn",
      at: this.pose,
      name: "turn: Q, E",
      heading: this.pose.heading,
      out: this.pose.heading,
      ...(this.#marked ? { chosen: true } : {}),
    };
    const ghost = { pose: this.pose, shape: this.shape };
    return {
      zones,
      plans: [
        { unit: this.unit, live: true, swept: [], path: [], pivot: null, ghost, barred: this.barred, stop: null, handles: [handle] },
      ],
      tags: deployTags(this),
    };
  }

  get prompt(): Prompt {
    return deployPrompt(this);
  }
}
