/**
 * The shape of a unit about its pose, as the server says it: every base, the front edges, and the few convex patches
 * the bases fill. Lateral grows to the right of the unit, forward ahead of it; drawings turn forward into minus y.
 */
import { direction, type Mdeg, type Mil } from "./lengths";
import { local, world, type Point, type Pose } from "./pose";
import { contains } from "./rings";

/** Centre, turn against the unit's heading, and size of a base. */
export type Place = readonly [lateral: Mil, forward: Mil, turn: Mdeg, width: Mil, depth: Mil];
export type Edge = readonly [lateral1: Mil, forward1: Mil, lateral2: Mil, forward2: Mil];
export type Ring = readonly (readonly [Mil, Mil])[];

export interface Shape {
  readonly figures: readonly Place[];
  readonly front: readonly Edge[];
  /** The patches, corner by corner (lateral, forward). */
  readonly rects: readonly Ring[];
}

export const NO_SHAPE: Shape = { figures: [], front: [], rects: [] };

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The corners of a base (lateral, forward): front left, front right, rear right, rear left. */
export function cornersOf([lateral, forward, turn, width, depth]: Place): [Mil, Mil][] {
  const [sine, minusCosine] = direction(turn);
  const half = width / 2;
  const deep = depth / 2;
  const corner = (right: number, ahead: number): [Mil, Mil] => [
    lateral - minusCosine * right * half + sine * ahead * deep,
    forward - sine * right * half - minusCosine * ahead * deep,
  ];
  return [corner(-1, 1), corner(1, 1), corner(1, -1), corner(-1, -1)];
}

/** What the unit fills: its patches, or its bases where it has none. */
export function patchesOf(shape: Shape): readonly Ring[] {
  return shape.rects.length ? shape.rects : shape.figures.map(cornersOf);
}

/** The box of the unit in its own drawing coordinates: x to the right, y to the rear. */
export function boxOf(shape: Shape, grow = 0): Box {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const ring of patchesOf(shape))
    for (const [lateral, forward] of ring) {
      left = Math.min(left, lateral);
      right = Math.max(right, lateral);
      top = Math.min(top, -forward);
      bottom = Math.max(bottom, -forward);
    }
  if (left > right) return { left: -500, top: -500, right: 500, bottom: 500 };
  return { left: left - grow, top: top - grow, right: right + grow, bottom: bottom + grow };
}

/** Half of the main front, about whose ends a unit wheels. */
export function halfFront(shape: Shape): Mil {
  const front = shape.front[0];
  if (front) return Math.hypot(front[2] - front[0], front[3] - front[1]) / 2;
  const box = boxOf(shape);
  return (box.right - box.left) / 2;
}

/** The box on the table that holds the unit at a pose. */
export function tableBox(pose: Pose, shape: Shape, grow = 0): Box {
  let left = pose.x;
  let right = pose.x;
  let top = pose.y;
  let bottom = pose.y;
  for (const ring of patchesOf(shape))
    for (const [lateral, forward] of ring) {
      const at = world(pose, lateral, forward);
      left = Math.min(left, at.x);
      right = Math.max(right, at.x);
      top = Math.min(top, at.y);
      bottom = Math.max(bottom, at.y);
    }
  return { left: left - grow, top: top - grow, right: right + grow, bottom: bottom + grow };
}

export function joined(boxes: readonly Box[]): Box | null {
  if (!boxes.length) return null;
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    top: Math.min(...boxes.map((box) => box.top)),
    right: Math.max(...boxes.map((box) => box.right)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  };
}

export function meetingBoxes(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** The area two boxes share. */
export function shared(a: Box, b: Box): number {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > 0 && down > 0 ? across * down : 0;
}

/** How far a point of the table lies off the unit; 0 on it. */
export function gapTo(pose: Pose, shape: Shape, at: Point): Mil {
  const { lateral, forward } = local(pose, at);
  let best = Infinity;
  for (const ring of patchesOf(shape)) {
    if (contains(ring, lateral, forward)) return 0;
    for (let index = 0; index < ring.length; index++) {
      const [ax, ay] = ring[index]!;
      const [bx, by] = ring[(index + 1) % ring.length]!;
      const near = nearestOn({ x: lateral, y: forward }, { x: ax, y: ay }, { x: bx, y: by });
      best = Math.min(best, Math.hypot(near.x - lateral, near.y - forward));
    }
  }
  return best;
}

/** Whether a point of the table lies on the unit. */
export function covers(pose: Pose, shape: Shape, at: Point): boolean {
  const here = local(pose, at);
  return patchesOf(shape).some((ring) => contains(ring, here.lateral, here.forward));
}

/** The least distance between two units at their poses; 0 where they meet. */
export function gapBetween(a: Pose, shapeA: Shape, b: Pose, shapeB: Shape): { gap: Mil; from: Point; to: Point } {
  let best = { gap: Infinity, from: a as Point, to: b as Point };
  const rings = (pose: Pose, shape: Shape): Point[][] =>
    patchesOf(shape).map((ring) => ring.map(([lateral, forward]) => world(pose, lateral, forward)));
  const there = rings(b, shapeB);
  for (const one of rings(a, shapeA))
    for (const two of there) {
      for (const [points, edges, swap] of [
        [one, two, false],
        [two, one, true],
      ] as const)
        for (const point of points)
          for (let index = 0; index < edges.length; index++) {
            const near = nearestOn(point, edges[index]!, edges[(index + 1) % edges.length]!);
            const gap = Math.hypot(near.x - point.x, near.y - point.y);
            if (gap < best.gap) best = swap ? { gap, from: near, to: point } : { gap, from: point, to: near };
          }
    }
  return best;
}

function nearestOn(at: Point, a: Point, b: Point): Point {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const length = dx * dx + dy * dy;
  const part = length ? Math.max(0, Math.min(1, ((at.x - a.x) * dx + (at.y - a.y) * dy) / length)) : 0;
  return { x: a.x + dx * part, y: a.y + dy * part };
}
