/**
 * A path as it is being plotted: legs put together and taken apart; and where each leg would take the body over open
 * ground. What a leg costs and whether it is allowed is the book's: the server says it.
 */
import type { Advance, FormedBody, Manoeuvre, Oblique, Turn, Unit, Wheel } from "../api/types";
import { formedShape } from "../table/formed";
import { HALF_TURN, INCH, QUARTER_TURN, signed, snapped } from "../table/lengths";
import { advanced, local, pivoted, pivotOf, shifted, turned, wheeled, world, type Point, type Pose } from "../table/pose";
import { boxOf, halfFront, type Place, type Ring, type Shape } from "../table/shape";
import type { PathLeg } from "../table/state";

export type Path = readonly Manoeuvre[];

/** Where a body is after a leg, and how it stands there. */
export interface Stand {
  readonly pose: Pose;
  readonly shape: Shape;
  readonly body: FormedBody | null;
}

// ---------------------------------------------------------------- putting legs together

export function signedTurn(leg: Wheel): number {
  return leg.side === "right" ? leg.angle : -leg.angle;
}

export function wheelOf(turn: number): Wheel {
  return { type: "wheel", side: turn > 0 ? "right" : "left", angle: Math.abs(Math.round(turn)) };
}

/** About the middle, clockwise for a positive angle. */
export function turnOf(angle: number): Turn {
  return { type: "turn", angle: Math.round(angle) };
}

/** Slantwise, clockwise off the front for a positive angle. */
export function obliqueOf(angle: number, distance: number): Oblique {
  return { type: "oblique", angle: Math.round(angle), distance: Math.round(distance) };
}

/** Another leg at the end: like legs become one, and one that undoes the last takes it back. */
export function withLeg(path: Path, leg: Manoeuvre): Path {
  const last = path.at(-1);
  const rest = path.slice(0, -1);
  if (last?.type === "advance" && leg.type === "advance") return withAdvance(rest, last.distance + leg.distance);
  if (last?.type === "oblique" && leg.type === "oblique" && last.angle === leg.angle)
    return withOblique(rest, last.angle, last.distance + leg.distance);
  if (last?.type === "wheel" && leg.type === "wheel" && last.side === leg.side && last.angle + leg.angle <= HALF_TURN)
    return withWheel(rest, signedTurn(last) + signedTurn(leg));
  if (last?.type === "wheel" && leg.type === "wheel" && last.side !== leg.side)
    return withWheel(rest, signedTurn(last) + signedTurn(leg));
  if (last?.type === "turn" && leg.type === "turn") return withTurn(rest, signed(last.angle + leg.angle));
  if (last?.type === "reform" && leg.type === "reform") return [...rest, leg];
  return [...path, leg];
}

function withAdvance(path: Path, distance: number): Path {
  return distance > 0 ? [...path, { type: "advance", distance: Math.round(distance) } satisfies Advance] : path;
}

function withOblique(path: Path, angle: number, distance: number): Path {
  return distance > 0 ? [...path, obliqueOf(angle, distance)] : path;
}

function withWheel(path: Path, turn: number): Path {
  return turn ? [...path, wheelOf(turn)] : path;
}

function withTurn(path: Path, angle: number): Path {
  return angle ? [...path, turnOf(angle)] : path;
}

/** The last leg, or the end of it, taken back. */
export function unplotted(path: Path): Path {
  return path.slice(0, -1);
}

/** How far one press of a key goes. */
export const HALF_INCH = 500;
/** How far a mark goes that is drawn by a key. */
export const INCH_BY_KEY = 1000;

/** A little more or less ahead, or along a slant; less than nothing takes the leg away. */
export function nudged(path: Path, by: number): Path {
  const last = path.at(-1);
  if (last?.type === "oblique") return withOblique(unplotted(path), last.angle, last.distance + by);
  if (path.at(-1)?.type === "advance" || by > 0) return withLeg(path, { type: "advance", distance: by });
  return path;
}

/** What was done to one path is done to another: like legs grow or shrink by as much, others are put on or taken off. */
export function followed(before: Path, after: Path, own: Path): Path {
  if (samePath(before, own)) return after;
  let same = 0;
  while (same < before.length && same < after.length && sameLeg(before[same]!, after[same]!)) same++;
  const gone = before.slice(same);
  const come = after.slice(same);
  const more = gone.length === 1 && come.length === 1 && own.at(-1)?.type === gone[0]!.type ? difference(gone[0]!, come[0]!) : null;
  return more ? withLeg(own, more) : [...own.slice(0, Math.max(0, own.length - gone.length)), ...come];
}

/** What one leg has more than another of its kind. */
function difference(was: Manoeuvre, is: Manoeuvre): Manoeuvre | null {
  if (was.type === "advance" && is.type === "advance") return { type: "advance", distance: is.distance - was.distance };
  if (was.type === "oblique" && is.type === "oblique" && was.angle === is.angle) return obliqueOf(is.angle, is.distance - was.distance);
  if (was.type === "wheel" && is.type === "wheel") return wheelOf(signedTurn(is) - signedTurn(was));
  if (was.type === "turn" && is.type === "turn") return turnOf(is.angle - was.angle);
  return null;
}

export const sameLeg = (a: Manoeuvre, b: Manoeuvre): boolean => JSON.stringify(a) === JSON.stringify(b);
export const samePath = (a: Path, b: Path): boolean => a.length === b.length && a.every((leg, index) => sameLeg(leg, b[index]!));

// ---------------------------------------------------------------- where it leads, over open ground

export function standOf(unit: Unit, pose: Pose, shape: Shape): Stand {
  return { pose, shape, body: unit.body.type === "formed" ? unit.body : null };
}

/** The middle of a body, about which it turns. */
export function middleOf({ pose, shape }: Stand): Point {
  const { left, right, top, bottom } = boxOf(shape);
  return world(pose, (left + right) / 2, -(top + bottom) / 2);
}

/** The stand after each leg, as far as it can be told without the server: bent and winged bodies are its business. */
export function walked(start: Stand, path: Path): Stand[] {
  const stands: Stand[] = [];
  let now = start;
  for (const leg of path) {
    const next = afterLeg(now, leg);
    if (!next) break;
    stands.push(next);
    now = next;
  }
  return stands;
}

export function afterLeg(stand: Stand, leg: Manoeuvre): Stand | null {
  const { pose, shape, body } = stand;
  switch (leg.type) {
    case "advance":
      return { ...stand, pose: advanced(pose, leg.distance) };
    case "oblique":
      return { ...stand, pose: slanted(pose, leg.angle, leg.distance) };
    case "wheel":
      return { ...stand, pose: wheeled(pose, halfFront(shape), signedTurn(leg)) };
    case "turn":
      return { ...stand, pose: pivoted(pose, middleOf(stand), leg.angle) };
    case "face":
      return body && isPlain(body) ? faced(stand, body, leg.to) : null;
    case "reform":
      return body && isPlain(body) ? formed(stand, { ...body, files: leg.files, hedgehog: false }) : null;
    case "hedgehog":
      return body && isPlain(body) ? formed(stand, { ...body, hedgehog: true }) : null;
    default:
      return null;
  }
}

/** So far off where it looks, looking as before. */
function slanted(pose: Pose, angle: number, distance: number): Pose {
  const radians = (angle * Math.PI) / 180_000;
  return shifted(pose, distance * Math.sin(radians), distance * Math.cos(radians));
}

function isPlain(body: FormedBody): boolean {
  return !body.left && !body.right && !body.bends.length;
}

function formed(stand: Stand, body: FormedBody): Stand {
  return { pose: stand.pose, body, shape: formedShape(body, stand.shape.figures.length) };
}

const TURNS = { front: 0, left: -QUARTER_TURN, right: QUARTER_TURN, rear: HALF_TURN } as const;

/** On the same ground looking another way; long bases turn in pairs, so that the outline stays. */
function faced(stand: Stand, body: FormedBody, to: keyof typeof TURNS): Stand {
  const count = stand.shape.figures.length;
  const ranks = Math.ceil(count / body.files);
  const depth = ranks * (body.base.depth + body.spacing) - body.spacing;
  const half = (body.files * (body.base.width + body.spacing) - body.spacing) / 2;
  const calm = { ...body, hedgehog: false };
  if (to === "front") return formed(stand, calm);
  if (to === "rear") return formed({ ...stand, pose: turned(shifted(stand.pose, 0, -depth), HALF_TURN) }, calm);
  const pitch = body.base.width + body.spacing;
  const files = Math.max(1, Math.min(count, Math.floor((depth + body.spacing + Math.floor(pitch / 2)) / pitch)));
  const pose = turned(shifted(stand.pose, to === "right" ? half : -half, -depth / 2), TURNS[to]);
  return formed({ ...stand, pose }, { ...calm, files });
}

/** The line of a path on the map: the middle of the front from leg to leg. */
export function pathLegs(start: Stand, path: Path, stands: readonly Stand[]): PathLeg[] {
  const legs: PathLeg[] = [];
  let from = start;
  stands.forEach((stand, index) => {
    const leg = path[index];
    const turn = leg?.type === "wheel" ? signedTurn(leg) : leg?.type === "turn" ? leg.angle : 0;
    const moves = from.pose.x !== stand.pose.x || from.pose.y !== stand.pose.y;
    if (moves) legs.push({ from: from.pose, to: stand.pose, turn });
    from = stand;
  });
  return legs;
}

// ---------------------------------------------------------------- hands on the table

const STEP = INCH / 2;

/** How far ahead a hand has drawn the front, to the half inch; less than nothing is nothing. */
export function drawnAhead(from: Pose, hand: Point, fine: boolean): number {
  return Math.max(0, snapped(local(from, hand).forward, fine ? 100 : STEP));
}

/** The widest slant a hand can draw. */
const SLANT = QUARTER_TURN / 2;

/** What takes a body to a point before it without turning: slantwise, or straight on where that is all it is. */
export function slantedTowards(from: Stand, hand: Point, fine: boolean): Manoeuvre[] {
  const seen = local(from.pose, hand);
  const far = snapped(Math.hypot(seen.lateral, seen.forward), fine ? 100 : STEP);
  if (far < STEP || seen.forward <= 0) return [];
  const bearing = Math.atan2(seen.lateral, seen.forward) * (180_000 / Math.PI);
  const straight = !fine && Math.abs(bearing) < 8000;
  const angle = straight ? 0 : snapped(Math.max(-SLANT, Math.min(SLANT, bearing)), fine ? 1000 : 5000);
  return [angle ? obliqueOf(angle, far) : { type: "advance", distance: far }];
}

/** How far a hand that holds the other front corner has swung the front about a corner. */
export function swung(from: Pose, half: number, side: "left" | "right", hand: Point, fine: boolean): number {
  const sign = side === "right" ? 1 : -1;
  const pivot = pivotOf(from, half, sign);
  const seen = local({ ...pivot, heading: from.heading }, hand);
  // The corner held lies to the other side of the pivot, level with it, and swings forward.
  const angle = Math.atan2(seen.forward, -sign * seen.lateral) * (180_000 / Math.PI);
  const turn = Math.max(0, Math.min(HALF_TURN, angle));
  if (fine) return sign * snapped(turn, 1000);
  const near = snapped(turn, 15_000);
  return sign * (Math.abs(near - turn) < 1800 ? near : snapped(turn, 1000));
}

/** How far a hand that holds a point of the body has turned it about its middle. */
export function spun(from: Stand, held: Point, hand: Point, fine: boolean): number {
  const middle = middleOf(from);
  const bearing = (at: Point): number => Math.atan2(at.x - middle.x, middle.y - at.y) * (180_000 / Math.PI);
  const angle = signed(Math.round(bearing(hand) - bearing(held)));
  if (fine) return snapped(angle, 1000);
  const near = snapped(angle, 15_000);
  return Math.abs(near - angle) < 1800 ? near : snapped(angle, 1000);
}

/** What takes a body to a point wherever it lies: a turn about the middle towards it, and straight on. */
export function turnedTowards(from: Stand, hand: Point, fine: boolean): Manoeuvre[] {
  const middle = middleOf(from);
  const ahead = { ...from.pose, x: middle.x, y: middle.y };
  const seen = local(ahead, hand);
  const far = Math.hypot(seen.lateral, seen.forward);
  if (far < STEP) return [];
  const bearing = Math.atan2(seen.lateral, seen.forward) * (180_000 / Math.PI);
  const straight = Math.abs(bearing) < 4000 || (seen.forward > 0 && Math.abs(seen.lateral) < 300);
  const angle = straight ? 0 : snapped(bearing, fine ? 1000 : 5000);
  const distance = Math.max(0, snapped(angle ? far : seen.forward, fine ? 100 : STEP));
  return [...(angle ? [turnOf(angle)] : []), ...(distance ? [{ type: "advance" as const, distance }] : [])];
}

/**
 * What takes a body to a point in sight: straight on if it lies ahead, else a wheel towards it and straight on. A point
 * so close beside a broad front that no wheel comes to it is reached on a slant where that may be, else nearly.
 */
export function towards(from: Stand, hand: Point, fine: boolean, slant = false): Manoeuvre[] {
  const seen = local(from.pose, hand);
  const far = Math.hypot(seen.lateral, seen.forward);
  const bearing = Math.atan2(seen.lateral, seen.forward) * (180 / Math.PI);
  if (far < STEP || Math.abs(bearing) > 100) return [];
  if (Math.abs(bearing) < 9 || Math.abs(seen.lateral) < 700) {
    const distance = drawnAhead(from.pose, hand, fine);
    return distance ? [{ type: "advance", distance }] : [];
  }
  const sign = bearing > 0 ? 1 : -1;
  const half = halfFront(from.shape);
  let [low, high] = [0, 120_000];
  for (let round = 0; round < 18; round++) {
    const middle = (low + high) / 2;
    const rest = local(wheeled(from.pose, half, Math.round(sign * middle)), hand);
    if (sign * rest.lateral > 0) low = middle;
    else high = middle;
  }
  const turn = snapped(high, fine ? 1000 : 5000);
  if (turn && turn <= WIDEST) return wheeledAhead(from, sign * turn, hand, fine);
  if (slant && Math.abs(bearing) <= STEEPEST) return slantedTowards(from, hand, fine);
  return nearly(from, sign, hand, far / 2, fine);
}

/** The widest wheel a hand can draw. */
const WIDEST = 110_000;
/** The widest bearing (degrees) that a slant stands for. */
const STEEPEST = 50;

function wheeledAhead(from: Stand, turn: number, hand: Point, fine: boolean): Manoeuvre[] {
  const distance = drawnAhead(wheeled(from.pose, halfFront(from.shape), turn), hand, fine);
  return distance ? [wheelOf(turn), { type: "advance", distance }] : [wheelOf(turn)];
}

/** The wheel that comes nearest to a point, if it comes nearer than so far. */
function nearly(from: Stand, sign: 1 | -1, hand: Point, least: number, fine: boolean): Manoeuvre[] {
  let best: Manoeuvre[] = [];
  for (let turn = 5000; turn <= WIDEST; turn += 5000) {
    const legs = wheeledAhead(from, sign * turn, hand, fine);
    const { pose } = walked(from, legs).at(-1)!;
    const left = Math.hypot(pose.x - hand.x, pose.y - hand.y);
    if (left >= least) continue;
    least = left;
    best = legs;
  }
  return best;
}

/** The files a flank drawn sideways makes: both flanks move, the middle of the front stays. */
export function widened(stand: Stand, hand: Point): number {
  if (!stand.body) return 1;
  const seen = local(stand.pose, hand);
  const pitch = stand.body.base.width + stand.body.spacing;
  const files = Math.round((2 * Math.abs(seen.lateral)) / pitch);
  return Math.max(1, Math.min(stand.shape.figures.length, files));
}

// ---------------------------------------------------------------- shapes the server sends as bare figures

/** Patches and front of figures that stand in rows; single bases where they do not. */
export function shapeOfFigures(figures: readonly Place[]): Shape {
  const rows = new Map<number, { left: number; right: number; top: number; bottom: number }>();
  for (const [lateral, forward, turn, width, depth] of figures) {
    if (turn % QUARTER_TURN !== 0) return { figures, front: frontOf(figures), rects: [] };
    const across = turn % HALF_TURN === 0;
    const [half, deep] = across ? [width / 2, depth / 2] : [depth / 2, width / 2];
    const row = rows.get(forward);
    if (row) {
      row.left = Math.min(row.left, lateral - half);
      row.right = Math.max(row.right, lateral + half);
    } else rows.set(forward, { left: lateral - half, right: lateral + half, top: forward + deep, bottom: forward - deep });
  }
  const rects: { left: number; right: number; top: number; bottom: number }[] = [];
  for (const [, row] of [...rows].sort(([a], [b]) => b - a)) {
    const last = rects.at(-1);
    if (last && last.left === row.left && last.right === row.right && last.bottom - row.top < 1) last.bottom = row.bottom;
    else rects.push({ ...row });
  }
  const rings: Ring[] = rects.map(({ left, right, top, bottom }) => [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]);
  return { figures, front: frontOf(figures), rects: rings };
}

function frontOf(figures: readonly Place[]): Shape["front"] {
  const front = figures.filter(([, forward, turn, , depth]) => turn === 0 && Math.abs(forward + depth / 2) < 2);
  if (!front.length) return [];
  const left = Math.min(...front.map(([lateral, , , width]) => lateral - width / 2));
  const right = Math.max(...front.map(([lateral, , , width]) => lateral + width / 2));
  return [[left, 0, right, 0]];
}

/** How far behind its front a body reaches. */
export function depthOf(shape: Shape): number {
  return boxOf(shape).bottom;
}
