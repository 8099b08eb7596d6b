/** Shots on the table: the ground they cover, and how they come down. */
import { number, straightPath } from "./paths";
import type { Point } from "./pose";
import type { Ring } from "./shape";
import type { ShotMark } from "./state";

type Streak = Extract<ShotMark, { type: "streak" }>;

/** Milliseconds that a stone takes to come down, and a ball to bounce once. */
export const FALL = 420;
const BOUNCE = 170;
const BALL = 0.24;

export function drawShot(marks: readonly ShotMark[]): string {
  return marks.map((mark) => (mark.type === "circle" ? drawCircle(mark.x, mark.y, mark.radius) : drawStreak(mark))).join("");
}

function drawCircle(x: number, y: number, radius: number): string {
  return `<circle class="shot-ground" cx="${number(x / 1000)}" cy="${number(y / 1000)}" r="${number(radius / 1000)}"/>`;
}

/** A corridor; where it counts it is filled, and where it ends the ball bounces. */
function drawStreak(mark: Streak): string {
  const ring = corridor(mark);
  const [, right, far] = ring as [Ring[number], Ring[number], Ring[number]];
  const tick = straightPath([right, far].map(inches), false);
  return `<path class="shot-${mark.struck ? "ground" : "passed"}" d="${straightPath(ring.map(inches))}"/><path class="shot-bounce" d="${tick}"/>`;
}

const inches = ([x, y]: readonly [number, number]): readonly [number, number] => [x / 1000, y / 1000];

function lengthOf({ from_x, from_y, to_x, to_y }: Streak): number {
  return Math.hypot(to_x - from_x, to_y - from_y);
}

/** From the near left corner round: near left, far left, far right, near right. */
function corridor(mark: Streak): Ring {
  const { from_x, from_y, to_x, to_y, width } = mark;
  const length = lengthOf(mark) || 1;
  const [ax, ay] = [((to_y - from_y) / length) * (width / 2), (-(to_x - from_x) / length) * (width / 2)];
  return [
    [from_x + ax, from_y + ay],
    [to_x + ax, to_y + ay],
    [to_x - ax, to_y - ay],
    [from_x - ax, from_y - ay],
  ];
}

/** Where what is to be said of a shot stands: beside its circle, or beside the first stretch that counts. */
export function besideShot(marks: readonly ShotMark[]): Point | null {
  const mark = marks.find((one) => one.type === "circle" || one.struck) ?? marks[0];
  if (!mark) return null;
  if (mark.type === "circle") return { x: mark.x + mark.radius, y: mark.y };
  return { x: (mark.from_x + mark.to_x) / 2 + mark.width / 2, y: (mark.from_y + mark.to_y) / 2 };
}

// ---------------------------------------------------------------- coming down

export function fallTime(marks: readonly ShotMark[]): number {
  const bounces = marks.filter(({ type }) => type === "streak").length;
  return bounces ? BOUNCE * (bounces + 1) : FALL;
}

/** A shot after some share of its fall: a circle closes in, a ball bounces from stretch to stretch. */
export function drawFalling(marks: readonly ShotMark[], share: number): string {
  const circles = marks.flatMap((mark) => (mark.type === "circle" ? [mark] : []));
  const streaks = marks.flatMap((mark) => (mark.type === "streak" ? [mark] : []));
  return circles.map((mark) => closing(mark, share)).join("") + bouncing(streaks, share);
}

function closing({ x, y, radius }: Extract<ShotMark, { type: "circle" }>, share: number): string {
  const grown = 1 + 1.4 * (1 - share) ** 2;
  const stone = number(BALL * (1 + 2.5 * (1 - share)));
  return `<g opacity="${number(0.25 + 0.75 * share)}">${drawCircle(x, y, radius * grown)}</g><circle class="shot-ball" cx="${number(x / 1000)}" cy="${number(y / 1000)}" r="${stone}"/>`;
}

function bouncing(streaks: readonly Streak[], share: number): string {
  const whole = streaks.reduce((sum, one) => sum + lengthOf(one), 0);
  let left = whole * share;
  let drawing = "";
  for (const one of streaks) {
    const length = lengthOf(one);
    if (left >= length) {
      drawing += drawStreak(one);
      left -= length;
      continue;
    }
    const part = left / (length || 1);
    const [x, y] = [one.from_x + (one.to_x - one.from_x) * part, one.from_y + (one.to_y - one.from_y) * part];
    const high = BALL + 0.26 * Math.sin(Math.PI * part);
    return `${drawing}${drawStreak({ ...one, to_x: x, to_y: y })}<circle class="shot-ball" cx="${number(x / 1000)}" cy="${number(y / 1000)}" r="${number(high)}"/>`;
  }
  return drawing;
}
