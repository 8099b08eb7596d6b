/** Shots on the table: the ground they cover, and how they come down. */
import { drawShape, lengthOf, ringsOf, shapeBox, type Corridor } from "./ground-shapes";
import { inches, number, straightPath } from "./paths";
import type { Point } from "./pose";
import type { ShotMark } from "./state";

type Stretch = ShotMark & { readonly shape: Corridor };

/** Milliseconds that a stone takes to come down, and a ball to bounce once. */
export const FALL = 420;
const BOUNCE = 170;
const BALL = 0.24;

export function drawShot(marks: readonly ShotMark[]): string {
  return marks.map(drawMark).join("");
}

/** Where it counts it is filled; at the end of a corridor the ball bounces. */
function drawMark({ shape, struck }: ShotMark): string {
  const ground = drawShape(shape, `shot-${struck ? "ground" : "passed"}`);
  if (shape.type !== "corridor") return ground;
  const farEnd = ringsOf(shape)[0]!.slice(1, 3);
  return `${ground}<path class="shot-bounce" d="${straightPath(inches(farEnd), false)}"/>`;
}

/** Where what is to be said of a shot stands: beside its circle, or beside the first stretch that counts. */
export function besideShot(marks: readonly ShotMark[]): Point | null {
  const shape = (marks.find(({ struck }) => struck) ?? marks[0])?.shape;
  if (!shape) return null;
  if (shape.type === "corridor") return { x: (shape.from_x + shape.to_x) / 2 + shape.width / 2, y: (shape.from_y + shape.to_y) / 2 };
  const { right, top, bottom } = shapeBox(shape);
  return { x: right, y: (top + bottom) / 2 };
}

// ---------------------------------------------------------------- coming down

const isStretch = (mark: ShotMark): mark is Stretch => mark.shape.type === "corridor";

export function fallTime(marks: readonly ShotMark[]): number {
  const bounces = marks.filter(isStretch).length;
  return bounces ? BOUNCE * (bounces + 1) : FALL;
}

/** A shot after some share of its fall: a circle closes in, a ball bounces from stretch to stretch. */
export function drawFalling(marks: readonly ShotMark[], share: number): string {
  const others = marks.filter((mark) => !isStretch(mark));
  return others.map((mark) => closing(mark, share)).join("") + bouncing(marks.filter(isStretch), share);
}

function closing(mark: ShotMark, share: number): string {
  const { shape } = mark;
  const faint = `opacity="${number(0.25 + 0.75 * share)}"`;
  if (shape.type !== "disc") return `<g ${faint}>${drawMark(mark)}</g>`;
  const grown = { ...shape, radius: shape.radius * (1 + 1.4 * (1 - share) ** 2) };
  const stone = number(BALL * (1 + 2.5 * (1 - share)));
  return `<g ${faint}>${drawMark({ ...mark, shape: grown })}</g><circle class="shot-ball" cx="${number(shape.x / 1000)}" cy="${number(shape.y / 1000)}" r="${stone}"/>`;
}

function bouncing(stretches: readonly Stretch[], share: number): string {
  const whole = stretches.reduce((sum, { shape }) => sum + lengthOf(shape), 0);
  let left = whole * share;
  let drawing = "";
  for (const one of stretches) {
    const { shape } = one;
    const length = lengthOf(shape);
    if (left >= length) {
      drawing += drawMark(one);
      left -= length;
      continue;
    }
    const part = left / (length || 1);
    const [x, y] = [shape.from_x + (shape.to_x - shape.from_x) * part, shape.from_y + (shape.to_y - shape.from_y) * part];
    const high = BALL + 0.26 * Math.sin(Math.PI * part);
    return `${drawing}${drawMark({ ...one, shape: { ...shape, to_x: x, to_y: y } })}<circle class="shot-ball" cx="${number(x / 1000)}" cy="${number(y / 1000)}" r="${number(high)}"/>`;
  }
  return drawing;
}
