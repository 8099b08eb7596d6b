/** Setting units down in a zone, one by one. */
import type { OfferedFormation, PlaceUnit, Preview, SetDown } from "../api/types";
import { formedShape } from "../table/formed";
import { direction, FULL_TURN, modulo, snapped } from "../table/lengths";
import { turned, world, type Point, type Pose } from "../table/pose";
import { halfFront, tableBox, type Box, type Shape } from "../table/shape";
import type { Handle, Keys, TableState, Tag, Thing } from "../table/state";
import { NOTHING, type Control, type Room } from "./control";
import { freeSpot, inZone, outlook } from "./deploying";
import { byHand } from "./keys";
import { Latest } from "./latest";
import { depthOf } from "./plotting";
import { addressed, calledUnit, detailsOf, type Act, type Detail, type Prompt } from "./prompt";
import { lookOf, poseOf, shapeOf } from "./scene";

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
  #full = $state(false);
  #previews: Latest<SetDown, Preview>;
  readonly odds = null;
  readonly planned = NOTHING;
  readonly draggable = NOTHING;

  constructor(
    private readonly room: Room,
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
  }

  choose(unit: string): void {
    const one = this.room.battle.units[unit];
    const { board } = this.room.battle;
    if (!one || !board) return;
    this.unit = unit;
    this.files = one.body.type === "formed" ? one.body.files : 1;
    this.formation = "";
    this.#taken = Object.values(this.room.battle.units).flatMap((other) => {
      const pose = poseOf(other);
      return pose && other.id !== unit ? [tableBox(pose, shapeOf(this.room.stage.shapes, other.id))] : [];
    });
    this.#proposals = MOST_PROPOSALS;
    this.#full = false;
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
    if (preview.legal) this.#full = false;
    if (preview.legal || !same || this.#proposals <= 0) return;
    if (this.#proposals === 1) this.#full = true;
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

  get #preview(): Preview | null {
    const spoken = this.#spoken;
    return spoken && spoken.answer.unit === this.unit ? spoken.preview : null;
  }

  get barred(): boolean {
    return this.#preview ? !this.#preview.legal : false;
  }

  commit(): void {
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
    this.#stand(turned(this.pose, modulo(by, FULL_TURN)));
  }

  widen(step: 1 | -1): void {
    const unit = this.unit ? this.room.battle.units[this.unit] : undefined;
    this.files = Math.max(1, Math.min(unit?.figures ?? 1, this.files + step));
    this.#stand(this.pose);
  }

  press(thing: Thing, at: Point): void {
    if (thing.kind === "ground") this.#stand(inZone(this.decision.zone, { ...this.#round(at), heading: this.pose.heading }, this.shape));
    else if (thing.kind === "unit") this.room.select(thing.id);
  }

  grab(_thing: Thing, at: Point): void {
    this.#grab = { x: at.x - this.pose.x, y: at.y - this.pose.y };
  }

  drag(thing: Thing, at: Point, keys: Keys): void {
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
      this.#stand({ ...this.pose, x: this.pose.x + dx, y: this.pose.y + dy });
      return true;
    };
    switch (key) {
      case "Enter":
        this.commit();
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
        rings: [
          [
            [zone.left, zone.top],
            [zone.right, zone.top],
            [zone.right, zone.bottom],
            [zone.left, zone.bottom],
          ],
        ],
        label: "",
        colour: lookOf(this.room.battle, side).colour,
      },
    ];
    if (!this.unit) return { zones };
    const handle: Handle = {
      kind: "turn",
      at: this.pose,
      name: "turn: Q, E",
      heading: this.pose.heading,
      out: this.pose.heading,
    };
    const ghost = { pose: this.pose, shape: this.shape };
    return {
      zones,
      plans: [
        { unit: this.unit, live: true, swept: [], path: [], pivot: null, ghost, barred: this.barred, stop: null, handles: [handle] },
      ],
      tags: this.#tags(),
    };
  }

  #tags(): Tag[] {
    const name = this.room.battle.units[this.unit ?? ""]?.name ?? "";
    const [, fy] = direction(this.pose.heading);
    const below: Tag = {
      id: "name",
      at: world(this.pose, 0, -depthOf(this.shape)),
      text: name,
      tone: "plan",
      side: fy > 0.3 ? "above" : "below",
    };
    const half = halfFront(this.shape);
    const reasons = this.barred ? (this.#preview?.reasons ?? []) : [];
    return [
      below,
      ...reasons.map(
        (reason, index): Tag => ({
          id: `reason-${index}`,
          at: world(this.pose, half, 0),
          text: reason.text,
          tone: "stop",
          side: "right",
        }),
      ),
    ];
  }

  get prompt(): Prompt {
    const side = this.room.battle.seats.find((seat) => seat.id === this.decision.seat)?.side ?? "";
    const unit = this.room.battle.units[this.unit ?? ""];
    const name = unit?.name ?? "";
    const the = calledUnit(unit, "");
    const many = this.decision.units.length;
    const acts: Act[] = [];
    if (many > 1) acts.push({ label: "Next unit", key: "Tab", run: () => this.choose(this.next(1) ?? this.decision.units[0]!) });
    const { other } = this;
    if (other !== undefined) acts.push({ label: `Change to ${other}`, key: "G", run: () => this.drawUp() });
    if (this.barred && this.#full) acts.push({ label: "No room is left", run: () => this.leaveOut() });
    acts.push({ label: `Set down ${name}`, key: "Enter", primary: true, disabled: !this.unit || this.barred, run: () => this.commit() });
    const refused = this.room.refused.length ? this.room.refused : this.barred ? (this.#preview?.reasons ?? []) : [];
    const details: Detail[] = refused.length
      ? detailsOf(refused)
      : [{ text: `${many} still to come. ${byHand("Drag it, or arrows, Q E to turn, [ ] for the files", "Drag it; turn it by its ring")}`, rules: this.decision.rules }];
    return {
      state: refused.length ? "illegal" : "plotting",
      side,
      sentence: refused.length
        ? `${capital(the)} cannot stand there.`
        : addressed(this.room.sideWord(side), `Set down ${the}${unit?.body.type === "formed" ? `, in ${this.files} ${this.files === 1 ? "file" : "files"}` : ""}.`),
      details,
      acts,
    };
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
