/** The table widget: give it an element, tell it its state, hear of gestures. */
import "./table.css";
import "../../../src/schiltron/drawing/map.css";
import "./units.css";
import "./overprint.css";
import "./deeds.css";
import { toScreen, toTable, type Camera } from "./camera";
import { flightTime } from "./deeds";
import { Eye } from "./eye";
import { listen } from "./gestures";
import { FINGER, MOUSE } from "./grips";
import { shapeBox } from "./ground-shapes";
import { durationOf, FADE, placeAt, type Journey } from "./motion";
import { Picture, type Part } from "./picture";
import type { Point } from "./pose";
import { Running, unwelcome } from "./running";
import { tableBox, type Box } from "./shape";
import { fallTime } from "./shots";
import { EMPTY, type DeedMark, type ShotMark, type TableEvents, type TableState, type Thing } from "./state";
import { HalfTurn } from "./turned";
import { thingUnder } from "./under";

export type Flight = Pick<DeedMark, "colour" | "manner" | "shots">;

export interface TableApi {
  readonly state: TableState;
  /** The state as it is drawn, turned round where it is seen from the other edge. */
  readonly drawn: TableState;
  readonly camera: Camera;
  /** Look at a point of the drawing. */
  centre(at: Point): void;
  set(change: Partial<TableState>): void;
  /** Where a point of the table is on the screen. */
  place(at: Point): Point;
  /** Draw now what would be drawn with the next frame. */
  flush(): void;
  fit(): void;
  zoom(factor: number, at?: Point): void;
  pan(dx: number, dy: number): void;
  /** Move a part of the table (thousandths of an inch) into view as soon as no hand is on it; or let it fill the view. */
  show(box: Box, filling?: boolean): void;
  /** Move a part of the table into view as soon as no hand is on it, and step back only where it has no room. */
  reveal(box: Box): void;
  focus(unit: string): void;
  /** Let units travel, in some share of the usual time; done when all have arrived. Those in step arrive as one. */
  travel(journeys: readonly Journey[], haste?: number, inStep?: boolean): Promise<void>;
  /** Let some figures fade that are about to be taken off. */
  fade(unit: string, figures: number, haste?: number): Promise<void>;
  /** Let a shot come down. It is seen where it fell until the table is told of its templates anew. */
  land(marks: readonly ShotMark[], haste?: number): Promise<void>;
  /** Let shots fly from the shooters to whom they aim at. */
  fly(shots: Flight, haste?: number): Promise<void>;
  /** Be done with all motion at once. */
  skip(): void;
  destroy(): void;
}

/** The ground that both armies stand on, or where they are set down: what the page opens on. */
function homeOf(state: TableState): readonly Box[] {
  if (state.opens === "whole") return [];
  const ground = state.zones.filter(({ kind }) => kind === "deployment").map(({ shape }) => shapeBox(shape));
  return [...bodiesOf(state), ...ground];
}

function bodiesOf({ units }: TableState): readonly Box[] {
  return units.filter(({ shape }) => shape.figures.length).map(({ pose, shape }) => tableBox(pose, shape, ROOM));
}

/** Room about a body for its name and its marks. */
const ROOM = 3000;

export function mountTable(host: HTMLElement, events: TableEvents = {}): TableApi {
  /** As it was told, and as it is drawn. */
  let told: TableState = EMPTY;
  let state: TableState = EMPTY;
  let half: HalfTurn | null = null;
  let frame = 0;
  const dirty = new Set<Part>();
  const running = new Running();
  const picture = new Picture(host);
  const eye = new Eye(
    running,
    () => mark("camera"),
    () => {
      picture.sharpen();
      mark("camera", "labels");
    },
    () => homeOf(state),
    () => state.tools,
    () => bodiesOf(state),
  );

  function mark(...parts: Part[]): void {
    for (const part of parts) dirty.add(part);
    if (!frame) frame = requestAnimationFrame(flush);
  }

  function flush(): void {
    cancelAnimationFrame(frame);
    frame = 0;
    if (!dirty.size) return;
    const changed = new Set(dirty);
    dirty.clear();
    picture.screen = eye.screen;
    picture.draw(state, eye.camera, changed);
    if (changed.has("camera")) events.view?.(eye.camera.scale, seen());
  }

  /** The part of the table on the screen, as it is drawn. */
  function seen(): Box {
    const { width, height } = eye.screen;
    const [from, to] = [toTable(eye.camera, { x: 0, y: 0 }), toTable(eye.camera, { x: width, y: height })];
    return { left: from.x, top: from.y, right: to.x, bottom: to.y };
  }

  // ------------------------------------------------------------ gestures

  const onTable = (at: Point): Point => {
    const there = toTable(eye.camera, at);
    return half ? half.point(there) : there;
  };

  const unitOf = (target: EventTarget | null): Thing | null => {
    const found = target instanceof Element ? target.closest("[data-unit]") : null;
    return found && picture.root.contains(found) ? { kind: "unit", id: found.getAttribute("data-unit")! } : null;
  };

  /** From so far off that only its chip is seen, the chip is the body. */
  function under(target: EventTarget | null, at: Point, finger: boolean): Thing {
    const reach = finger ? FINGER : MOUSE;
    const chip = picture.detail === "chips" ? picture.labelAt(at) : null;
    return (chip ? { kind: "unit", id: chip } : null) ?? thingUnder(state, picture.grips, eye.camera, at, reach, finger) ?? unitOf(target) ?? { kind: "ground" };
  }

  /** The mark under the hand is filled and named; the page's tests read what the hand is over. */
  function point(thing: Thing | null): void {
    const over = !thing ? "" : "id" in thing ? `${thing.kind} ${thing.id}` : thing.kind;
    if (picture.root.dataset["over"] === over) return;
    picture.root.dataset["over"] = over;
    const named = thing?.kind === "handle" ? thing.id : null;
    if (named === picture.touched) return;
    picture.touched = named;
    mark("marks");
  }

  let touched = false;
  let resized = false;
  /** What is to come into view when the hand has left the table. */
  let waiting: Box | null = null;

  const silent = listen(picture.root, {
    under: (target, at, finger) => {
      const reach = finger ? FINGER : MOUSE;
      if (picture.reach !== reach) picture.handedBy(reach);
      const thing = under(target, at, finger);
      point(thing);
      return thing;
    },
    mayDrag: (thing, keys) =>
      thing.kind === "handle" ||
      thing.kind === "ghost" ||
      (thing.kind === "unit" && state.draggable.has(thing.id)) ||
      (thing.kind === "ground" && (state.ground === "draw" || state.lassoes === "always" || (state.lassoes === "with shift" && keys.shift))),
    press: (thing, at, keys) => events.press?.(thing, onTable(at), keys),
    grab: (thing, at) => {
      picture.root.classList.add("dragging");
      events.grab?.(thing, onTable(at));
    },
    drag: (thing, at, keys) => events.drag?.(thing, onTable(at), keys),
    drop: (thing, at) => {
      picture.root.classList.remove("dragging");
      events.drop?.(thing, at && onTable(at));
    },
    pan: (dx, dy) => eye.pan(dx, dy),
    zoom: (factor, at) => eye.zoom(factor, at),
    touch: (on) => {
      touched = on;
      if (!on && resized) {
        resized = false;
        measure();
      }
      const box = on ? null : waiting;
      if (!on) waiting = null;
      if (box) eye.reveal(box);
    },
    hover: (target, at) => {
      const thing = at && under(target, at, false);
      point(thing);
      const unit = thing?.kind === "unit" ? thing.id : null;
      if (unit === picture.hovered) return;
      picture.hovered = unit;
      if (picture.detail === "blocks") mark("labels");
      events.hover?.(unit);
    },
  });

  /** A click without a pointer comes from a screen reader. */
  const clicked = (event: MouseEvent): void => {
    const thing = event.detail === 0 ? unitOf(event.target) : null;
    const unit = thing?.kind === "unit" ? picture.units.views.get(thing.id)?.unit : undefined;
    const keys = { shift: event.shiftKey, alt: event.altKey };
    if (unit) events.press?.({ kind: "unit", id: unit.id }, half ? half.pose(unit.pose) : unit.pose, keys);
  };
  const focusIn = (event: FocusEvent): void => {
    const thing = unitOf(event.target);
    const id = thing?.kind === "unit" ? thing.id : null;
    picture.focused = id && (event.target as Element).matches(":focus-visible") ? id : null;
    mark("focus");
    if (id) events.focus?.(id);
  };
  const focusOut = (): void => {
    picture.focused = null;
    mark("focus");
  };
  picture.root.addEventListener("click", clicked);
  picture.root.addEventListener("focusin", focusIn);
  picture.root.addEventListener("focusout", focusOut);

  const watcher = new ResizeObserver(() => measure());
  watcher.observe(host);

  /** Not while a hand is on the table: the map does not move under it. */
  function measure(): void {
    if (touched) {
      resized = true;
      return;
    }
    const { width, height } = host.getBoundingClientRect();
    eye.resize({ width, height });
  }

  // ------------------------------------------------------------ motion

  async function travel(journeys: readonly Journey[], haste = 1, inStep = false): Promise<void> {
    flush();
    picture.root.classList.add("travelling");
    const going = journeys.map((journey) => (half ? half.journey(journey) : journey)).filter((journey) => journey.stretches.length && picture.units.views.has(journey.unit));
    const longest = Math.max(0, ...going.map(durationOf));
    await Promise.all(
      going.map((journey) => {
        let worn = picture.units.views.get(journey.unit)!.unit.shape;
        return running.run((inStep ? longest : durationOf(journey)) * haste, (share) => {
          const { pose, shape } = placeAt(journey, share);
          picture.carry(journey.unit, (view) => (shape === worn ? view.stand(pose) : view.wear((worn = shape), pose)));
        });
      }),
    );
    picture.root.classList.remove("travelling");
  }

  async function fade(unit: string, figures: number, haste = 1): Promise<void> {
    flush();
    const view = picture.units.views.get(unit);
    if (!view || unwelcome()) return;
    view.fade(figures, FADE * haste);
    await running.run(FADE * haste, () => {});
  }

  async function land(marks: readonly ShotMark[], haste = 1): Promise<void> {
    flush();
    const drawn = half ? marks.map(half.mark) : marks;
    await running.run(fallTime(marks) * haste, (share) => picture.fall(drawn, share));
  }

  async function fly(flight: Flight, haste = 1): Promise<void> {
    flush();
    const drawn = half ? { ...flight, shots: flight.shots.map(half.line) } : flight;
    await running.run(flightTime(flight.shots) * haste, (share) => picture.fly(drawn, share));
  }

  // ------------------------------------------------------------ what may be asked of it

  return {
    get state() {
      return told;
    },
    get drawn() {
      return state;
    },
    get camera() {
      return eye.camera;
    },
    set(change) {
      const changed = (Object.keys(change) as (keyof TableState)[]).filter((key) => change[key] !== told[key]);
      if (!changed.length) return;
      told = { ...told, ...change };
      const again = changed.includes("turned") || (told.turned && changed.includes("board"));
      if (again) half = told.turned && told.board ? new HalfTurn(told.board) : null;
      state = again ? { ...told, ...half?.state(told) } : { ...state, ...(half ? half.state(change) : change) };
      if (changed.includes("board")) {
        if (!eye.screen.width) measure();
        eye.behold(state.board);
      }
      if (again) eye.about();
      if (changed.includes("units") || changed.includes("zones")) eye.settle();
      mark(...(again ? (Object.keys(told) as Part[]) : changed));
    },
    flush,
    fit: () => eye.fit(),
    zoom: (factor, at) => eye.zoom(factor, at),
    pan: (dx, dy) => eye.pan(dx, dy),
    centre(at) {
      const { x, y } = toScreen(eye.camera, at);
      eye.pan(eye.screen.width / 2 - x, eye.screen.height / 2 - y);
    },
    show(box, filling = false) {
      const drawn = half ? half.box(box) : box;
      if (touched) waiting = drawn;
      else eye.show(drawn, filling);
    },
    reveal(box) {
      const drawn = half ? half.box(box) : box;
      if (touched) waiting = drawn;
      else eye.reveal(drawn);
    },
    place: (at) => toScreen(eye.camera, half ? half.point(at) : at),
    focus(unit) {
      flush();
      picture.units.views.get(unit)?.group.focus({ preventScroll: true });
    },
    travel,
    fade,
    land,
    fly,
    skip: () => running.finish(),
    destroy() {
      running.finish();
      eye.close();
      cancelAnimationFrame(frame);
      watcher.disconnect();
      silent();
      picture.remove();
    },
  };
}
