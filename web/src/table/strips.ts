/** Streams, rivers, roads, ditches, walls, hedges, fences and works, and the fords where a road goes through water. */
import { castleWall } from "./masonry";
import type { Strip } from "./state";
import { chance, inches, number, smoothLine, smoothPath, straightPath, type Dot } from "./paths";
import { along, beside, distanceTo, lengthOf, pieceOf } from "./rings";

const BANK = 0.15;
/** The joint between the stones of a wall. */
const JOINT = 0.06;

export function strip(one: Strip, kind: string, width: number, depth: number): string {
  switch (kind) {
    case "river":
      return river(one, width, depth);
    case "wall":
      return wall(one);
    case "castle_wall":
      return castleWall(one);
    case "hedge":
      return hedge(one);
    case "ford":
      return shallows(one);
    case "ditch":
      return ditch(one);
    case "fence":
      return fence(one);
    case "barricade":
      return barricade(one);
    case "mantlets":
      return mantlets(one);
    case "arrow_slits":
      return arrowSlits(one);
    case "lowered_drawbridge":
      return boards(one, 0.4);
    case "ladder":
      return boards(one, 0.22);
    case "gate":
      return gate(one);
    case "open_gate":
      return openGate(one);
    case "breach":
      return rubble(one);
    default:
      return streamOrRoad(one, kind);
  }
}

/** The middle of a strip as it is drawn. */
export const courseOf = (one: Strip): Dot[] => smoothLine(inches(one.course));

/** Two lines and what is between them; a stream with a broken line where it flows. */
function streamOrRoad(one: Strip, kind: string): string {
  const path = smoothPath(inches(one.course), false);
  const width = one.width / 1000;
  const [edge, bed] = kind === "stream" ? ["bank", "stream"] : ["road-edge", "road"];
  const flow = kind === "stream" ? `<path class="flow" d="${path}"/>` : "";
  return (
    `<path class="${edge}" stroke-width="${number(width)}" d="${path}"/>` +
    `<path class="${bed}" stroke-width="${number(Math.max(width - 0.16, width * 0.7))}" d="${path}"/>${flow}`
  );
}

// ---------------------------------------------------------------- rivers

/** Heavy banks, a ripple along each, and arrows down the middle the way its course was drawn. */
function river(one: Strip, tableWidth: number, tableDepth: number): string {
  const path = smoothPath(inches(one.course), false);
  const width = one.width / 1000;
  const course = courseOf(one);
  const strokes: [string, number][] = [
    ["bank", width],
    ["stream", Math.max(width - 2 * BANK, width * 0.6)],
  ];
  if (width >= 1.2) strokes.push(["bank bank-ripple", width - 0.8], ["stream", width - 0.9]);
  const water = strokes.map(([style, wide]) => `<path class="${style}" stroke-width="${number(wide)}" d="${path}"/>`);
  return `${water.join("")}<path class="current" d="${arrows(course)}"/>${ends(course, width, tableWidth, tableDepth)}`;
}

/** A long stroke with a head, then a short one without. */
function arrows(course: readonly Dot[]): string {
  const length = lengthOf(course, false);
  const count = Math.max(1, Math.round(length / 4.2));
  const step = length / count;
  const [long, short] = [Math.min(1.7, step * 0.4), Math.min(0.7, step * 0.17)];
  let data = "";
  for (let index = 0; index < count; index++) {
    const start = step * (index + 0.2);
    const [x, y, dx, dy] = along(course, start + long, false);
    const [bx, by] = [x - 0.34 * dx, y - 0.34 * dy];
    const head: Dot[] = [
      [bx - 0.22 * dy, by + 0.22 * dx],
      [x, y],
      [bx + 0.22 * dy, by - 0.22 * dx],
    ];
    data += straightPath(pieceOf(course, start, long, 4), false) + straightPath(head, false);
    if (index < count - 1) data += straightPath(pieceOf(course, start + 0.6 * step, short, 4), false);
  }
  return data;
}

/** A river that begins or ends on the table has a bank there, too. */
function ends(course: readonly Dot[], width: number, tableWidth: number, tableDepth: number): string {
  let data = "";
  for (const [far, inward] of [
    [0, 1],
    [lengthOf(course, false), -1],
  ] as const) {
    const [endX, endY, dx, dy] = along(course, far, false);
    if (endX < 0.3 || endY < 0.3 || endX > tableWidth - 0.3 || endY > tableDepth - 0.3) continue;
    const [x, y] = [endX + (dx * inward * BANK) / 2, endY + (dy * inward * BANK) / 2];
    const [ax, ay] = [(-dy * width) / 2, (dx * width) / 2];
    data += `M${number(x - ax)} ${number(y - ay)}L${number(x + ax)} ${number(y + ay)}`;
  }
  return data ? `<path class="bank" stroke-width="${BANK}" d="${data}"/>` : "";
}

// ---------------------------------------------------------------- walls and hedges

/** Courses of stones laid dry, seen from above. */
function wall(one: Strip): string {
  const course = courseOf(one);
  const length = lengthOf(course, false);
  const width = one.width / 1000;
  const rows = Math.max(1, Math.round(width / 0.25));
  const height = (width - JOINT * (rows + 1)) / rows;
  const dice = chance(one.id);
  let stones = "";
  for (let row = 0; row < rows; row++) {
    const low = JOINT + row * (height + JOINT) - width / 2;
    for (let far = JOINT; far < length - JOINT; ) {
      let end = far + 0.34 + 0.3 * dice();
      if (length - end < 0.3) end = length - JOINT;
      const [from, to] = [along(course, far, false), along(course, end, false)];
      const at = ([x, y, dx, dy]: typeof from, by: number): Dot => [x - dy * by, y + dx * by];
      stones += straightPath([at(from, low), at(to, low), at(to, low + height), at(from, low + height)]);
      far = end + JOINT;
    }
  }
  const line = straightPath(course, false);
  return `<path class="wall" stroke-width="${number(width)}" d="${line}"/><path class="wall-stone" d="${stones}"/>`;
}

/** A row of bushes grown together, their shade to the right as that of trees. */
function hedge(one: Strip): string {
  const course = courseOf(one);
  const length = lengthOf(course, false);
  const half = one.width / 2000;
  const count = Math.max(2, Math.round(length / (half * 1.5)));
  const dice = chance(one.id);
  let [bushes, shades] = ["", ""];
  for (let index = 0; index < count; index++) {
    const [cx, cy, dx, dy] = along(course, (length * (index + 0.5)) / count, false);
    const aside = half * 0.3 * (2 * dice() - 1);
    const radius = half * (0.92 + 0.3 * dice());
    const [x, y, r] = [cx - dy * aside, cy + dx * aside, number(radius)];
    const [span, inner] = [number(2 * radius), number(radius * 0.62)];
    bushes += `M${number(x - radius)} ${number(y)}a${r} ${r} 0 1 1 ${span} 0a${r} ${r} 0 1 1 -${span} 0Z`;
    shades += `M${number(x + radius * 0.2)} ${number(y - radius * 0.5)}a${inner} ${inner} 0 0 1 0 ${r}`;
  }
  // The same bushes twice: once with a line round them, then without, so that only the outer edge is left of it.
  return `<path class="hedge-edge" d="${bushes}"/><path class="hedge" d="${bushes}"/><path class="hedge-shade" d="${shades}"/>`;
}

// ---------------------------------------------------------------- ditches, fences and works

/** A point beside a course, so far along it and so far to its right. */
function spot(course: readonly Dot[], far: number, aside: number): Dot {
  const [x, y, dx, dy] = along(course, far, false);
  return [x - dy * aside, y + dx * aside];
}

/** The middles of so many like pieces along a course. */
function places(course: readonly Dot[], step: number): number[] {
  const length = lengthOf(course, false);
  const count = Math.max(1, Math.round(length / step));
  return Array.from({ length: count }, (_, index) => (length * (index + 0.5)) / count);
}

const stroke = (...points: readonly Dot[]): string => straightPath(points, false);

/** Two edges with teeth that point down into it. */
function ditch(one: Strip): string {
  const course = courseOf(one);
  const half = one.width / 2000;
  const edges = [half, -half].map((by) => straightPath(beside(course, by), false)).join("");
  const teeth = places(course, 0.5).map((far) => [half, -half].map((by) => stroke(spot(course, far, by), spot(course, far, by * 0.35))).join(""));
  return `<path class="ditch" stroke-width="${number(2 * half)}" d="${straightPath(course, false)}"/><path class="ditch-edge" d="${edges}"/><path class="hachure" d="${teeth.join("")}"/>`;
}

/** Two rails on posts. */
function fence(one: Strip): string {
  const course = courseOf(one);
  const half = one.width / 2000;
  const rails = [half * 0.4, -half * 0.4].map((by) => straightPath(beside(course, by), false)).join("");
  const posts = places(course, 0.8).map((far) => stroke(spot(course, far, -half), spot(course, far, half)));
  return `<path class="rail" d="${rails}"/><path class="post" d="${posts.join("")}"/>`;
}

/** Planks and beams laid crosswise over one another. */
function barricade(one: Strip): string {
  const course = courseOf(one);
  const half = one.width / 2000;
  const reach = Math.min(0.36, lengthOf(course, false) / 2);
  const beams = places(course, 0.62).map((far) => stroke(spot(course, far - reach, -half), spot(course, far + reach, half)) + stroke(spot(course, far - reach, half), spot(course, far + reach, -half)));
  return `<path class="rail" d="${straightPath(course, false)}"/><path class="post" d="${beams.join("")}"/>`;
}

/** Great shields set up one beside the other. */
function mantlets(one: Strip): string {
  const course = courseOf(one);
  const half = one.width / 2000;
  const shields = places(course, 0.9).map((far) => straightPath([spot(course, far - 0.33, -half), spot(course, far + 0.33, -half), spot(course, far + 0.33, half), spot(course, far - 0.33, half)]));
  return `<path class="mantlets" d="${shields.join("")}"/>`;
}

/** A wall as high as a house, with slits to shoot through. */
function arrowSlits(one: Strip): string {
  const course = courseOf(one);
  const half = one.width / 2000;
  const slits = places(course, 1).map((far) => stroke(spot(course, far, -half * 0.7), spot(course, far, half * 0.7)));
  return `<path class="wall" stroke-width="${number(2 * half)}" d="${straightPath(course, false)}"/><path class="slit" d="${slits.join("")}"/>`;
}

/** Two beams with boards or rungs across, so far apart: a bridge that has been let down, a ladder on a wall. */
function boards(one: Strip, apart: number): string {
  const course = courseOf(one);
  const half = one.width / 2000;
  const beams = [half, -half].map((by) => straightPath(beside(course, by), false)).join("");
  const across = places(course, apart).map((far) => stroke(spot(course, far, -half), spot(course, far, half)));
  return `<path class="rail" d="${beams}"/><path class="post" d="${across.join("")}"/>`;
}

/** A gate that is shut: a heavy bar in the wall. */
function gate(one: Strip): string {
  const line = straightPath(courseOf(one), false);
  return `<path class="rampart-edge" stroke-width="${number(one.width / 1000)}" d="${line}"/><path class="door" d="${line}"/>`;
}

/** A gate that stands open. */
function openGate(one: Strip): string {
  return `<path class="door-broken" stroke-width="${number(one.width / 1000)}" d="${straightPath(courseOf(one), false)}"/>`;
}

/** What is left where a wall has fallen. */
function rubble(one: Strip): string {
  const course = courseOf(one);
  const [half, length] = [one.width / 2000, lengthOf(course, false)];
  return `<path class="breach" d="${straightPath([spot(course, 0, -half), spot(course, length, -half), spot(course, length, half), spot(course, 0, half)])}"/>`;
}

// ---------------------------------------------------------------- fords

/** Where a road goes through water: its edges dashed across, and stones to step on. */
export function crossing(road: Strip, water: Strip): string {
  const course = courseOf(road);
  const half = road.width / 2000;
  const bank = water.width / 2000;
  return wetStretches(course, courseOf(water), bank)
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

/** A stretch of a river that can be waded: a pale bed, broken ends, and stones that lie with the current. */
function shallows(one: Strip): string {
  const course = courseOf(one);
  const half = one.width / 2000;
  const length = lengthOf(course, false);
  const ends = [0, length].map((far) => stroke(spot(course, far, -half), spot(course, far, half)));
  const rows = Math.max(2, Math.round((2 * half) / 0.5));
  const across = Array.from({ length: rows }, (_, row) => half * ((2 * row + 1) / rows - 1));
  const stones = places(course, 0.9).map((far, index) => across.map((by, row) => stroke(spot(course, far + ((row + index) % 2 ? 0.1 : -0.3), by), spot(course, far + ((row + index) % 2 ? 0.4 : 0), by))).join(""));
  return (
    `<path class="ford-bed" stroke-width="${number(2 * half - 0.2)}" d="${straightPath(course, false)}"/>` +
    `<path class="ford-edge" d="${ends.join("")}"/><path class="ford-stone" d="${stones.join("")}"/>`
  );
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
