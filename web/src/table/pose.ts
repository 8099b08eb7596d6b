import { direction, modulo, FULL_TURN, type Mdeg, type Mil } from "./lengths";

/** A point of the table and a heading. Of a body in ranks the point is the middle of its front edge. */
export interface Pose {
  readonly x: Mil;
  readonly y: Mil;
  readonly heading: Mdeg;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Straight ahead. */
export function advanced(pose: Pose, mil: number): Pose {
  const [fx, fy] = direction(pose.heading);
  return { x: Math.round(pose.x + fx * mil), y: Math.round(pose.y + fy * mil), heading: pose.heading };
}

/** On the spot, clockwise. */
export function turned(pose: Pose, turn: Mdeg): Pose {
  return { x: pose.x, y: pose.y, heading: modulo(pose.heading + turn, FULL_TURN) };
}

/** To the right and ahead, keeping the heading. */
export function shifted(pose: Pose, lateral: number, forward: number): Pose {
  const at = world(pose, lateral, forward);
  return { x: Math.round(at.x), y: Math.round(at.y), heading: pose.heading };
}

/** Swung clockwise about a point of the table. */
export function pivoted(pose: Pose, about: Point, turn: Mdeg): Pose {
  const [sine, minusCosine] = direction(turn);
  const dx = pose.x - about.x;
  const dy = pose.y - about.y;
  return {
    x: Math.round(about.x - dx * minusCosine - dy * sine),
    y: Math.round(about.y + dx * sine - dy * minusCosine),
    heading: modulo(pose.heading + turn, FULL_TURN),
  };
}

/** The point of the table so far to the right and ahead. */
export function world(pose: Pose, lateral: number, forward: number): Point {
  const [fx, fy] = direction(pose.heading);
  return { x: pose.x - fy * lateral + fx * forward, y: pose.y + fx * lateral + fy * forward };
}

/** A point of the table as seen from here: to the right, ahead. */
export function local(pose: Pose, at: Point): { lateral: number; forward: number } {
  const [fx, fy] = direction(pose.heading);
  const dx = at.x - pose.x;
  const dy = at.y - pose.y;
  return { lateral: dy * fx - dx * fy, forward: dx * fx + dy * fy };
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(b.x - a.x, b.y - a.y);
}

/** A front corner a body wheels on: its right one when it turns to the right. */
export function pivotOf(pose: Pose, halfFront: number, turn: Mdeg): Point {
  return world(pose, turn > 0 ? halfFront : -halfFront, 0);
}

/** The pose after a wheel; positive turns wheel to the right. */
export function wheeled(pose: Pose, halfFront: number, turn: Mdeg): Pose {
  return turn ? pivoted(pose, pivotOf(pose, halfFront, turn), turn) : pose;
}
