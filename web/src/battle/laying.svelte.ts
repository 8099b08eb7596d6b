/** An engine being laid: whither it points, how far it is called, with which section; shown as it would fall, then fired. */
import type { Commanded, MenuEntry, Pointed, Pointing, Preview, Target, Way } from "../api/types";
import { direction, FULL_TURN, INCH, modulo, showDegrees, showInches, signed, snapped } from "../table/lengths";
import { distance, type Point } from "../table/pose";
import type { Box } from "../table/shape";
import type { Handle, Keys, TableState, TargetMark } from "../table/state";
import type { OddsShown, Room } from "./control";
import { Latest } from "./latest";
import { roughly } from "./plan-drawing";
import { calledUnit, capital, detailsOf, type Prompt } from "./prompt";
import { inARow } from "../app/words";

/** What can be said of an engine whose guide says nothing: it may be pointed anywhere, to the inch. */
const ANYHOW: Way = { label: "", least: 0, most: 10_000 * INCH, section: "", step: INCH, eye: false };
const A_DEGREE = 1000;
/** How far from the muzzle the hand is that turns an engine laid by eye. */
const AT_HAND = 6 * INCH;
/** What is seen round an engine and its aim. */
const ROOM = 4 * INCH;

export class Laying {
  #way = $state(0);
  bearing = $state(0);
  distance = $state(0);
  /** Somebody has laid it: what the guide would aim at is no longer taken up. */
  touched = false;
  #spoken = $state.raw<{ form: Pointed; preview: Preview } | null>(null);
  readonly #previews: Latest<Pointed, Preview>;
  readonly #heading: number;
  readonly #pointing: Pointing;

  constructor(
    private readonly room: Room,
    readonly unit: string,
    readonly entry: MenuEntry,
    /** Whom the guide would aim at. */
    private readonly targets: () => readonly Target[],
    /** How a command is put to the server: by itself, or among the others of a plan. */
    put: (command: Commanded) => Parameters<Room["answer"]>[1],
  ) {
    const place = room.battle.units[unit]?.place;
    const pose = place && "pose" in place ? place.pose : { x: 0, y: 0, heading: 0 };
    this.#pointing = entry.pointing?.ways.length ? entry.pointing : { x: pose.x, y: pose.y, ways: [ANYHOW] };
    this.#heading = pose.heading;
    this.bearing = pose.heading;
    this.distance = this.#called(this.way.most > 100 * INCH ? 12 * INCH : (this.way.least + this.way.most) / 2);
    this.#previews = new Latest(
      (form) => room.store.ask({ about: "preview", answer: put(this.#commanded(form)) }),
      (form, preview) => (this.#spoken = { form, preview }),
    );
    this.#look();
    this.takeUp();
    this.#ask();
  }

  stop(): void {
    this.#previews.stop();
  }

  // ------------------------------------------------------------ what it is laid at

  get ways(): readonly Way[] {
    return this.#pointing.ways;
  }

  get way(): Way {
    return this.ways[this.#way] ?? this.ways[0]!;
  }

  /** As the guide would lay it, unless somebody has done so already. */
  takeUp(): void {
    const best = this.targets().find((one) => !one.reasons.length && one.form?.type === "pointed");
    if (!this.touched && best?.form?.type === "pointed") this.#adopt(best.form);
  }

  /** The ground between muzzle and aim, to be brought into view when the guide or a key has laid it there. */
  ground = $state.raw<Box | null>(null);

  #look(): void {
    const [from, to] = [this.#muzzle, this.#along(this.way.eye ? AT_HAND : this.distance)];
    this.ground = {
      left: Math.min(from.x, to.x) - ROOM,
      right: Math.max(from.x, to.x) + ROOM,
      top: Math.min(from.y, to.y) - ROOM,
      bottom: Math.max(from.y, to.y) + ROOM,
    };
  }

  #adopt(form: Pointed): void {
    const way = this.ways.findIndex(({ section }) => section === form.section);
    if (way >= 0) this.#way = way;
    this.bearing = form.bearing;
    this.distance = form.distance;
    this.#look();
    this.#ask();
  }

  choose(way: number): void {
    if (!this.ways[way]) return;
    this.touched = true;
    this.#way = way;
    this.distance = this.#called(this.distance);
    this.#ask();
  }

  turn(by: number): void {
    this.touched = true;
    this.bearing = modulo(this.bearing + by, FULL_TURN);
    this.#ask();
  }

  lengthen(by: number): void {
    this.touched = true;
    this.distance = this.#called(this.distance + by);
    this.#ask();
  }

  /** How much farther a key calls it. */
  get stride(): number {
    return Math.max(this.way.step, INCH / 2);
  }

  /** Towards a point of the table; how far that is, is for the eye to say where nobody measures. */
  pointAt(at: Point): void {
    this.touched = true;
    const { x, y } = this.#pointing;
    this.bearing = modulo(Math.round((Math.atan2(at.x - x, y - at.y) * 180_000) / Math.PI), FULL_TURN);
    if (!this.way.eye) this.distance = this.#called(distance({ x, y }, at));
    this.#ask();
  }

  /** At the next of those it may be laid at. */
  cycle(step: 1 | -1): void {
    const open = this.targets().filter((one) => !one.reasons.length);
    if (!open.length) return;
    const here = open.findIndex((one) => one.unit === this.met);
    const next = open[(here + step + open.length) % open.length]!;
    this.touched = true;
    if (next.form?.type === "pointed") return this.#adopt(next.form);
    const place = this.room.battle.units[next.unit]?.place;
    if (place && "pose" in place) this.pointAt(place.pose);
    this.#look();
  }

  #called(wanted: number): number {
    const { least, most, step } = this.way;
    return Math.max(least, Math.min(most, snapped(wanted, step)));
  }

  // ------------------------------------------------------------ firing

  get form(): Pointed {
    return { type: "pointed", bearing: this.bearing, distance: this.distance, section: this.way.section };
  }

  #commanded(form: Pointed): Commanded {
    return { type: "commanded", actor: this.unit, action: this.entry.action, form };
  }

  get command(): Commanded {
    return this.#commanded(this.form);
  }

  #ask(): void {
    this.#previews.want(this.form);
  }

  /** The server's last word, a moment old at most. */
  get preview(): Preview | null {
    return this.#spoken?.preview ?? null;
  }

  get #fresh(): Preview | null {
    const spoken = this.#spoken;
    return spoken && JSON.stringify(spoken.form) === JSON.stringify(this.form) ? spoken.preview : null;
  }

  get barred(): boolean {
    return this.preview?.legal === false;
  }

  get ready(): boolean {
    return this.#fresh?.legal === true;
  }

  /** Whom it would strike first. */
  get met(): string {
    return this.preview?.met || this.preview?.odds?.target || "";
  }

  // ------------------------------------------------------------ hands and keys

  drag(at: Point, keys: Keys): void {
    this.pointAt(at);
    if (keys.shift) this.bearing = modulo(snapped(this.bearing, A_DEGREE), FULL_TURN);
  }

  key(key: string, strong: boolean): boolean {
    switch (key) {
      case "ArrowLeft":
      case "ArrowRight":
        this.turn((key === "ArrowRight" ? 1 : -1) * (strong ? 5 : 1) * A_DEGREE);
        return true;
      case "ArrowUp":
      case "ArrowDown":
        this.lengthen((key === "ArrowUp" ? 1 : -1) * (strong ? 6 : 1) * this.stride);
        return true;
      case "t":
        this.cycle(strong ? -1 : 1);
        return true;
    }
    if (!/^[1-9]$/.test(key) || !this.ways[Number(key) - 1]) return false;
    this.choose(Number(key) - 1);
    return true;
  }

  // ------------------------------------------------------------ what is shown

  get #muzzle(): Point {
    return { x: this.#pointing.x, y: this.#pointing.y };
  }

  #along(far: number): Point {
    const [dx, dy] = direction(this.bearing);
    return { x: Math.round(this.#pointing.x + dx * far), y: Math.round(this.#pointing.y + dy * far) };
  }

  get drawing(): Partial<TableState> {
    const { eye } = this.way;
    const { board } = this.room.battle;
    const far = eye ? Math.hypot(board?.width ?? 0, board?.depth ?? 0) : this.distance;
    const aim = this.#along(far);
    const handle: Handle = { kind: "aim", at: eye ? this.#along(AT_HAND) : aim, name: eye ? "Turn it: drag round" : "Aim: drag", heading: this.bearing };
    const line = [this.#muzzle, eye ? onTable(this.#muzzle, aim, board) : aim] as const;
    return {
      templates: [
        { tone: "plan", marks: this.#fresh?.marks ?? [], line, aim: eye ? null : aim, barred: this.barred, label: this.#label },
      ],
      targets: this.#struck,
      plans: [
        { unit: this.unit, live: true, swept: [], path: [], pivot: null, ghost: null, barred: false, stop: null, handles: [handle] },
      ],
    };
  }

  get #label(): string {
    if (this.way.eye) return "";
    const friends = this.#friends.map((id) => this.#nameOf(id));
    return friends.length ? `friends: ${friends.join(", ")}` : this.way.section || showInches(this.distance);
  }

  get #under(): readonly string[] {
    const { preview } = this;
    return [...(preview?.odds ? [preview.odds] : []), ...(preview?.beside ?? [])].map(({ target }) => target);
  }

  get #friends(): readonly string[] {
    const side = this.room.battle.units[this.unit]?.side;
    return this.#under.filter((id) => this.room.battle.units[id]?.side === side);
  }

  get #struck(): TargetMark[] {
    const friends = this.#friends;
    const struck = [...new Set([...(this.met ? [this.met] : []), ...this.#under])];
    return struck.map((unit) => ({ unit, chosen: unit === this.met, barred: friends.includes(unit) }));
  }

  get odds(): OddsShown | null {
    const { preview } = this;
    if (!preview?.odds || !preview.legal) return null;
    const others = preview.beside.map((one) => ({ title: `Also ${this.#nameOf(one.target)}`, odds: one }));
    return { title: `${this.entry.label}: ${this.#nameOf(preview.odds.target)}`, odds: preview.odds, target: preview.odds.target, others };
  }

  #nameOf(id: string): string {
    return this.room.battle.units[id]?.name ?? id;
  }

  /** "12° right". */
  get turned(): string {
    const off = signed(this.bearing - this.#heading);
    const angle = showDegrees(Math.round(Math.abs(off) / 100) * 100);
    return Math.abs(off) < 100 ? "straight ahead" : `${angle} ${off < 0 ? "left" : "right"}`;
  }

  /** "24″" where a distance is called, else the section named; nothing where it always reaches as far. */
  get said(): string {
    const { section, step, label, least, most } = this.way;
    if (least === most) return "";
    const far = step >= INCH ? showInches(this.distance) : showInches(roughly(this.distance));
    return section ? `${label}, at ${far}` : far;
  }

  prompt(who: string, letGo: () => void, fire: () => void): Omit<Prompt, "side"> {
    const the = calledUnit(this.room.battle.units[this.unit], this.unit);
    const { preview, room } = this;
    const reasons = room.refused.length ? room.refused : this.barred ? (preview?.reasons ?? []) : [];
    const note = capital(inARow(this.#fresh?.notes ?? []));
    const open = this.targets().filter((one) => !one.reasons.length).length;
    return {
      state: reasons.length ? "illegal" : "plotting",
      sentence: reasons.length ? `${capital(the)} cannot be fired so.` : `${who}, point ${the}${this.said ? ` and fire: ${this.said}, ` : " "}${this.turned}.`,
      details: reasons.length
        ? detailsOf(reasons)
        : [{ text: note || (this.way.eye ? "Drag it round, and call the distance" : "Drag the aim, or press where it shall fall"), rules: preview?.rules ?? [] }],
      acts: [
        { label: "Next target", key: "T", disabled: !open, run: () => this.cycle(1) },
        { label: "Let go", key: "Esc", run: letGo },
        { label: `${this.entry.label} ${this.#nameOf(this.unit)}`, key: "Enter", primary: true, disabled: !this.ready, run: fire },
      ],
    };
  }
}

/** As far towards a point as the table goes. */
export function onTable(from: Point, to: Point, board: { width: number; depth: number } | null): Point {
  if (!board) return to;
  const shares = [1];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (dx > 0) shares.push((board.width - from.x) / dx);
  if (dx < 0) shares.push(-from.x / dx);
  if (dy > 0) shares.push((board.depth - from.y) / dy);
  if (dy < 0) shares.push(-from.y / dy);
  const share = Math.max(0, Math.min(...shares));
  return { x: Math.round(from.x + dx * share), y: Math.round(from.y + dy * share) };
}
