// Castles: walls that end in towers belong together. They snap end to end, have a door where they meet, and move as one.

import type { Rampart, Tower } from "../../../api/generated";
import { fromStretch, spot, spotsOf, towerRing, type Piece, type Spot } from "./shapes";

/** So near, in inches, an end is drawn to a tower, and water to the edge of the table. */
export const REACH = 1.25;
const TOUCH = 0.06;

const isWall = (piece: Piece): piece is Rampart => piece.form === "wall";
const isTower = (piece: Piece): piece is Tower => piece.form === "tower";

/** The point of a tower's outline that is nearest, the middle of a side before others. */
function sideOf(tower: Tower, [x, y]: Spot): { at: Spot; far: number } {
  const ring = towerRing(tower);
  const found = ring.map((from, index): { at: Spot; far: number } => {
    const to = ring[(index + 1) % ring.length]!;
    const at: Spot = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    return { at, far: Math.hypot(at[0] - x, at[1] - y) };
  });
  return found.reduce((best, one) => (one.far < best.far ? one : best));
}

/** Where the end of a wall is drawn to: the middle of a tower's side, or the end of another wall. */
export function joint(terrain: readonly Piece[], wall: number, at: Spot): Spot {
  const places = terrain.flatMap((piece, index): { at: Spot; far: number }[] => {
    if (index === wall) return [];
    if (isTower(piece)) return fromRing(towerRing(piece), at) <= REACH ? [sideOf(piece, at)] : [];
    if (!isWall(piece)) return [];
    return [piece.course[0]!, piece.course.at(-1)!].map((end) => ({ at: end, far: Math.hypot(end[0] - at[0], end[1] - at[1]) })).filter(({ far }) => far <= REACH);
  });
  return places.length ? places.reduce((best, one) => (one.far < best.far ? one : best)).at : at;
}

const fromRing = (ring: readonly Spot[], at: Spot): number => Math.min(...ring.map((from, index) => fromStretch(at, from, ring[(index + 1) % ring.length]!)));

/** Whether an end of a wall stands in the outline of a tower. */
const meets = (wall: Rampart, tower: Tower): Spot[] => [wall.course[0]!, wall.course.at(-1)!].filter((end) => fromRing(towerRing(tower), end) <= TOUCH);

const together = (one: Piece, other: Piece): boolean => {
  if (isWall(one) && isTower(other)) return meets(one, other).length > 0;
  if (isTower(one) && isWall(other)) return meets(other, one).length > 0;
  if (!isWall(one) || !isWall(other)) return false;
  return [one.course[0]!, one.course.at(-1)!].some((a) => [other.course[0]!, other.course.at(-1)!].some((b) => Math.hypot(a[0] - b[0], a[1] - b[1]) <= TOUCH));
};

/** Everything that is built together with a piece, itself among it. */
export function castleOf(terrain: readonly Piece[], index: number): number[] {
  const found = new Set([index]);
  for (const one of found) terrain.forEach((other, place) => !found.has(place) && together(terrain[one]!, other) && found.add(place));
  return [...found].sort((a, b) => a - b);
}

/** Walls that end in towers with names of their own, and doors where they meet: a door onto a wall that is gone goes too. */
export function joined(terrain: readonly Piece[]): Piece[] {
  const named = withNames(terrain);
  const walls = named.filter(isWall);
  return named.map((piece) => {
    if (!isTower(piece)) return piece;
    const ends = walls.flatMap((wall) => meets(wall, piece).map((at) => ({ at: spot(at[0], at[1]), onto: wall.name })));
    const kept = piece.doors.filter((door) => !door.onto && !ends.some(({ at }) => Math.hypot(at[0] - door.at[0], at[1] - door.at[1]) < 0.6));
    const doors = [...ends, ...kept];
    return JSON.stringify(doors) === JSON.stringify(piece.doors) ? piece : { ...piece, doors };
  });
}

function withNames(terrain: readonly Piece[]): readonly Piece[] {
  const taken = new Set(terrain.map(({ name }) => name));
  const count = new Map<string, number>();
  for (const piece of terrain) if (isWall(piece) && piece.name) count.set(piece.name, (count.get(piece.name) ?? 0) + 1);
  const towers = terrain.filter(isTower);
  return terrain.map((piece) => {
    if (!isWall(piece) || !towers.some((tower) => meets(piece, tower).length)) return piece;
    if (piece.name && count.get(piece.name) === 1) return piece;
    let number = 1;
    while (taken.has(`Wall ${number}`)) number += 1;
    taken.add(`Wall ${number}`);
    if (piece.name) count.set(piece.name, count.get(piece.name)! - 1);
    return { ...piece, name: `Wall ${number}` };
  });
}

/** The middle of each side of a tower where no door is yet, from the one that looks down the page round. */
export function freeSides(tower: Tower): Spot[] {
  const ring = towerRing(tower);
  return ring
    .map((from, index): Spot => {
      const to = ring[(index + 1) % ring.length]!;
      return spot((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
    })
    .filter(([x, y]) => !tower.doors.some(({ at }) => Math.hypot(at[0] - x, at[1] - y) < 0.6))
    .sort((a, b) => b[1] - a[1]);
}

/** An end of water or of a road drawn to the edge of the table, where it is near to it. */
export function toEdge([x, y]: Spot, width: number, depth: number): Spot {
  const ways: [number, Spot][] = [
    [x, [0, y]],
    [width - x, [width, y]],
    [y, [x, 0]],
    [depth - y, [x, depth]],
  ];
  const [far, at] = ways.reduce((best, one) => (one[0] < best[0] ? one : best));
  return far <= REACH ? at : [x, y];
}

/** Both ends of a course where they snap. */
export function withEnds<P extends Piece>(terrain: readonly Piece[], index: number, piece: P, width: number, depth: number): P {
  if (piece.form !== "strip" && piece.form !== "wall") return piece;
  const line = spotsOf(piece);
  const ends = (at: Spot): Spot => (piece.form === "wall" ? joint(terrain, index, at) : toEdge(at, width, depth));
  const course = line.map((one, place) => (place === 0 || place === line.length - 1 ? ends(one) : one)).map(([x, y]) => spot(x, y));
  return { ...piece, course };
}
