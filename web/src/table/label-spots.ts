/**
 * Where labels go. Each is nearest to the rear of its unit where it hides neither bases nor another label, and where
 * nobody takes it for the label of a neighbour; in a crowd it steps outward, and a leader line says whose it is.
 */
import type { Detail } from "./camera";
import { standsAlone } from "./figures";
import { chipWidth, widthOf, HEIGHT, type LabelView } from "./labels";
import { direction, FULL_TURN, modulo } from "./lengths";
import { tabledPatches } from "./placing";
import { joined, meetingBoxes, shared, type Box } from "./shape";
import type { TableUnit } from "./state";

const GAP = 0.36;
const RIM = 0.25;
/** A label farther from its unit than this, in inches of lettering, has a leader line. */
const APART = 0.75;
/** How far outward a label steps, in inches of lettering, and into how many directions. */
const STEPS = [1.6, 2.8, 4, 5.5, 7.5, 10, 13, 17, 22] as const;
const DIRECTIONS = 24;

/** What it costs to hide something: a body or a name at any price, what is only ground a little. */
const [HIDDEN, TOUCHED] = [60, 12] as const;

interface Spot {
  readonly x: number;
  readonly y: number;
  /** How much less it is liked than the best. */
  readonly cost: number;
}

type Point = readonly [number, number];

/** The part of the table on the screen, and what lies over it there, in inches. */
export interface Seen {
  readonly frame: Box;
  readonly covered: readonly Box[];
}

/** Sets the offset of each view, and where its leader line ends if it needs one. `scale`: inches an inch of lettering. */
export function placeLabels(
  views: readonly LabelView[],
  units: readonly TableUnit[],
  named: (unit: TableUnit) => boolean,
  names: readonly Box[],
  table: { width: number; depth: number },
  scale: number,
  detail: Detail,
  seen: Seen | null = null,
): void {
  if (detail === "chips") {
    for (const view of views) {
      view.offset = chipOffset(view.unit, scale);
      view.leader = null;
    }
    return;
  }
  const patches = new Map(units.map((unit) => [unit.id, tabledPatches(unit.pose, unit.shape)]));
  /** Who is labelled for a whole band takes its room. */
  const patchesFor = (unit: TableUnit): readonly Box[] => {
    const all = unit.band && !unit.badge ? units.filter(({ band }) => band === unit.band) : [unit];
    return all.flatMap(({ id }) => patches.get(id) ?? []);
  };
  const own = new Map(views.map((view) => [view, patchesFor(view.unit)]));
  const bodies = new Map(views.map((view) => [view, joined(own.get(view)!)]));
  /** Each with the box round all of it: most of the table is far from most units. */
  const obstacles = [...patches.values()].flatMap((all) => {
    const whole = joined(all);
    return whole ? [{ whole, all }] : [];
  });
  const covered = (room: Box): number => {
    let total = 0;
    for (const { whole, all } of obstacles) if (meetingBoxes(room, whole)) total += sum(room, all);
    return total;
  };
  const nearby = views.flatMap((view) => {
    const body = bodies.get(view);
    return body ? [{ view, box: grown(body, (HEIGHT + GAP) * scale) }] : [];
  });
  const taken: Box[] = [];
  const lines: [Point, Point][] = [];
  /** Who has least room about him chooses first. */
  const crowd = (view: LabelView): number => {
    const body = bodies.get(view);
    return body ? covered(grown(body, 3 * scale)) : 0;
  };
  const crowds = new Map(views.map((view) => [view, crowd(view)]));
  const order = [...views].sort((one, other) => crowds.get(other)! - crowds.get(one)!);
  for (const view of order) {
    const { unit } = view;
    const body = bodies.get(view);
    if (!body) continue;
    const mine = own.get(view)!;
    const neighbours = nearby.filter((one) => one.view !== view).map(({ box }) => box);
    const [width, height] = [widthOf(unit, named(unit)) * scale, HEIGHT * scale];
    // Who is seen is named where that is seen too.
    const within = seen && meetingBoxes(body, seen.frame) ? seen : null;
    let best: { cost: number; x: number; y: number; room: Box; line: [Point, Point] | null } | null = null;
    for (const spot of [...around(unit, body, width, height, scale), ...outward(body, width, height, scale)]) {
      if (best && spot.cost >= best.cost) continue;
      const x = clamp(spot.x, width / 2 + RIM, table.width - width / 2 - RIM);
      const y = clamp(spot.y, height / 2 + RIM, table.depth - height / 2 - RIM);
      const room = { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
      const unseen = within ? outside(room, within.frame) + sum(room, within.covered) : 0;
      const hidden = covered(room) + sum(room, taken) + unseen;
      let cost = spot.cost + (hidden ? TOUCHED + (HIDDEN * hidden) / (width * height) : 0);
      if (best && cost >= best.cost) continue;
      const line = tie(room, mine, APART * scale);
      cost += (0.7 * (sum(room, names) + (line ? 0 : sum(room, neighbours)))) / (scale * scale);
      if (best && cost >= best.cost) continue;
      if (lines.some(([start, end]) => crosses(start, end, room))) cost += 2;
      if (line) {
        cost += 1.2;
        cost += 2.5 * taken.filter((other) => crosses(line[0], line[1], other)).length;
        cost += 2.5 * lines.filter((other) => meet(line, other)).length;
        const others = obstacles.filter(({ all }) => !mine.includes(all[0]!));
        cost += 0.6 * others.filter(({ whole }) => crosses(line[0], line[1], whole)).length;
      }
      if (!best || cost < best.cost) best = { cost, x, y, room, line };
    }
    if (!best) continue;
    taken.push(grown(best.room, 0.15 * scale));
    if (best.line) lines.push(best.line);
    view.offset = [best.x - unit.pose.x / 1000, best.y - unit.pose.y / 1000];
    view.leader = best.line && [best.line[1][0] - unit.pose.x / 1000, best.line[1][1] - unit.pose.y / 1000];
  }
}

/** How much of a room lies outside a frame. */
function outside(room: Box, frame: Box): number {
  const within = room.left >= frame.left && room.right <= frame.right && room.top >= frame.top && room.bottom <= frame.bottom;
  return within ? 0 : (room.right - room.left) * (room.bottom - room.top) - shared(room, frame);
}

/** Behind the chip's chevron, where only the chip is seen. */
function chipOffset(unit: TableUnit, scale: number): readonly [number, number] {
  if (unit.stance === "single") return [0, 0];
  const [fx, fy] = direction(unit.pose.heading);
  const edge = 1 / Math.max(Math.abs(fx) / (chipWidth(unit) / 2), Math.abs(fy) / (HEIGHT / 2));
  const back = (unit.marks.includes("contact") ? edge : edge + 0.72) * scale;
  return [-fx * back, -fy * back];
}

/** Spots close to a unit, the best first: behind it, at its sides, before it. */
function around(unit: TableUnit, body: Box, width: number, height: number, scale: number): Spot[] {
  const alone = standsAlone(unit);
  const rim = unit.stance === "hedgehog" || unit.stance === "flanks" ? 0.8 : alone ? 0.3 : unit.stance === "loose" || unit.marks.includes("routed") ? 0.42 : 0.14;
  const [left, top, right, bottom] = [body.left - rim, body.top - rim, body.right + rim, body.bottom + rim];
  const [mx, my] = [(left + right) / 2, (top + bottom) / 2];
  const gap = Math.min(GAP, GAP * scale);
  const [below, above] = [bottom + gap + height / 2, top - gap - height / 2];
  const heading = modulo(unit.pose.heading, FULL_TURN);
  // A flag flies up the page: who has one is named beneath, whichever way he looks.
  const down = !alone && heading > FULL_TURN / 4 && heading < (FULL_TURN * 3) / 4;
  const [near, far, step] = down ? [above, below + 0.4, -height] : [below, above - 0.4, height];
  const beside = width / 2 + gap + 0.2;
  const slide = Math.min(width, right - left) / 2;
  const places: Point[] = [
    [mx, near],
    [mx - slide, near],
    [mx + slide, near],
    [right + beside, my],
    [left - beside, my],
    [mx, far],
    [mx - slide, far],
    [mx + slide, far],
    [mx, near + step],
    [mx - slide, near + step],
    [mx + slide, near + step],
    [right + beside, near],
    [left - beside, near],
  ];
  return places.map(([x, y], rank) => ({ x, y, cost: 0.3 * rank }));
}

/** Spots farther and farther off, all round. */
function outward(body: Box, width: number, height: number, scale: number): Spot[] {
  const [mx, my] = [(body.left + body.right) / 2, (body.top + body.bottom) / 2];
  const [halfX, halfY] = [(body.right - body.left + width) / 2, (body.bottom - body.top + height) / 2];
  return STEPS.flatMap((step) =>
    Array.from({ length: DIRECTIONS }, (_, turn) => {
      const angle = (2 * Math.PI * turn) / DIRECTIONS;
      const [dx, dy] = [Math.sin(angle), -Math.cos(angle)];
      // To the edge of the body and of the label, and some steps beyond.
      const reach = Math.min(dx ? halfX / Math.abs(dx) : Infinity, dy ? halfY / Math.abs(dy) : Infinity);
      return { x: mx + dx * (reach + step * scale), y: my + dy * (reach + step * scale), cost: 1.5 + 0.45 * step };
    }),
  );
}

// ---------------------------------------------------------------- geometry

function grown({ left, top, right, bottom }: Box, by: number): Box {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

function sum(room: Box, others: readonly Box[]): number {
  let total = 0;
  for (const other of others) total += shared(room, other);
  return total;
}

/** The shortest line from a label to its body, if it is farther off than that. */
function tie(room: Box, patches: readonly Box[], apart: number): [Point, Point] | null {
  const [x, y] = [(room.left + room.right) / 2, (room.top + room.bottom) / 2];
  let best: [Point, Point] | null = null;
  let least = Infinity;
  for (const { left, right, top, bottom } of patches) {
    const end: Point = [clamp(x, Math.max(left, Math.min(right, room.left)), Math.min(right, Math.max(left, room.right))), clamp(y, Math.max(top, Math.min(bottom, room.top)), Math.min(bottom, Math.max(top, room.bottom)))];
    const from: Point = [clamp(end[0], room.left, room.right), clamp(end[1], room.top, room.bottom)];
    const away = Math.hypot(end[0] - from[0], end[1] - from[1]);
    if (away < least) [least, best] = [away, [from, end]];
  }
  return least > apart ? best : null;
}

/** Whether a straight line goes through a box. */
export function crosses([x1, y1]: Point, [x2, y2]: Point, { left, right, top, bottom }: Box): boolean {
  let [from, to] = [0, 1];
  for (const [start, way, low, high] of [
    [x1, x2 - x1, left, right],
    [y1, y2 - y1, top, bottom],
  ] as const) {
    if (Math.abs(way) < 1e-9) {
      if (start < low || start > high) return false;
      continue;
    }
    const [a, b] = [(low - start) / way, (high - start) / way];
    from = Math.max(from, Math.min(a, b));
    to = Math.min(to, Math.max(a, b));
  }
  return from < to;
}

/** Whether two lines cross. */
function meet([a, b]: readonly [Point, Point], [c, d]: readonly [Point, Point]): boolean {
  const side = (p: Point, q: Point, r: Point): number => (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}
