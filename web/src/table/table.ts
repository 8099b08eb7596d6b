/** The table widget: give it an element, tell it its state, hear of gestures. */
import "./table.css";
import { drawFrame, MARGINS } from "./board";
import { between, detailAt, fitted, held, panned, shown, toTable, zoomed, type Camera, type Screen } from "./camera";
import { Crowd, fillIn, make, put } from "./dom";
import { drawGround } from "./ground";
import { listen } from "./gestures";
import { LabelView, lettering, placeLabels } from "./labels";
import { durationOf, FADE, FIT, placeAt, type Journey } from "./motion";
import {
  drawBrackets,
  drawRing,
  drawSketches,
  drawTape,
  drawTemplates,
  drawZones,
  placeTags,
  TagView,
  type Obstacle,
  templateTags,
  zoneTags,
} from "./overlay";
import { number } from "./paths";
import { tabledPatches } from "./placing";
import { PlanView } from "./plan";
import type { Point } from "./pose";
import { tableBox, type Box } from "./shape";
import { EMPTY, type PlanDrawing, type TableEvents, type TableState, type TableUnit, type Tag, type Thing } from "./state";
import { contactPath, UnitView } from "./unit";

export interface TableApi {
  readonly state: TableState;
  readonly camera: Camera;
  set(change: Partial<TableState>): void;
  /** Draw now what would be drawn with the next frame. */
  flush(): void;
  fit(): void;
  zoom(factor: number, at?: Point): void;
  pan(dx: number, dy: number): void;
  /** Bring a part of the table (thousandths of an inch) into view, if it is not well in view already. */
  show(box: Box, always?: boolean): void;
  focus(unit: string): void;
  /** Let units travel; done when all have arrived. */
  travel(journeys: readonly Journey[]): Promise<void>;
  /** Let some figures fade that are about to be taken off. */
  fade(unit: string, figures: number): Promise<void>;
  /** Be done with all motion at once. */
  skip(): void;
  destroy(): void;
}

/** How far the picture of the map may be stretched before it is drawn anew in the middle of a zoom. */
const COARSEST = 2.4;

const DEFS =
  '<pattern id="table-hatch" width=".62" height=".62" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch-line" d="M0 0V.62"/></pattern>' +
  '<pattern id="table-bars" width=".6" height=".6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><path class="bars-line" d="M0 0V.6"/></pattern>' +
  '<pattern id="table-kept" width=".9" height=".9" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><path class="kept-line" d="M0 0V.9"/></pattern>';

export function mountTable(host: HTMLElement, events: TableEvents = {}): TableApi {
  let state: TableState = EMPTY;
  const dirty = new Set<keyof TableState | "camera" | "labels" | "focus">();
  let frame = 0;
  let camera: Camera = { scale: 14.6, x: 30, y: 30 };
  let screen: Screen = { width: 0, height: 0 };
  let least = 1;
  /** The scale the map is drawn at, which follows the camera's when that has come to rest. */
  let inked = 0;
  let overScale = 0;
  let moved = false;
  let detail = detailAt(camera.scale);
  let names: readonly Box[] = [];
  let focused: string | null = null;
  let hovered: string | null = null;
  let settle: ReturnType<typeof setTimeout> | undefined;
  const motions = new Set<Motion>();

  // ------------------------------------------------------------ the page's part

  // The map is a picture that the browser keeps: panning and zooming move the picture, and only when a zoom has come to
  // rest is it drawn anew at its scale. What keeps its size on the screen lies in a second drawing above.
  const root = document.createElement("div");
  root.className = "table-root";
  const map = make("svg", { class: "table-svg map", role: "group" });
  map.innerHTML = `<defs>${DEFS}</defs>`;
  const over = make("svg", { class: "table-svg over", "aria-hidden": "true" });
  root.append(map, over);
  host.append(root);
  const overWorld = make("g", {}, over);
  const layer = (name: string): SVGGElement => make("g", { class: `layer ${name}` }, map);
  const upper = (name: string): SVGGElement => make("g", { class: `layer ${name}` }, overWorld);
  const board = layer("board");
  const zones = layer("zones");
  const sketches = layer("sketches");
  const swept = layer("swept-ground");
  const rings = layer("rings");
  const bodies = layer("bodies");
  const contacts = make("path", { class: "contact" }, map);
  const plans = layer("plans");
  const brackets = layer("brackets");
  const templates = layer("templates");
  const tape = layer("tapes");
  const labels = upper("labels");
  const handles = upper("handles");
  const tags = upper("tags");

  const unitViews = new Crowd<TableUnit, UnitView>(
    (unit) => unit.id,
    (unit) => new UnitView(bodies, unit),
    (view, unit) => view.show(unit),
  );
  const labelViews = new Crowd<TableUnit, LabelView>(
    (unit) => unit.id,
    (unit) => new LabelView(labels, unit),
    (view, unit) => view.show(unit, isNamed(unit), detail === "chips"),
  );
  const planViews = new Crowd<PlanDrawing, PlanView>(
    (plan) => plan.unit,
    (plan) => new PlanView({ under: swept, over: plans, handles }, plan.unit),
    (view, plan) => view.show(plan, camera.scale),
  );
  const tagViews = new Crowd<Tag, TagView>(
    (tag) => tag.id,
    (tag) => new TagView(tags, tag),
    (view, tag) => view.show(tag),
  );

  const isNamed = (unit: TableUnit): boolean =>
    detail === "figures" || (detail === "blocks" && (unit.id === state.selected || unit.id === hovered));

  // ------------------------------------------------------------ drawing

  function schedule(): void {
    if (!frame) frame = requestAnimationFrame(flush);
  }

  function flush(): void {
    cancelAnimationFrame(frame);
    frame = 0;
    if (!dirty.size) return;
    const changed = new Set(dirty);
    dirty.clear();
    const any = (...keys: (keyof TableState | "camera" | "labels" | "focus")[]): boolean => keys.some((key) => changed.has(key));

    if (any("board")) drawBoard();
    const wasDetail = detail;
    if (any("camera")) applyCamera();
    const byId = new Map(state.units.map((unit) => [unit.id, unit]));
    if (any("units")) unitViews.show(state.units);
    if (any("units", "touchable", "selected", "focus")) dressUnits();
    if (any("units", "contacts")) put(contacts, "d", contactData(byId));
    if (any("zones")) fillIn(zones, drawZones(state.zones));
    if (any("units", "selected", "focus", "flashed")) fillIn(rings, drawRings(byId));
    if (any("units", "targets")) fillIn(brackets, drawBrackets(state.targets, byId));
    if (any("plans")) planViews.show(state.plans);
    if (any("templates")) fillIn(templates, drawTemplates(state.templates));
    if (any("tape")) fillIn(tape, drawTape(state.tape));
    if (any("sketches")) fillIn(sketches, drawSketches(state.sketches));
    if (any("tags", "zones", "templates", "tape", "selected"))
      tagViews.show([...state.tags, ...zoneTags(state.zones, zoneOrigin(byId)), ...templateTags(state.templates), ...tapeTags()]);
    if (any("units", "selected", "labels", "board") || wasDetail !== detail) labelUnits();
    if (any("camera", "tags", "zones", "templates", "tape", "plans", "units")) placeTags([...tagViews.views.values()], camera.scale, obstacles());
    if (any("ground")) root.dataset["ground"] = state.ground;
  }

  function drawBoard(): void {
    if (!state.board) return fillIn(board, "");
    const [width, depth] = [state.board.width / 1000, state.board.depth / 1000];
    const frameDrawing = drawFrame(width, depth);
    const ground = drawGround(state.board.features, width, depth);
    names = ground.names;
    fillIn(
      board,
      `${frameDrawing.under}<svg width="${number(width)}" height="${number(depth)}" viewBox="0 0 ${number(width)} ${number(depth)}">${ground.svg}</svg>${frameDrawing.over}`,
    );
    put(map, "aria-label", `The table, ${number(width)} by ${number(depth)} inches`);
    const [across, down] = [width + MARGINS.left + MARGINS.right, depth + MARGINS.top + MARGINS.bottom];
    put(map, "viewBox", `${-MARGINS.left} ${-MARGINS.top} ${number(across)} ${number(down)}`);
    inked = 0;
  }

  /** Draw the map at the camera's scale. */
  function ink(): void {
    if (!state.board) return;
    inked = camera.scale;
    map.style.width = `${(state.board.width / 1000 + MARGINS.left + MARGINS.right) * inked}px`;
    map.style.height = `${(state.board.depth / 1000 + MARGINS.top + MARGINS.bottom) * inked}px`;
    map.style.setProperty("--px", (1 / inked).toFixed(5));
  }

  function applyCamera(): void {
    const stretch = camera.scale / inked;
    if (!(stretch < COARSEST && stretch > 1 / COARSEST)) ink();
    const left = camera.x - MARGINS.left * camera.scale;
    const top = camera.y - MARGINS.top * camera.scale;
    const grown = camera.scale === inked ? "" : ` scale(${(camera.scale / inked).toFixed(5)})`;
    map.style.transform = `translate(${left.toFixed(2)}px,${top.toFixed(2)}px)${grown}`;
    put(overWorld, "transform", `translate(${camera.x.toFixed(1)} ${camera.y.toFixed(1)})`);
    const now = detailAt(camera.scale);
    if (now !== detail || !root.dataset["detail"]) {
      detail = now;
      root.dataset["detail"] = detail;
    }
    if (camera.scale !== overScale) {
      overScale = camera.scale;
      followAll();
      for (const view of planViews.views.values()) view.rescale(camera.scale);
    }
    events.view?.(camera.scale);
  }

  function dressUnits(): void {
    const stop = tabStop();
    for (const [id, view] of unitViews.views) view.dress(state.touchable.has(id), id === state.selected, id === stop);
  }

  /** The one unit that Tab comes to. */
  function tabStop(): string | undefined {
    if (focused && unitViews.views.has(focused)) return focused;
    if (state.selected && unitViews.views.has(state.selected)) return state.selected;
    return state.units.find((unit) => state.touchable.has(unit.id))?.id ?? state.units[0]?.id;
  }

  function contactData(units: ReadonlyMap<string, TableUnit>): string {
    return state.contacts
      .map(([a, b]) => {
        const [one, two] = [units.get(a), units.get(b)];
        return one && two ? contactPath(one, two) : "";
      })
      .join("");
  }

  function drawRings(units: ReadonlyMap<string, TableUnit>): string {
    const selected = drawRing(state.selected ? units.get(state.selected) : undefined, "selection", 300);
    const flashed = [...state.flashed].map((id) => drawRing(units.get(id), "flash", 300)).join("");
    const focus = drawRing(focused ? units.get(focused) : undefined, "focus", 520);
    return flashed + selected + focus;
  }

  /** Whom the arcs and ranges are drawn round: the plan in hand, or whoever is chosen. */
  function zoneOrigin(units: ReadonlyMap<string, TableUnit>): Point | null {
    const ghost = state.plans.find((plan) => plan.live)?.ghost;
    return ghost?.pose ?? (state.selected ? (units.get(state.selected)?.pose ?? null) : null);
  }

  function tapeTags(): Tag[] {
    if (!state.tape?.label) return [];
    const { from, to, label } = state.tape;
    const at = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    return [{ id: "tape", at, text: label, tone: "plan", side: "on" }];
  }

  function labelUnits(): void {
    labelViews.show(state.units);
    if (!state.board) return;
    const table = { width: state.board.width / 1000, depth: state.board.depth / 1000 };
    placeLabels([...labelViews.views.values()], isNamed, names, table, lettering(camera.scale), detail);
    followAll();
  }

  /** Tags keep off ghosts, labels and bodies, in this order of care. */
  function obstacles(): Obstacle[] {
    if (!tagViews.views.size) return [];
    const ghosts = state.plans.flatMap(({ ghost }) => (ghost ? tabledPatches(ghost.pose, ghost.shape) : []));
    const names = [...labelViews.views.values()].map((view) => view.room(view.unit.pose, camera.scale));
    const bodies = state.units.flatMap((unit) => tabledPatches(unit.pose, unit.shape));
    return [
      ...ghosts.map((box) => ({ box, weight: 2.5 })),
      ...names.map((box) => ({ box, weight: 2 })),
      ...bodies.map((box) => ({ box, weight: 1 })),
    ];
  }

  function followAll(): void {
    for (const [id, view] of labelViews.views) {
      const at = unitViews.views.get(id)?.pose;
      if (at) view.follow(at, camera.scale);
    }
  }

  // ------------------------------------------------------------ the view

  function look(next: Camera, byHand: boolean): void {
    if (!state.board) return;
    const zoomedIt = next.scale !== camera.scale;
    camera = held(next, state.board.width / 1000, state.board.depth / 1000, screen);
    moved ||= byHand;
    dirty.add("camera");
    schedule();
    if (zoomedIt) {
      // Labels find their best places again when the zoom has come to rest.
      clearTimeout(settle);
      settle = setTimeout(() => {
        inked = 0;
        dirty.add("labels").add("camera");
        schedule();
      }, 140);
    }
  }

  function whole(): Camera {
    if (!state.board || !screen.width) return camera;
    return fitted(state.board.width / 1000, state.board.depth / 1000, screen);
  }

  function measure(): void {
    const frameBox = host.getBoundingClientRect();
    const before = screen;
    screen = { width: frameBox.width, height: frameBox.height };
    least = whole().scale * 0.6;
    if (!moved || !before.width) look(whole(), false);
    else look(panned(camera, (screen.width - before.width) / 2, (screen.height - before.height) / 2), true);
  }

  function flyTo(next: Camera, byHand: boolean): void {
    if (!state.board) return;
    const from = camera;
    const to = held(next, state.board.width / 1000, state.board.depth / 1000, screen);
    run(FIT, (share) => look(between(from, to, share), byHand));
  }

  // ------------------------------------------------------------ motion

  interface Motion {
    finish(): void;
  }

  function stillness(): boolean {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Draws shares from 0 to 1 for so long, or just 1 where motion is unwelcome. */
  function run(milliseconds: number, draw: (share: number) => void): Promise<void> {
    if (stillness() || milliseconds <= 0 || document.hidden) {
      draw(1);
      return Promise.resolve();
    }
    return new Promise((done) => {
      const began = performance.now();
      let handle = 0;
      const motion: Motion = {
        finish: () => {
          cancelAnimationFrame(handle);
          motions.delete(motion);
          draw(1);
          done();
        },
      };
      const step = (): void => {
        const share = (performance.now() - began) / milliseconds;
        if (share >= 1) return motion.finish();
        draw(share);
        handle = requestAnimationFrame(step);
      };
      motions.add(motion);
      handle = requestAnimationFrame(step);
    });
  }

  async function travel(journeys: readonly Journey[]): Promise<void> {
    flush();
    root.classList.add("travelling");
    await Promise.all(
      journeys
        .filter((journey) => journey.stretches.length && unitViews.views.has(journey.unit))
        .map((journey) => {
          const view = unitViews.views.get(journey.unit)!;
          let worn = view.unit.shape;
          return run(durationOf(journey), (share) => {
            const { pose, shape } = placeAt(journey, share);
            if (shape !== worn) {
              worn = shape;
              view.wear(shape, pose);
            } else view.stand(pose);
            labelViews.views.get(journey.unit)?.follow(pose, camera.scale);
          });
        }),
    );
    root.classList.remove("travelling");
  }

  async function fade(unit: string, figures: number): Promise<void> {
    flush();
    const view = unitViews.views.get(unit);
    if (!view || stillness()) return;
    view.fade(figures, FADE);
    await run(FADE, () => {});
  }

  // ------------------------------------------------------------ gestures

  const idOf = (target: EventTarget | null): Thing | null => {
    if (!(target instanceof Element)) return null;
    const found = target.closest("[data-handle],[data-ghost],[data-unit]");
    if (!found || !root.contains(found)) return null;
    const handle = found.getAttribute("data-handle");
    if (handle) return { kind: "handle", id: handle as never };
    const ghost = found.getAttribute("data-ghost");
    if (ghost) return { kind: "ghost", id: ghost };
    return { kind: "unit", id: found.getAttribute("data-unit")! };
  };

  /** A finger that misses means the nearest thing it may touch. */
  function nearest(at: Point): Thing | null {
    let best: { far: number; id: string } | null = null;
    const here = toTable(camera, at);
    for (const unit of state.units) {
      if (!state.touchable.has(unit.id)) continue;
      const box = tableBox(unit.pose, unit.shape);
      const dx = Math.max(box.left - here.x, 0, here.x - box.right);
      const dy = Math.max(box.top - here.y, 0, here.y - box.bottom);
      const far = (Math.hypot(dx, dy) / 1000) * camera.scale;
      if (far < 24 && (!best || far < best.far)) best = { far, id: unit.id };
    }
    return best && { kind: "unit", id: best.id };
  }

  const silent = listen(root, {
    under: (target, at, touch) => idOf(target) ?? (touch ? nearest(at) : null) ?? { kind: "ground" },
    mayDrag: (thing) =>
      thing.kind === "handle" ||
      thing.kind === "ghost" ||
      (thing.kind === "unit" && state.draggable.has(thing.id)) ||
      (thing.kind === "ground" && state.ground === "draw"),
    press: (thing, at) => events.press?.(thing, toTable(camera, at)),
    grab: (thing, at) => {
      root.classList.add("dragging");
      events.grab?.(thing, toTable(camera, at));
    },
    drag: (thing, at, keys) => events.drag?.(thing, toTable(camera, at), keys),
    drop: (thing, at) => {
      root.classList.remove("dragging");
      events.drop?.(thing, at && toTable(camera, at));
    },
    pan: (dx, dy) => look(panned(camera, dx, dy), true),
    zoom: (factor, at) => look(zoomed(camera, factor, at, least), true),
    hover: (target) => {
      const thing = idOf(target);
      const unit = thing?.kind === "unit" ? thing.id : null;
      if (unit === hovered) return;
      hovered = unit;
      if (detail === "blocks") {
        dirty.add("labels");
        schedule();
      }
      events.hover?.(unit);
    },
  });

  /** A click without a pointer comes from a screen reader or from Enter. */
  const clicked = (event: MouseEvent): void => {
    const thing = event.detail === 0 ? idOf(event.target) : null;
    const unit = thing?.kind === "unit" ? unitViews.views.get(thing.id)?.unit : undefined;
    if (unit) events.press?.({ kind: "unit", id: unit.id }, unit.pose);
  };
  const focusIn = (event: FocusEvent): void => {
    const thing = idOf(event.target);
    const id = thing?.kind === "unit" ? thing.id : null;
    focused = id && (event.target as Element).matches(":focus-visible") ? id : null;
    dirty.add("focus");
    schedule();
    if (id) events.focus?.(id);
  };
  const focusOut = (): void => {
    focused = null;
    dirty.add("focus");
    schedule();
  };
  root.addEventListener("click", clicked);
  root.addEventListener("focusin", focusIn);
  root.addEventListener("focusout", focusOut);

  const watcher = new ResizeObserver(measure);
  watcher.observe(host);

  // ------------------------------------------------------------ what may be asked of it

  return {
    get state() {
      return state;
    },
    get camera() {
      return camera;
    },
    set(change) {
      const hadBoard = state.board;
      for (const key of Object.keys(change) as (keyof TableState)[]) if (change[key] !== state[key]) dirty.add(key);
      state = { ...state, ...change };
      const resized =
        state.board && (!hadBoard || hadBoard.width !== state.board.width || hadBoard.depth !== state.board.depth);
      if (resized) {
        moved = false;
        measure();
      }
      if (dirty.size) schedule();
    },
    flush,
    fit() {
      flyTo(whole(), false);
      moved = false;
    },
    zoom(factor, at) {
      look(zoomed(camera, factor, at ?? { x: screen.width / 2, y: screen.height / 2 }, least), true);
    },
    pan(dx, dy) {
      look(panned(camera, dx, dy), true);
    },
    show(box, always = false) {
      if (!state.board) return;
      const inches = {
        left: Math.max(-MARGINS.left, box.left / 1000),
        right: Math.min(state.board.width / 1000 + MARGINS.right, box.right / 1000),
        top: Math.max(-MARGINS.top, box.top / 1000),
        bottom: Math.min(state.board.depth / 1000 + MARGINS.bottom, box.bottom / 1000),
      };
      if (always) return void flyTo(shown(inches, screen), true);
      // No farther than needed: the map should not jump about under the player's hand.
      const nudge = (low: number, high: number, room: number): number =>
        high - low > room ? (room - low - high) / 2 : low < 0 ? -low : high > room ? room - high : 0;
      const at = (inch: number, corner: number): number => inch * camera.scale + corner;
      const dx = nudge(at(inches.left, camera.x), at(inches.right, camera.x), screen.width);
      const dy = nudge(at(inches.top, camera.y), at(inches.bottom, camera.y), screen.height);
      if (Math.abs(dx) > 1 || Math.abs(dy) > 1) flyTo(panned(camera, dx, dy), true);
    },
    focus(unit) {
      flush();
      unitViews.views.get(unit)?.group.focus({ preventScroll: true });
    },
    travel,
    fade,
    skip() {
      for (const motion of [...motions]) motion.finish();
    },
    destroy() {
      cancelAnimationFrame(frame);
      clearTimeout(settle);
      for (const motion of [...motions]) motion.finish();
      cancelAnimationFrame(frame);
      watcher.disconnect();
      silent();
      root.remove();
    },
  };
}
