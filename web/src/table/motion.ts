/** Units on their way: 240 ms and 40 for every inch, at most 900, along the path they took. */
import { HALF_TURN, signed } from "./lengths";
import { distance, pivoted, pivotOf, type Point, type Pose } from "./pose";
import type { Shape } from "./shape";

/** One leg of a journey. A `turn` swings about a front corner, or `about` a point; no `turn` goes straight; a `shape` is put on at once. */
export interface Stretch {
  readonly from: Pose;
  readonly to: Pose;
  readonly turn: number;
  readonly about?: Point;
  readonly halfFront: number;
  readonly shape: Shape;
  /** Faces and formations are taken up where they stand. */
  readonly atOnce: boolean;
}

export interface Journey {
  readonly unit: string;
  readonly stretches: readonly Stretch[];
}

export const FADE = 300;
export const FIT = 200;
const LEAST = 240;
const AN_INCH = 40;
const MOST = 900;

/** How far the middle of the front goes, or its outer corner in a wheel. */
export function lengthOf({ from, to, turn, halfFront, atOnce }: Stretch): number {
  if (atOnce) return 0;
  if (!turn) return distance(from, to);
  return (Math.abs(turn) / HALF_TURN) * Math.PI * halfFront * 2;
}

export function durationOf(journey: Journey): number {
  const inches = journey.stretches.reduce((sum, stretch) => sum + lengthOf(stretch), 0) / 1000;
  return Math.min(MOST, LEAST + AN_INCH * inches);
}

/** Where a unit is after a share of its journey, and in which shape. */
export function placeAt(journey: Journey, share: number): { pose: Pose; shape: Shape } {
  const last = journey.stretches.at(-1)!;
  if (share >= 1) return { pose: last.to, shape: last.shape };
  const lengths = journey.stretches.map(lengthOf);
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  let left = whole * eased(share);
  for (const [index, stretch] of journey.stretches.entries()) {
    const length = lengths[index]!;
    if (left < length) return { pose: within(stretch, left / length), shape: stretch.shape };
    left -= length;
  }
  return { pose: last.to, shape: last.shape };
}

function within({ from, to, turn, about, halfFront }: Stretch, part: number): Pose {
  if (turn) return pivoted(from, about ?? pivotOf(from, halfFront, turn), Math.round(turn * part));
  return {
    x: from.x + (to.x - from.x) * part,
    y: from.y + (to.y - from.y) * part,
    heading: from.heading + signed(to.heading - from.heading) * part,
  };
}

/** Starts and stops gently, as bodies of men do. */
function eased(share: number): number {
  return share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) * (1 - share);
}
