/** Streams and roads, and the fords where a road goes through a stream. */
import type { Strip } from "./state";
import { inches, number, smoothPath, straightPath, type Dot } from "./paths";
import { along, beside, distanceTo, lengthOf, pieceOf } from "./rings";

/** Two lines and what is between them; a stream with a broken line where it flows. */
export function strip(one: Strip, kind: string): string {
  const path = smoothPath(inches(one.course), false);
  const width = one.width / 1000;
  const [edge, bed] = kind === "stream" ? ["bank", "stream"] : ["road-edge", "road"];
  const flow = kind === "stream" ? `<path class="flow" d="${path}"/>` : "";
  return (
    `<path class="${edge}" stroke-width="${number(width)}" d="${path}"/>` +
    `<path class="${bed}" stroke-width="${number(Math.max(width - 0.16, width * 0.7))}" d="${path}"/>${flow}`
  );
}

/** Where a road goes through a stream: its edges dashed across the water, and stones to step on. */
export function crossing(road: Strip, stream: Strip): string {
  const course = inches(road.course);
  const water = inches(stream.course);
  const half = road.width / 2000;
  const bank = stream.width / 2000;
  return wetStretches(course, water, bank)
    .map(([start, length]) => ford(pieceOf(course, start, length), half))
    .join("");
}

/** The stretches of a course that lie in the water: where they begin, and how long they are. */
function wetStretches(course: readonly Dot[], water: readonly Dot[], bank: number): [number, number][] {
  const length = lengthOf(course, false);
  const step = 0.05;
  const found: [number, number][] = [];
  let began = -1;
  for (let far = 0; far <= length + step; far += step) {
    const [x, y] = along(course, Math.min(far, length), false);
    const wet = far <= length && distanceTo(water, x, y, false) < bank;
    if (wet && began < 0) began = far;
    if (!wet && began >= 0) {
      if (far - began > 0.2) found.push([began, far - began]);
      began = -1;
    }
  }
  return found;
}

function ford(course: readonly Dot[], half: number): string {
  const edges = [half - 0.06, 0.06 - half].map((by) => straightPath(beside(course, by), false)).join("");
  const length = lengthOf(course, false);
  const count = Math.max(2, Math.round(length / 0.42));
  let stones = "";
  for (let index = 0; index < count; index++) {
    const [x, y, dx, dy] = along(course, (length * (index + 0.5)) / count, false);
    const [ax, ay] = [-dy * half, dx * half];
    stones += `M${number(x - ax / 2)} ${number(y - ay / 2)}l${number(ax)} ${number(ay)}`;
  }
  return (
    `<path class="ford-bed" stroke-width="${number(2 * half - 0.26)}" d="${straightPath(course, false)}"/>` +
    `<path class="ford-edge" d="${edges}"/><path class="ford-stone" d="${stones}"/>`
  );
}
