/**
 * The marks by which a body is taken hold of, in pixels: on stems outside it, of the same size at every zoom, and fewer
 * where there is no room. On a body a hand means the body; outside, the nearest mark; else the ground.
 */
import { direction } from "./lengths";
import type { Point } from "./pose";
import type { Handle, HandleKind } from "./state";

/** Pixels, for a mouse and for a finger. */
export interface Reach {
  /** How far off the body a mark lies. */
  readonly off: number;
  /** How far from a mark a hand still means it. */
  readonly caught: number;
  /** How far apart two marks must be. */
  readonly apart: number;
  /** The front from which flanks are marked, and the front from which files are. */
  readonly flanks: number;
  readonly files: number;
}

export const MOUSE: Reach = { off: 15, caught: 22, apart: 19, flanks: 72, files: 110 };
export const FINGER: Reach = { off: 26, caught: 30, apart: 34, flanks: 110, files: 180 };

/** A body this small on the screen is turned by its one mark, and moved by itself. */
const SMALL = 24;

export interface Grip {
  readonly handle: Handle;
  /** The mark, and where its stem begins, in pixels from the table's corner. */
  readonly at: Point;
  readonly root: Point;
}

const PAIRS: readonly (readonly HandleKind[])[] = [
  ["ahead"],
  ["left corner", "right corner"],
  ["rear"],
  ["turn"],
  ["left files", "right files"],
  ["left flank", "right flank"],
];

/**
 * Where the marks of a body lie whose front is so long on the screen. A mark that would lie on a body is put on a longer
 * stem; where that is no better, or where it would crowd another, it is left out with the one opposite.
 */
export function gripsOf(handles: readonly Handle[], front: number | null, scale: number, reach: Reach, taken: (at: Point) => boolean): Grip[] {
  const free = handles.filter(({ out }) => out === undefined).map((handle): Grip => ({ handle, at: pixels(handle.at, scale), root: pixels(handle.at, scale) }));
  const kept: Grip[] = [...free];
  for (const pair of PAIRS) {
    const marks = handles.filter((handle) => handle.out !== undefined && pair.includes(handle.kind));
    if (!marks.length) continue;
    const grips = hasRoom(pair[0]!, handles, front, reach) ? marks.flatMap((handle) => onStem(handle, scale, reach, taken) ?? []) : [];
    const crowded = grips.some((one) => kept.some((other) => between(one.at, other.at) < reach.apart));
    if (!crowded && (grips.length === marks.length || pair[0] === "left corner")) kept.push(...grips);
  }
  const chosen = handles.find((handle) => handle.chosen && !kept.some((grip) => grip.handle === handle));
  if (chosen) kept.push(onStem(chosen, scale, reach, taken) ?? onStem(chosen, scale, reach, () => false)!);
  return kept;
}

function hasRoom(kind: HandleKind, handles: readonly Handle[], front: number | null, reach: Reach): boolean {
  if (front === null) return true;
  if (front < SMALL) return kind === (handles.some((handle) => handle.kind === "turn") ? "turn" : "ahead");
  if (kind === "left flank") return front >= reach.flanks;
  if (kind === "left files") return front >= reach.files;
  return true;
}

function onStem(handle: Handle, scale: number, reach: Reach, taken: (at: Point) => boolean): Grip | null {
  const root = pixels(handle.at, scale);
  const [dx, dy] = direction(handle.out!);
  const first = handle.second ? reach.off + reach.apart + 6 : reach.off;
  for (const far of [first, first * 1.6, first * 2.2]) {
    const at = { x: root.x + dx * far, y: root.y + dy * far };
    if (!taken(at)) return { handle, at, root };
  }
  return null;
}

export function nearestGrip(grips: readonly Grip[], at: Point): { grip: Grip; far: number } | null {
  let best: { grip: Grip; far: number } | null = null;
  for (const grip of grips) {
    const far = between(grip.at, at);
    if (!best || far < best.far) best = { grip, far };
  }
  return best;
}

function pixels(at: Point, scale: number): Point {
  return { x: (at.x / 1000) * scale, y: (at.y / 1000) * scale };
}

function between(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
