/**
 * The drawn table. The map is a picture that the browser keeps: panning and zooming move the picture, and only when a
 * zoom has come to rest is it drawn anew at its scale. What keeps its size on the screen lies in a second drawing above.
 */
import { drawFrame, MARGINS } from "./board";
import { drawWeather } from "./sky";
import { drawDeeds, drawFlight } from "./deeds";
import { detailAt, toTable, type Camera, type Detail, type Screen } from "./camera";
import { Crowd, fillIn, make, put } from "./dom";
import { FINGER, MOUSE, type Grip, type Reach } from "./grips";
import { drawGround } from "./ground";
import { LabelView, lettering } from "./labels";
import { placeLabels, type Seen } from "./label-spots";
import {
  drawBrackets,
  drawLasso,
  drawRing,
  drawSketches,
  drawTape,
  drawTemplates,
  drawZones,
  placeTags,
  TagView,
} from "./overlay";
import { number } from "./paths";
import { PlanView } from "./plan";
import type { Point } from "./pose";
import type { Box } from "./shape";
import { drawFalling } from "./shots";
import { EMPTY, type DeedMark, type PlanDrawing, type ShotMark, type TableState, type TableUnit, type Tag } from "./state";
import { allTags, groundOf, obstacles } from "./tags";
import { bodyAt } from "./under";
import { contactPath, drawBands, UnitView } from "./unit";

/** What may have to be drawn anew. */
export type Part = keyof TableState | "camera" | "labels" | "focus" | "marks";

/**
 * How far the picture of the map may be stretched, and shrunk, before it is drawn anew in the middle of a zoom. Shrinking
 * is the dearer of the two: what comes into view must be drawn at the old, finer scale.
 */
const COARSEST = 8;
const FINEST = 0.4;

/** Pixels that a name keeps off the edge of the screen. */
const EDGE = 2;

/** Pixels that a mark keeps off a body. */
const CLEAR = 6;

const DEFS =
  '<pattern id="table-hatch" width=".62" height=".62" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch-line" d="M0 0V.62"/></pattern>' +
  '<pattern id="table-bars" width=".6" height=".6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><path class="bars-line" d="M0 0V.6"/></pattern>' +
  '<pattern id="table-kept" width=".9" height=".9" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><path class="kept-line" d="M0 0V.9"/></pattern>';

export class Picture {
  readonly root = document.createElement("div");
  readonly #map = make("svg", { class: "table-svg under", role: "group" });
  readonly #over = make("svg", { class: "table-svg over", "aria-hidden": "true" });
  readonly #overWorld = make("g", {}, this.#over);
  readonly #defs = fillIn(make("defs", {}, this.#map), DEFS);
  readonly #board = this.#layer("board");
  readonly #sky = this.#layer("sky");
  readonly #zones = this.#layer("zones");
  readonly #sketches = this.#layer("sketches");
  readonly #swept = this.#layer("swept-ground");
  readonly #rings = this.#layer("rings");
  readonly #bodies = this.#layer("bodies");
  readonly #contacts = make("path", { class: "contact" }, this.#map);
  readonly #deeds = this.#layer("deeds");
  readonly #flying = this.#layer("deeds");
  readonly #plans = this.#layer("plans");
  readonly #brackets = this.#layer("brackets");
  readonly #templates = this.#layer("templates");
  readonly #falling = this.#layer("templates");
  readonly #tape = this.#layer("tapes");
  readonly #lasso = this.#layer("lassoes");
  readonly #labels = this.#upper("labels");
  readonly #handles = this.#upper("handles");
  readonly #tags = this.#upper("tags");

  #state: TableState = EMPTY;
  #camera: Camera = { scale: 0, x: 0, y: 0 };
  /** The scale the map is drawn at, which follows the camera's when that has come to rest. */
  #inked = 0;
  /** The scale at which what lies above was put in its place. */
  #placedAt = 0;
  #detail: Detail = "figures";
  #names: readonly Box[] = [];
  screen: Screen = { width: 0, height: 0 };
  focused: string | null = null;
  hovered: string | null = null;
  /** The mark under the hand, which is named. */
  touched: string | null = null;
  /** How the hand is that marks are drawn for. */
  reach: Reach = globalThis.matchMedia?.("(pointer: coarse)").matches ? FINGER : MOUSE;

  readonly units = new Crowd<TableUnit, UnitView>(
    (unit) => unit.id,
    (unit) => new UnitView(this.#bodies, unit),
    (view, unit) => view.show(unit),
  );
  readonly labels = new Crowd<TableUnit, LabelView>(
    (unit) => unit.id,
    (unit) => new LabelView(this.#labels, unit),
    (view, unit) => view.show(unit, this.#isNamed(unit), this.#detail === "chips"),
  );
  readonly #planViews = new Crowd<PlanDrawing, PlanView>(
    (plan) => plan.unit,
    (plan) => new PlanView({ under: this.#swept, over: this.#plans, handles: this.#handles }, plan.unit, {
        taken: (at) => bodyAt(this.#state, at, (CLEAR / this.#camera.scale) * 1000) !== null,
        reach: () => this.reach,
      }),
    (view, plan) => view.show(plan, this.#camera.scale),
  );
  readonly #tagViews = new Crowd<Tag, TagView>(
    (tag) => tag.id,
    (tag) => new TagView(this.#tags, tag),
    (view, tag) => view.show(tag),
  );

  constructor(host: HTMLElement) {
    void this.#defs;
    this.root.className = "table-root";
    this.root.classList.toggle("by-finger", this.reach === FINGER);
    this.root.append(this.#map, this.#over);
    host.append(this.root);
  }

  /** Marks are drawn for another kind of hand. */
  handedBy(reach: Reach): void {
    this.reach = reach;
    this.root.classList.toggle("by-finger", reach === FINGER);
    for (const view of this.#planViews.views.values()) view.rescale(this.#camera.scale);
  }

  get grips(): readonly Grip[] {
    return [...this.#planViews.views.values()].flatMap((view) => view.grips);
  }

  get detail(): Detail {
    return this.#detail;
  }

  /** The map is drawn anew at its scale with the next frame. */
  sharpen(): void {
    this.#inked = 0;
  }

  /** Draw what has changed. */
  draw(state: TableState, camera: Camera, changed: ReadonlySet<Part>): void {
    const any = (...parts: Part[]): boolean => parts.some((part) => changed.has(part));
    this.#state = state;
    this.#camera = camera;
    const before = this.#detail;
    const zoomed = camera.scale !== this.#placedAt;
    if (any("board", "ruled", "turned")) this.#drawBoard();
    if (any("board", "sky")) this.#drawSky();
    if (any("camera")) this.#aim();
    const units = new Map(state.units.map((unit) => [unit.id, unit]));
    if (any("units")) this.units.show(state.units);
    if (any("units", "touchable", "selected", "focus", "pale")) this.#dress();
    if (any("units", "contacts")) put(this.#contacts, "d", this.#contactData(units));
    if (any("zones")) fillIn(this.#zones, drawZones(state.zones));
    if (any("units", "selected", "along", "focus", "flashed")) fillIn(this.#rings, this.#drawRings(units));
    if (any("units", "targets")) fillIn(this.#brackets, drawBrackets(state.targets, units));
    if (any("plans")) this.#planViews.show(state.plans);
    if (any("marks", "plans")) for (const view of this.#planViews.views.values()) view.touch(this.touched);
    if (any("templates")) {
      fillIn(this.#templates, drawTemplates(state.templates));
      fillIn(this.#falling, "");
    }
    if (any("deeds")) {
      fillIn(this.#deeds, drawDeeds(state.deeds));
      fillIn(this.#flying, "");
    }
    if (any("tape")) fillIn(this.#tape, drawTape(state.tape));
    if (any("lasso")) fillIn(this.#lasso, drawLasso(state.lasso));
    if (any("sketches")) fillIn(this.#sketches, drawSketches(state.sketches));
    if (any("units", "selected", "labels", "board") || before !== this.#detail) this.#label();
    if (any("tags", "zones", "templates", "tape", "selected", "marks", "plans")) this.#tagViews.show(allTags(state, units, this.grips, this.touched, camera.scale));
    if (any("tags", "zones", "templates", "tape", "plans", "units", "marks") || zoomed)
      this.#placeTags();
    if (any("ground")) this.root.dataset["ground"] = state.ground;
  }

  #placeTags(): void {
    const tags = [...this.#tagViews.views.values()];
    const { scale } = this.#camera;
    if (tags.length) placeTags(tags, scale, obstacles(this.#state, this.labels.views.values(), scale), groundOf(this.#state));
  }

  remove(): void {
    this.root.remove();
  }

  // ------------------------------------------------------------ map and camera

  #layer(name: string): SVGGElement {
    return make("g", { class: `layer ${name}` }, this.#map);
  }

  #upper(name: string): SVGGElement {
    return make("g", { class: `layer ${name}` }, this.#overWorld);
  }

  #drawBoard(): void {
    const { board, ruled, turned } = this.#state;
    if (!board) return void fillIn(this.#board, "");
    const [width, depth] = [board.width / 1000, board.depth / 1000];
    const frame = drawFrame(width, depth, ruled, turned);
    const ground = drawGround(board.features, width, depth);
    const [w, d] = [number(width), number(depth)];
    this.#names = ground.names;
    fillIn(
      this.#board,
      `${frame.under}<svg width="${w}" height="${d}" viewBox="0 0 ${w} ${d}">${ground.svg}</svg>${frame.over}`,
    );
    put(this.#map, "aria-label", `The table, ${w} by ${d} inches`);
    const [across, down] = [width + MARGINS.left + MARGINS.right, depth + MARGINS.top + MARGINS.bottom];
    put(this.#map, "viewBox", `${-MARGINS.left} ${-MARGINS.top} ${number(across)} ${number(down)}`);
    this.#inked = 0;
  }

  /** Night is a darker paper; rain falls on the ground, under the units. */
  #drawSky(): void {
    const { board, sky } = this.#state;
    this.root.dataset["light"] = sky.light;
    fillIn(this.#sky, board ? drawWeather(board.width / 1000, board.depth / 1000, sky.falls) : "");
  }

  #ink(): void {
    const { board } = this.#state;
    if (!board) return;
    const { scale } = this.#camera;
    this.#inked = scale;
    this.#map.style.width = `${(board.width / 1000 + MARGINS.left + MARGINS.right) * scale}px`;
    this.#map.style.height = `${(board.depth / 1000 + MARGINS.top + MARGINS.bottom) * scale}px`;
    this.#map.style.setProperty("--px", (1 / scale).toFixed(5));
  }

  #aim(): void {
    const { scale, x, y } = this.#camera;
    const stretch = scale / this.#inked;
    if (!this.#inked) this.#look(detailAt(scale));
    if (!(stretch < COARSEST && stretch > FINEST)) this.#ink();
    const inked = scale === this.#inked;
    const grown = inked ? "" : ` scale(${(scale / this.#inked).toFixed(5)})`;
    // A finished drawing lies on whole pixels of the screen: between them it would be blurred.
    const snapped = (at: number): number => (inked ? Math.round(at * devicePixelRatio) / devicePixelRatio : at);
    const left = snapped(x - MARGINS.left * scale);
    const top = snapped(y - MARGINS.top * scale);
    this.#map.style.transform = `translate(${left.toFixed(2)}px,${top.toFixed(2)}px)${grown}`;
    const [overX, overY] = [left + MARGINS.left * scale, top + MARGINS.top * scale];
    put(this.#overWorld, "transform", `translate(${overX.toFixed(2)} ${overY.toFixed(2)})`);
    if (scale === this.#placedAt) return;
    this.#placedAt = scale;
    this.#follow();
    for (const view of this.#planViews.views.values()) view.rescale(scale);
  }

  /** Figures, blocks or chips: changed at rest only, since everything is drawn anew for it. */
  #look(detail: Detail): void {
    if (detail === this.#detail && this.root.dataset["detail"]) return;
    this.#detail = detail;
    this.root.dataset["detail"] = detail;
  }

  // ------------------------------------------------------------ units and labels

  #isNamed(unit: TableUnit): boolean {
    if (this.#detail !== "blocks") return this.#detail === "figures";
    return unit.id === this.#state.selected || unit.id === this.hovered;
  }

  #dress(): void {
    const { touchable, selected, pale } = this.#state;
    const stop = this.#tabStop();
    for (const [id, view] of this.units.views) view.dress(touchable.has(id), id === selected, id === stop, pale.has(id));
  }

  /** The one unit that Tab comes to. */
  #tabStop(): string | undefined {
    const { selected, units, touchable } = this.#state;
    if (this.focused && this.units.views.has(this.focused)) return this.focused;
    if (selected && this.units.views.has(selected)) return selected;
    return units.find((unit) => touchable.has(unit.id))?.id ?? units[0]?.id;
  }

  #contactData(units: ReadonlyMap<string, TableUnit>): string {
    return this.#state.contacts
      .map(([a, b]) => {
        const [one, two] = [units.get(a), units.get(b)];
        return one && two ? contactPath(one, two) : "";
      })
      .join("");
  }

  #drawRings(units: ReadonlyMap<string, TableUnit>): string {
    const { selected, along, flashed } = this.#state;
    const others = [...along].filter((id) => id !== selected).map((id) => drawRing(units.get(id), "selection along", 300));
    const chosen = others.join("") + drawRing(selected ? units.get(selected) : undefined, "selection", 300);
    const flashes = [...flashed].map((id) => drawRing(units.get(id), "flash", 300)).join("");
    const focus = drawRing(this.focused ? units.get(this.focused) : undefined, "focus", 520);
    return drawBands([...units.values()], selected) + flashes + chosen + focus;
  }

  #label(): void {
    const { board, units } = this.#state;
    const afar = this.#detail === "chips";
    this.labels.show(units.filter(({ badge }) => !badge || (badge !== "none" && !afar)));
    if (!board) return;
    const table = { width: board.width / 1000, depth: board.depth / 1000 };
    const views = [...this.labels.views.values()];
    placeLabels(views, units, (unit) => this.#isNamed(unit), this.#names, table, lettering(this.#camera.scale), this.#detail, this.#seen());
    this.#follow();
  }

  /** What of the table is on the screen, and what the buttons there lie on. */
  #seen(): Seen | null {
    const { board, tools, ruled } = this.#state;
    const { width, height } = this.screen;
    if (!board || !width) return null;
    const box = (left: number, top: number, right: number, bottom: number): Box => {
      const [from, to] = [toTable(this.#camera, { x: left, y: top }), toTable(this.#camera, { x: right, y: bottom })];
      return { left: from.x / 1000, top: from.y / 1000, right: to.x / 1000, bottom: to.y / 1000 };
    };
    const frame = box(EDGE, EDGE, width - EDGE, height - EDGE);
    if (!tools) return { frame, covered: [] };
    const [top, bottom] = tools.corner === "top" ? [0, tools.height] : [height - tools.height, height];
    const buttons = box(width - tools.width, top, width, bottom);
    const { scale } = tools;
    return { frame, covered: scale && ruled ? [buttons, box(0, 0, scale.width, scale.height)] : [buttons] };
  }

  #follow(): void {
    for (const [id, view] of this.labels.views) {
      const at = this.units.views.get(id)?.pose;
      if (at) view.follow(at, this.#camera.scale);
    }
  }

  /** Whose label lies at a point of the screen: of several that lie upon each other, the one whose middle is nearest. */
  labelAt(at: Point): string | null {
    const { x, y } = toTable(this.#camera, at);
    let best: { readonly id: string; readonly far: number } | null = null;
    for (const [id, view] of this.labels.views) {
      const pose = this.units.views.get(id)?.pose;
      if (!pose) continue;
      const { left, right, top, bottom } = view.room(pose, this.#camera.scale);
      const [across, down] = [x / 1000 - (left + right) / 2, y / 1000 - (top + bottom) / 2];
      const far = Math.hypot(across, down);
      if (Math.abs(across) <= (right - left) / 2 && Math.abs(down) <= (bottom - top) / 2 && (!best || far < best.far)) best = { id, far };
    }
    return best?.id ?? null;
  }

  /** Put a unit somewhere on its way, its label with it. */
  carry(id: string, move: (view: UnitView) => void): void {
    const view = this.units.views.get(id);
    if (!view) return;
    move(view);
    this.labels.views.get(id)?.follow(view.pose, this.#camera.scale);
  }

  /** A shot on its way down; it lies there until what has fallen is told anew. */
  fall(marks: readonly ShotMark[], share: number): void {
    fillIn(this.#falling, `<g class="shot fallen">${drawFalling(marks, share)}</g>`);
  }

  /** Shots on their way, in somebody's colour; they are seen until what was done is told anew. */
  fly({ colour, manner, shots }: Pick<DeedMark, "colour" | "manner" | "shots">, share: number): void {
    fillIn(this.#flying, `<g class="deed present ${colour} ${manner}">${drawFlight(shots, share)}</g>`);
  }
}
