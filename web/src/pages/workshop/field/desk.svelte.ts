// A scenario being made: the scenario with what was done to it, what the server says of it, what is in hand.

import { Refused } from "../../../api/http";
import type { Castle, CastleEntry, FieldShown, Palette, PaletteKind } from "../../../api/generated";
import type { Feature, Refusal } from "../../../api/types";
import type { Board } from "../../../table/state";
import { begun, changed, redoes, redone, settled, undoes, undone, type History } from "../history";
import { freshKey, keep, type Kept, type OnServer } from "../kept";
import { Latest } from "../latest";
import { sendOn, shareOn } from "../on-server";
import { workshop } from "../server";
import { asking } from "./asking";
import { castleOf, joined, withEnds } from "./castles";
import { drawn, ringOf } from "./drawn";
import { asBook, withOwnKinds } from "./own-kinds";
import { castleMoved, castleTurned, standing, takenApart, withCastle, withoutCastle, withoutGoals, type Standing } from "./ready-castles";
import { tableOf, type Edge } from "./sides";
import { builtAs, cornersOf, fitted, isLine, kindOf, moved, ontoTable, roomOf, simplified, closed, spot, type Made, type Piece, type Spot } from "./shapes";

/** What is in hand. */
export type Chosen = { readonly what: "castle" | "piece"; readonly index: number } | { readonly what: "zone"; readonly side: string } | null;

/** What a press on the palette lays: a kind of the book, a tower with a gate or a keep among them, or a ready castle. */
export type Tool = KindTool | CastleTool;
export interface KindTool {
  readonly id: string;
  readonly label: string;
  readonly kind: PaletteKind;
  readonly size?: number;
  readonly room?: number;
  readonly doors?: boolean;
}
interface CastleTool {
  readonly id: string;
  readonly label: string;
  readonly castle: Castle;
}

const HAND_DRAWN = 0.45;

export class FieldDesk {
  readonly key: string;
  history = $state.raw<History<Made>>(begun({} as Made));
  /** As it stands while something is under a hand. */
  live = $state.raw<Made | null>(null);
  shown = $state.raw<{ readonly made: Made; readonly answer: FieldShown } | null>(null);
  refusal = $state.raw<Refusal["error"] | null>(null);
  /** What the book lays on a table. */
  book = $state.raw<Palette | null>(null);
  chosen = $state.raw<Chosen>(null);
  /** The corner that keys move; none while they move the whole piece. */
  corner = $state(-1);
  tool = $state.raw<Tool | null>(null);
  server = $state.raw<OnServer | null>(null);
  kept = $state(true);
  unsaved = $state("");
  rolling = $state(false);

  readonly made = $derived(this.history.now);
  readonly seen = $derived(this.live ?? this.history.now);
  readonly table = $derived(tableOf(this.seen));
  /** The same, and ground of the scenario's own, each like a kind of the book. */
  readonly palette = $derived(this.book ? withOwnKinds(this.book, this.made.kinds ?? {}) : null);
  readonly fresh = $derived(this.shown?.made === this.made);
  readonly findings = $derived(this.shown?.answer.bench.findings ?? []);
  readonly faults = $derived(this.findings.filter(({ weight }) => weight === "fault"));
  readonly cautions = $derived(this.findings.filter(({ weight }) => weight === "caution"));
  readonly playable = $derived(this.fresh && this.shown!.answer.playable);
  readonly sides = $derived(this.shown?.answer.bench.sides ?? []);
  readonly piece = $derived<Piece | null>(this.chosen?.what === "piece" ? (this.seen.terrain[this.chosen.index] ?? null) : null);
  /** The castles that the scenario names, where they stand. */
  readonly castles = $derived<readonly Standing[]>((this.seen.castles ?? []).map((entry) => standing(this.book?.castles ?? [], entry)));
  readonly castle = $derived<Standing | null>(this.chosen?.what === "castle" ? (this.castles[this.chosen.index] ?? null) : null);
  /** Everything that stands on the table, the pieces of castles among it. */
  readonly everything = $derived<readonly Piece[]>([...this.seen.terrain, ...this.castles.flatMap(({ pieces }) => pieces)]);
  /** The outline of a usual piece, as the book cuts it. */
  readonly tile = $derived<readonly Spot[]>(this.palette?.kinds.find(({ outline, kind }) => outline.length > 4 && kind !== "building")?.outline ?? []);
  readonly undoes = $derived(undoes(this.history));
  readonly redoes = $derived(redoes(this.history));

  readonly #look: Latest<Made, FieldShown>;
  /** How the server drew a piece, or the piece it has come of. */
  readonly #known = new WeakMap<Piece, Feature>();
  #sending = false;
  #last: { made: Made; toml: string; server: OnServer | null } | null = null;

  constructor(thing: Pick<Kept<Made>, "key" | "value" | "toml" | "server">) {
    this.key = thing.key;
    this.history = begun(thing.value);
    this.server = thing.server ?? null;
    this.#last = { made: thing.value, toml: thing.toml, server: this.server };
    this.#look = new Latest<Made, FieldShown>(
      asking.look,
      (made, answer) => {
        answer.bench.pieces.forEach((feature, index) => {
          const piece = made.terrain[index];
          if (piece && feature) this.#known.set(piece, feature);
        });
        this.shown = { made, answer };
        this.refusal = null;
        this.#keep();
      },
      (_, { refusal }) => void (this.refusal = refusal),
    );
    asking.palette(thing.value.ruleset).then(
      (found) => (this.book = found),
      (error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        this.refusal = error.refusal;
      },
    );
  }

  // ---------------------------------------------------------------- as it is drawn

  readonly board = $derived.by((): Board | null => {
    const size = this.table;
    if (!size) return null;
    const exactly = this.#exact();
    const count = new Map<string, number>();
    const features = this.seen.terrain.map((piece) => {
      const kind = kindOf(piece);
      const number = (count.get(kind) ?? 0) + 1;
      count.set(kind, number);
      const known = this.#known.get(piece) ?? null;
      return known && exactly.has(piece) ? { ...known, name: piece.name } : drawn(asBook(piece, this.seen.kinds ?? {}), `${kind}-${number}`, this.tile, this.#rise(piece), known);
    });
    const built = this.castles.flatMap(({ pieces }, castle) => pieces.map((piece, index) => drawn(piece, `castle-${castle}-${index}`, this.tile, 0, null)));
    return { width: size.width * 1000, depth: size.depth * 1000, features: [...built, ...features] };
  });

  /** Pieces that the server drew itself. */
  #exact(): ReadonlySet<Piece> {
    const { shown } = this;
    return new Set(shown ? shown.made.terrain.filter((_, index) => shown.answer.bench.pieces[index]) : []);
  }

  featureOf(piece: Piece): Feature | null {
    return this.#known.get(piece) ?? null;
  }

  // ---------------------------------------------------------------- changing

  /** Ask the book about the field as it stands. */
  ask(): void {
    this.#keep();
    this.#look.about(this.made);
  }

  change(made: Made, deed: string, run = ""): void {
    this.live = null;
    this.history = changed(this.history, made, deed, run);
    if (!this.#isThere(this.chosen)) this.choose(null);
  }

  #isThere(chosen: Chosen): boolean {
    if (chosen?.what === "piece") return chosen.index < this.made.terrain.length;
    if (chosen?.what === "castle") return chosen.index < (this.made.castles?.length ?? 0);
    return chosen?.what !== "zone" || chosen.side in this.made.sides;
  }

  undo(): void {
    this.live = null;
    this.history = undone(this.history);
    this.#settleHand();
  }

  redo(): void {
    this.live = null;
    this.history = redone(this.history);
    this.#settleHand();
  }

  #settleHand(): void {
    if (!this.#isThere(this.chosen)) this.choose(null);
    this.corner = -1;
  }

  settle(): void {
    this.history = settled(this.history);
  }

  choose(chosen: Chosen): void {
    this.chosen = chosen;
    this.corner = -1;
    this.settle();
  }

  /** The scenario with some of its pieces otherwise; what was known of how they are drawn goes on to them. */
  #withPieces(changes: ReadonlyMap<number, Piece>): Made {
    const terrain = this.made.terrain.map((piece, index) => {
      const next = changes.get(index);
      if (!next || next === piece) return piece;
      const known = this.#known.get(piece);
      if (known) this.#known.set(next, known);
      return next;
    });
    return { ...this.made, terrain };
  }

  /** Castles have their doors where walls and towers meet. */
  #tidy(made: Made): Made {
    return this.palette?.kinds.some(({ form }) => form === "tower") ? { ...made, terrain: joined(made.terrain) as Made["terrain"] } : made;
  }

  /** Pieces as they are while a hand holds them. */
  hold(changes: ReadonlyMap<number, Piece>): void {
    this.live = this.#withPieces(changes);
  }

  /** Pieces otherwise, as one step. */
  put(changes: ReadonlyMap<number, Piece>, deed: string, run = ""): void {
    this.change(this.#tidy(this.#withPieces(changes)), deed, run);
  }

  /** The piece in hand otherwise. */
  bend(change: (piece: Piece) => Piece, deed: string, run = ""): void {
    if (this.chosen?.what !== "piece") return;
    const { index } = this.chosen;
    const now = this.made.terrain[index];
    const next = now && change(now);
    if (next && next !== now) this.put(new Map([[index, next]]), deed, run);
  }

  /** What moves with a piece: the castle that it is built into. */
  company(index: number, alone = false): number[] {
    return alone ? [index] : castleOf(this.made.terrain, index);
  }

  /** So far aside, and no farther than brings everything in company to the edges of the table. */
  asFar(indices: readonly number[], dx: number, dy: number): [across: number, down: number] {
    return this.#asFar(indices.flatMap((index) => [...ringOf(this.made.terrain[index]!, this.tile)]), dx, dy);
  }

  #asFar(spots: readonly Spot[], dx: number, dy: number): [across: number, down: number] {
    const size = this.table;
    if (!size || !spots.length) return [dx, dy];
    const { left, top, right, bottom } = roomOf(spots);
    const hold = (by: number, low: number, high: number): number => (low > high ? by : Math.max(low, Math.min(high, by)));
    return [hold(dx, -left, size.width - right), hold(dy, -top, size.depth - bottom)];
  }

  /** Everything in company, so far aside. */
  shifted(indices: readonly number[], across: number, down: number): Map<number, Piece> {
    return new Map(indices.map((index) => [index, moved(this.made.terrain[index]!, across, down)]));
  }

  // ---------------------------------------------------------------- castles

  /** A ready castle about a point, wholly on the table if it has room there, and in hand. */
  layCastle(castle: Castle, [x, y]: Spot, heading = 0): void {
    const entry: CastleEntry = { castle: castle.id, at: spot(x, y), heading };
    const { pieces } = standing([castle], entry);
    const index = this.made.castles?.length ?? 0;
    const [across, down] = this.#asFar(pieces.flatMap((piece) => [...ringOf(piece, this.tile)]), 0, 0);
    this.change({ ...this.made, ground: "fixed", castles: [...(this.made.castles ?? []), castleMoved(entry, across, down)] }, `set ${castle.title} down`);
    this.choose({ what: "castle", index });
  }

  /** The castle in hand so far aside, while a hand holds it or as one step. */
  shiftCastle(index: number, dx: number, dy: number, held: boolean): [across: number, down: number] {
    const entry = this.made.castles?.[index];
    if (!entry) return [0, 0];
    const { pieces, title } = standing(this.book?.castles ?? [], entry);
    const [across, down] = this.#asFar(pieces.flatMap((piece) => [...ringOf(piece, this.tile)]), dx, dy);
    this.#putCastle(index, castleMoved(entry, across, down), `move ${title}`, held);
    return [across, down];
  }

  turnCastle(index: number, degrees: number, held = false): void {
    const entry = this.made.castles?.[index];
    if (entry) this.#putCastle(index, castleTurned(entry, degrees), `turn ${standing(this.book?.castles ?? [], entry).title}`, held);
  }

  #putCastle(index: number, entry: CastleEntry, deed: string, held: boolean): void {
    const made = withCastle(this.made, index, entry);
    if (held) this.live = made;
    else this.change(made, deed, `castle-${index}-${deed}`);
  }

  removeCastle(index: number): void {
    const { title } = this.castles[index]!;
    this.choose(null);
    this.change(withoutCastle(this.made, index, this.book?.castles ?? []), `take ${title} away`);
  }

  /** Its pieces are pieces of the scenario from now on, each to be moved, turned and bent by itself. */
  takeApart(index: number): void {
    const { title } = this.castles[index]!;
    this.choose(null);
    this.change(this.#tidy(takenApart(this.made, index, this.book?.castles ?? [])), `take ${title} apart`);
  }

  nameOf(index: number): string {
    const piece = this.seen.terrain[index];
    return piece ? piece.name || this.titleOf(kindOf(piece)) : "";
  }

  titleOf(kind: string): string {
    return this.palette?.kinds.find((one) => one.kind === kind)?.title ?? kind.replaceAll("_", " ");
  }

  // ---------------------------------------------------------------- laying

  /** Lay a piece and take it in hand. */
  lay(piece: Piece): void {
    const size = this.table;
    if (!size) return;
    const index = this.made.terrain.length;
    const onto = ontoTable(piece, size.width, size.depth);
    const ended = withEnds(this.made.terrain, index, onto, size.width, size.depth);
    const made = { ...this.made, ground: "fixed" as const, terrain: [...this.made.terrain, ended] as Made["terrain"] };
    this.change(this.#tidy(made), `lay ${this.titleOf(kindOf(piece)).toLowerCase()}`);
    this.choose({ what: "piece", index });
  }

  /** Whatever the palette has about a point, of the usual size. */
  set(tool: Tool, at: Spot): void {
    if ("castle" in tool) this.layCastle(tool.castle, at);
    else this.lay(this.usual(tool, at));
  }

  /** A piece of the kind in hand about a point, of the usual size. */
  usual(tool: KindTool, [x, y]: Spot): Piece {
    const { kind, form, outline, width } = tool.kind;
    if (form === "strip") return { form, kind, course: this.#course([x, y]), width, name: "" };
    if (form === "wall") return { form, course: [spot(x - 5, y), spot(x + 5, y)], width, name: "", ...builtAs(kind) };
    if (form === "tower") return this.#tower(tool, x, y);
    const fewer = outline.length > 12 ? outline.filter((_, index) => index % 2 === 0) : outline;
    return { form: "area", kind, outline: fewer.map(([a, b]) => spot(x + a, y + b)), contours: null, name: "" };
  }

  #tower(tool: KindTool, x: number, y: number): Piece {
    const size = tool.size ?? tool.kind.width;
    const doors = tool.doors ? [{ at: spot(x, y + size / 2), onto: "" }] : [];
    return { form: "tower", at: spot(x, y), size, heading: 0, outline: [], room: tool.room ?? 1, doors, name: "", ...builtAs(tool.kind.kind) };
  }

  /** From edge to edge of the table through a point, in a slight bend. */
  #course([, y]: Spot): [number, number][] {
    const { width } = this.table ?? { width: 72 };
    return [spot(0, y), spot(width / 3, y - 1.5), spot((2 * width) / 3, y + 1.5), spot(width, y)];
  }

  /** A piece as a hand drew it: round along the line if that is closed, in its box if not; strips and walls along it. */
  byHand(tool: KindTool, line: readonly Spot[]): Piece | null {
    const { kind, form, outline, width } = tool.kind;
    const { left, top, right, bottom } = roomOf(line);
    if (form === "strip" || form === "wall") {
      const course = simplified(line, HAND_DRAWN).map(([x, y]) => spot(x, y));
      if (course.length < 2) return null;
      return form === "wall" ? { form, course, width, name: "", ...builtAs(kind) } : { form, kind, course, width, name: "" };
    }
    if (form === "tower") return this.#tower(tool, (left + right) / 2, (top + bottom) / 2);
    const ring = closed(line) ? simplified([...line, line[0]!], HAND_DRAWN).slice(0, -1) : [];
    const usual = outline.length > 12 ? outline.filter((_, index) => index % 2 === 0) : outline;
    const corners = ring.length > 3 ? ring : fitted(usual, { left, top, right: Math.max(right, left + 1), bottom: Math.max(bottom, top + 1) });
    return { form: "area", kind, outline: corners.map(([x, y]) => spot(x, y)), contours: null, name: "" };
  }

  /** Without the piece in hand, and without what was said of it. */
  remove(): void {
    if (this.chosen?.what !== "piece") return;
    const { index } = this.chosen;
    const gone = this.made.terrain[index];
    if (!gone) return;
    const terrain = this.made.terrain.filter((_, place) => place !== index);
    const named = gone.name && !terrain.some(({ name }) => name === gone.name);
    const victory = withoutGoals(this.made.victory, new Set(named ? [gone.name] : []));
    this.change(this.#tidy({ ...this.made, terrain, victory }), `take ${this.nameOf(index)} away`);
    this.choose(null);
  }

  /** The piece in hand once more, a little aside. */
  duplicate(): void {
    if (!this.piece || !this.table) return;
    const aside = ontoTable(moved({ ...this.piece, name: "" }, 2, 2), this.table.width, this.table.depth);
    const known = this.#known.get(this.piece);
    if (known) this.#known.set(aside, known);
    const index = this.made.terrain.length;
    this.change(this.#tidy({ ...this.made, terrain: [...this.made.terrain, aside] as Made["terrain"] }), `copy ${this.nameOf(this.chosen?.what === "piece" ? this.chosen.index : 0)}`);
    this.choose({ what: "piece", index });
  }

  /** How far inside the last contour the next is, and how many there are now. */
  contoursOf(piece: Piece): readonly (readonly Spot[])[] {
    if (piece.form === "area" && piece.contours) return piece.contours;
    void this.shown; // what is known comes with every answer
    const known = this.#known.get(piece);
    return known?.type === "area" ? known.contours.map(({ ring }) => ring.map(([x, y]): Spot => [x / 1000, y / 1000])) : [];
  }

  /** 1 where ground of its kind goes up, -1 where it goes down, else 0. */
  #rise(piece: Piece): number {
    return this.palette?.kinds.find(({ kind, form }) => form === piece.form && kind === kindOf(piece))?.rise ?? 0;
  }

  isHigh(piece: Piece): boolean {
    return piece.form === "area" && this.#rise(piece) !== 0;
  }

  canBend(piece: Piece): boolean {
    return cornersOf(piece).length > 0 || isLine(piece);
  }

  zoneOf(side: string): { left: number; top: number; right: number; bottom: number } | null {
    const own = this.seen.sides[side]?.zone;
    if (own) return own;
    const zone = this.sides.find(({ id }) => id === side)?.zone;
    return zone ? { left: zone.left / 1000, top: zone.top / 1000, right: zone.right / 1000, bottom: zone.bottom / 1000 } : null;
  }

  /** How deep armies are set up along an edge, where nothing else is said. */
  get deep(): number {
    for (const [id, { edge, zone }] of Object.entries(this.made.sides)) {
      const found = zone ? null : this.zoneOf(id);
      if (found) return edge === "north" || edge === "south" ? found.bottom - found.top : found.right - found.left;
    }
    return 12;
  }

  holdZone(side: string, zone: NonNullable<Made["sides"][string]["zone"]>): void {
    this.live = { ...this.made, sides: { ...this.made.sides, [side]: { ...this.made.sides[side]!, zone } } };
  }

  /** What was held lies there now. */
  letGo(deed: string, run = ""): void {
    if (this.live) this.change(this.#tidy(this.live), deed, run);
  }

  async roll(): Promise<void> {
    if (this.rolling) return;
    this.rolling = true;
    try {
      const from = this.made;
      const { terrain } = await asking.roll(from, Math.floor(Math.random() * 2 ** 31));
      if (this.made === from) {
        const victory = from.victory && { ...from.victory, objectives: [], conditions: from.victory.conditions.filter(({ does }) => does !== "hold") };
        this.change({ ...from, ground: "fixed", terrain, castles: [], victory }, "roll a field");
        this.choose(null);
      }
      this.refusal = null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refusal = error.refusal;
    } finally {
      this.rolling = false;
    }
  }

  // ---------------------------------------------------------------- keeping

  get toml(): string {
    return this.fresh ? this.shown!.answer.toml : "";
  }

  /** The text of the file as it stands now. */
  async text(): Promise<string> {
    return this.toml || (await asking.look(this.made)).toml;
  }

  readonly saved = $derived.by((): string => {
    if (!this.kept) return "Not saved: this browser is full";
    if (this.unsaved) return `Saved here; ${this.unsaved}`;
    return this.server ? "Saved here and under its link" : "Saved here";
  });

  #keep(): void {
    const { title, ruleset } = this.made;
    const { toml } = this;
    if (this.#last?.made === this.made && (this.#last.toml === toml || !toml) && this.#last.server === this.server) return;
    this.#last = { made: this.made, toml, server: this.server };
    const server = this.server ? { server: this.server } : {};
    this.kept = keep({ key: this.key, kind: "scenario", name: title, book: ruleset, changed: Date.now(), value: this.made, toml, ...server });
    if (this.server && toml && toml !== this.server.text) void this.#send();
  }

  async #send(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    await sendOn(this).finally(() => (this.#sending = false));
  }

  /** On the server from now on; the address under which anybody may open a copy. */
  async share(): Promise<string> {
    const shared = await shareOn(this, "scenario", await this.text());
    this.#keep();
    return shared;
  }

  async unshare(): Promise<void> {
    if (!this.server) return;
    await workshop.unshare(this.server.id, this.server.key);
    this.server = { ...this.server, shared: null };
    this.#keep();
  }

  async withdraw(): Promise<void> {
    if (!this.server) return;
    await workshop.forget(this.server.id);
    this.server = null;
    this.#keep();
  }

  /** The same scenario once more, as a thing of its own; under which key. */
  copied(): string {
    return keptAnew({ ...this.made, title: `${this.made.title.slice(0, 52)}, copy` });
  }
}

/** A scenario as a new thing of this browser; under which key. */
export function keptAnew(made: Made, server?: OnServer): string {
  const key = freshKey();
  keep({ key, kind: "scenario", name: made.title, book: made.ruleset, changed: Date.now(), value: made, toml: "", ...(server ? { server } : {}) });
  return key;
}

/** As the book and the page speak of an edge of the table. */
export const EDGE_NAMES: Record<Edge, string> = { north: "top", south: "bottom", west: "left", east: "right" };
