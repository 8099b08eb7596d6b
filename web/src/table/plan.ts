/** A plan printed over the map: swept ground, path with its nodes, ghost, handles. */
import { make, put } from "./dom";
import { drawGhostFigures } from "./figures";
import { direction, HALF_TURN } from "./lengths";
import { number, straightPath } from "./paths";
import { distance, type Point, type Pose } from "./pose";
import type { Ring, Shape } from "./shape";
import type { Handle, PathLeg, PlanDrawing } from "./state";
import { grown, placed } from "./unit";

const GHOST_CHEVRON = "M-.55 0 0-.68.55 0Z";

export interface PlanLayers {
  readonly under: Element;
  readonly over: Element;
  readonly handles: Element;
}

export class PlanView {
  #swept: SVGPathElement;
  #group: SVGGElement;
  #pivot: SVGPathElement;
  #ghost: SVGGElement;
  #path: SVGPathElement;
  #nodes: SVGPathElement;
  #stop: SVGPathElement;
  #handles = new Map<string, [SVGGElement, Handle]>();
  #shape: Shape | null = null;

  constructor(
    private readonly layers: PlanLayers,
    readonly unit: string,
  ) {
    this.#swept = make("path", { class: "swept" }, layers.under);
    this.#group = make("g", {}, layers.over);
    this.#pivot = make("path", { class: "pivot" }, this.#group);
    this.#ghost = make("g", { "data-ghost": unit }, this.#group);
    this.#path = make("path", { class: "path" }, this.#group);
    this.#nodes = make("path", { class: "node" }, this.#group);
    this.#stop = make("path", { class: "stop" }, this.#group);
  }

  show(plan: PlanDrawing, scale: number): void {
    put(this.#group, "class", `plan${plan.live ? " live" : ""}${plan.barred ? " barred" : ""}${plan.handles.length ? " handled" : ""}`);
    put(this.#swept, "class", `swept${plan.live ? " live" : ""}`);
    put(this.#swept, "d", plan.swept.map(tableRing).join(""));
    put(this.#pivot, "d", plan.pivot ? segment(plan.pivot[0], plan.pivot[1]) : "");
    put(this.#path, "d", pathOf(plan.path));
    put(this.#nodes, "d", plan.path.slice(0, -1).map(({ to }) => dot(to, 0.26)).join(""));
    put(this.#stop, "d", plan.stop ? stopAt(plan.stop) : "");
    this.#showGhost(plan);
    this.#showHandles(plan.live ? plan.handles : [], scale);
  }

  /** Handles lie in pixels: they keep a size a finger can find. */
  rescale(scale: number): void {
    for (const [group, { at, heading }] of this.#handles.values())
      put(
        group,
        "transform",
        `translate(${((at.x / 1000) * scale).toFixed(1)} ${((at.y / 1000) * scale).toFixed(1)}) rotate(${number(heading / 1000)})`,
      );
  }

  remove(): void {
    this.#swept.remove();
    this.#group.remove();
    for (const [group] of this.#handles.values()) group.remove();
  }

  #showGhost({ ghost }: PlanDrawing): void {
    put(this.#ghost, "class", ghost ? "ghost" : "ghost none");
    if (!ghost) return;
    if (ghost.shape !== this.#shape) {
      this.#shape = ghost.shape;
      this.#ghost.innerHTML =
        `<path class="ghost-rim" d="${grown(ghost.shape, 100)}"/><path class="ghost-plate" d="${grown(ghost.shape, 100)}"/>` +
        `<path class="ghost-bars" d="${grown(ghost.shape, 100)}"/>${drawGhostFigures(ghost.shape)}` +
        `<path class="ghost-chevron" d="${GHOST_CHEVRON}" transform="translate(0 -.3)"/>`;
    }
    put(this.#ghost, "transform", placed(ghost.pose));
  }

  #showHandles(handles: readonly Handle[], scale: number): void {
    const kinds = new Set<string>(handles.map((handle) => handle.kind));
    for (const [kind, [group]] of this.#handles)
      if (!kinds.has(kind)) {
        group.remove();
        this.#handles.delete(kind);
      }
    for (const handle of handles) {
      const group = this.#handles.get(handle.kind)?.[0] ?? this.#newHandle(handle);
      this.#handles.set(handle.kind, [group, handle]);
      const title = group.querySelector("title")!;
      if (title.textContent !== handle.name) title.textContent = handle.name;
    }
    this.rescale(scale);
  }

  #newHandle(handle: Handle): SVGGElement {
    const style = `handle ${handle.kind.replace(" ", "-")}`;
    const group = make("g", { "data-handle": handle.kind, class: style }, this.layers.handles);
    group.innerHTML = `<circle class="handle-grip" r="22"/>${handleMark(handle)}<title></title>`;
    return group;
  }
}

/** In pixels, looking ahead: a ring at a corner, an arrow where it goes on, a bar at a flank, a bow at the rear. */
function handleMark({ kind }: Handle): string {
  switch (kind) {
    case "ahead":
      return '<path class="handle-mark" d="M-8 2 0-9 8 2 0-1.5Z"/>';
    case "left flank":
      return '<path class="handle-mark" d="M3-7V7L-6 0Z"/>';
    case "right flank":
      return '<path class="handle-mark" d="M-3-7V7L6 0Z"/>';
    case "rear":
      return '<path class="handle-mark" d="M-7-3H7L0 6Z"/>';
    default:
      return '<circle class="handle-mark" r="7"/>';
  }
}

export function tableRing(ring: Ring): string {
  return straightPath(ring.map(([x, y]) => [x / 1000, y / 1000]));
}

export function segment(from: Point, to: Point): string {
  return `M${number(from.x / 1000)} ${number(from.y / 1000)}L${number(to.x / 1000)} ${number(to.y / 1000)}`;
}

export function dot(at: Point, r: number): string {
  return `M${number(at.x / 1000 - r)} ${number(at.y / 1000)}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`;
}

/** Straight legs as lines, wheels as bows of the front's middle round the corner. */
function pathOf(legs: readonly PathLeg[]): string {
  let data = "";
  let last: Point | null = null;
  for (const { from, to, turn } of legs) {
    if (!last || distance(last, from) > 1) data += `M${number(from.x / 1000)} ${number(from.y / 1000)}`;
    const end = `${number(to.x / 1000)} ${number(to.y / 1000)}`;
    if (turn) {
      const half = (Math.abs(turn) / 2000) * (Math.PI / 180);
      const radius = number(distance(from, to) / 1000 / (2 * Math.sin(half) || 1));
      data += `A${radius} ${radius} 0 ${Math.abs(turn) > HALF_TURN ? 1 : 0} ${turn > 0 ? 1 : 0} ${end}`;
    } else data += `L${end}`;
    last = to;
  }
  return data;
}

/** A bar across the way. */
function stopAt(pose: Pose): string {
  const [fx, fy] = direction(pose.heading);
  const [x, y, half] = [pose.x / 1000, pose.y / 1000, 0.75];
  return `M${number(x + fy * half)} ${number(y - fx * half)}L${number(x - fy * half)} ${number(y + fx * half)}`;
}
