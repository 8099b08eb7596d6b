/** A plan printed over the map: swept ground, path with its nodes, ghost, handles. */
import { make, put } from "./dom";
import { drawGhostFigures } from "./figures";
import { gripsOf, type Grip, type Reach } from "./grips";
import { direction, HALF_TURN } from "./lengths";
import { number, straightPath } from "./paths";
import { distance, type Point, type Pose } from "./pose";
import type { Ring, Shape } from "./shape";
import type { Handle, PathLeg, PlanDrawing } from "./state";
import { grown, placed } from "./unit";

const GHOST_CHEVRON = "M-.55 0 0-.68.55 0Z";

/** What marks keep clear of, and how far they must be apart. */
export interface Room {
  /** Whether a body lies at a point of the table. */
  taken(at: Point): boolean;
  reach(): Reach;
}

export interface PlanLayers {
  readonly under: Element;
  readonly over: Element;
  readonly handles: Element;
}

export class PlanView {
  #swept: SVGPathElement;
  #group: SVGGElement;
  #pivot: SVGPathElement;
  #pull: SVGPathElement;
  #ghost: SVGGElement;
  #path: SVGPathElement;
  #nodes: SVGPathElement;
  #stop: SVGPathElement;
  #handles = new Map<string, SVGGElement>();
  #offered: readonly Handle[] = [];
  #front: number | null = null;
  /** The marks that are drawn, and where. */
  grips: readonly Grip[] = [];
  #shape: Shape | null = null;

  constructor(
    private readonly layers: PlanLayers,
    readonly unit: string,
    private readonly room: Room,
  ) {
    this.#swept = make("path", { class: "swept" }, layers.under);
    this.#group = make("g", {}, layers.over);
    this.#pivot = make("path", { class: "pivot" }, this.#group);
    this.#pull = make("path", { class: "pull" }, this.#group);
    this.#ghost = make("g", { "data-ghost": unit }, this.#group);
    this.#path = make("path", { class: "path" }, this.#group);
    this.#nodes = make("path", { class: "node" }, this.#group);
    this.#stop = make("path", { class: "stop" }, this.#group);
  }

  show(plan: PlanDrawing, scale: number): void {
    put(this.#group, "class", `plan${plan.live ? " live" : ""}${plan.barred ? " barred" : ""}${plan.done ? " done" : ""}${plan.handles.length ? " handled" : ""}`);
    put(this.#swept, "class", `swept${plan.live ? " live" : ""}`);
    put(this.#swept, "d", plan.swept.map(tableRing).join(""));
    put(this.#pivot, "d", plan.pivot ? segment(plan.pivot[0], plan.pivot[1]) : "");
    put(this.#pull, "d", plan.pull ? segment(plan.pull[0], plan.pull[1]) : "");
    put(this.#path, "d", pathOf(plan.path));
    put(this.#nodes, "d", plan.path.slice(0, -1).map(({ to }) => dot(to, 0.26)).join(""));
    put(this.#stop, "d", plan.stop ? stopAt(plan.stop) : "");
    this.#showGhost(plan);
    this.#offered = plan.live ? plan.handles : [];
    this.#front = plan.front ?? null;
    this.rescale(scale);
  }

  /** Handles lie in pixels: they keep a size a finger can find, and there are fewer where there is less room. */
  rescale(scale: number): void {
    const front = this.#front === null ? null : (this.#front / 1000) * scale;
    const taken = (at: Point): boolean => this.room.taken({ x: (at.x / scale) * 1000, y: (at.y / scale) * 1000 });
    this.grips = gripsOf(this.#offered, front, scale, this.room.reach(), taken);
    this.#showGrips();
  }

  /** The mark under the hand is filled. */
  touch(kind: string | null): void {
    for (const [one, group] of this.#handles) group.classList.toggle("touched", one === kind);
  }

  remove(): void {
    this.#swept.remove();
    this.#group.remove();
    for (const group of this.#handles.values()) group.remove();
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

  #showGrips(): void {
    const kinds = new Set<string>(this.grips.map(({ handle }) => handle.kind));
    for (const [kind, group] of this.#handles)
      if (!kinds.has(kind)) {
        group.remove();
        this.#handles.delete(kind);
      }
    for (const { handle, at, root } of this.grips) {
      const group = this.#handles.get(handle.kind) ?? this.#newHandle(handle);
      this.#handles.set(handle.kind, group);
      const title = group.querySelector("title")!;
      if (title.textContent !== handle.name) title.textContent = handle.name;
      group.classList.toggle("chosen", handle.chosen === true);
      put(group, "transform", `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`);
      put(group.querySelector(".handle-stem")!, "d", `M${(root.x - at.x).toFixed(1)} ${(root.y - at.y).toFixed(1)}L0 0`);
      put(group.querySelector(".handle-turned")!, "transform", `rotate(${number(handle.heading / 1000)})`);
    }
  }

  #newHandle(handle: Handle): SVGGElement {
    const style = `handle ${handle.kind.replace(" ", "-")}`;
    const group = make("g", { "data-handle": handle.kind, class: style }, this.layers.handles);
    group.innerHTML = `<path class="handle-stem"/><rect class="handle-ring" x="-11" y="-11" width="22" height="22" rx="2"/><g class="handle-turned"><g class="handle-sized">${handleMark(handle)}</g></g><title></title>`;
    return group;
  }
}

/** In pixels, looking ahead: an arrow where it goes on, a ring where it wheels, open arrows to face, squares for files. */
function handleMark({ kind }: Handle): string {
  switch (kind) {
    case "ahead":
      return '<path class="handle-mark" d="M-6.5 5 0-6 6.5 5Z"/>';
    case "left flank":
      return '<path class="handle-mark" d="M4-5.5V5.5L-5.5 0Z"/>';
    case "right flank":
      return '<path class="handle-mark" d="M-4-5.5V5.5L5.5 0Z"/>';
    case "rear":
      return '<path class="handle-mark" d="M-5.5-4H5.5L0 5.5Z"/>';
    case "left files":
    case "right files":
      return '<rect class="handle-mark" x="-4.8" y="-4.8" width="9.6" height="9.6"/>';
    default:
      return '<circle class="handle-mark" r="5.4"/>';
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
