// Pieces of ground as a scenario has them, in inches from the north-west corner: moved, turned, bent, made larger.

import type { Course, Patch, Rampart, Scenario, Tile, Tower } from "../../../api/generated";

export type Spot = readonly [x: number, y: number];
export type Piece = Tile | Patch | Course | Rampart | Tower;
export type Made = Scenario;

export interface Room {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** To the hundredth of an inch: files stay readable. */
const rounded = (value: number): number => Math.round(value * 100) / 100 || 0;
export const spot = (x: number, y: number): [number, number] => [rounded(x), rounded(y)];
export const snapped = (value: number, step: number): number => Math.round(value / step) * step;

const mapped = (spots: readonly Spot[], change: (spot: Spot) => Spot): [number, number][] =>
  spots.map((one) => {
    const [x, y] = change(one);
    return spot(x, y);
  });

/** A piece with every point of it somewhere else. */
function everywhere<P extends Piece>(piece: P, change: (spot: Spot) => Spot): P {
  const one: Piece = piece;
  switch (one.form) {
    case "tile":
      return { ...one, at: mapped([one.at], change)[0]! } as P;
    case "area":
      return { ...one, outline: mapped(one.outline, change), contours: one.contours?.map((ring) => mapped(ring, change)) ?? null } as P;
    case "strip":
    case "wall":
      return { ...one, course: mapped(one.course, change) } as P;
    case "tower":
      return {
        ...one,
        at: one.at && mapped([one.at], change)[0]!,
        outline: mapped(one.outline, change),
        doors: one.doors.map((door) => ({ ...door, at: mapped([door.at], change)[0]! })),
      } as P;
  }
}

export const moved = <P extends Piece>(piece: P, across: number, down: number): P => everywhere(piece, ([x, y]) => [x + across, y + down]);

/** Where a piece turns about: the mean of its points, which stays where it is however it is turned. */
export function hubOf(piece: Piece): Spot {
  const spots = spotsOf(piece);
  return [spots.reduce((sum, [x]) => sum + x, 0) / spots.length, spots.reduce((sum, [, y]) => sum + y, 0) / spots.length];
}

/** Turned clockwise about a point, or about its own middle. */
export function turned<P extends Piece>(piece: P, degrees: number, about: Spot = hubOf(piece)): P {
  const angle = (degrees * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const there = everywhere(piece, ([x, y]) => [
    about[0] + (x - about[0]) * cosine - (y - about[1]) * sine,
    about[1] + (x - about[0]) * sine + (y - about[1]) * cosine,
  ]);
  const heading = (now: number): number => rounded((((now + degrees) % 360) + 360) % 360);
  return "heading" in there ? { ...there, heading: heading(there.heading) } : there;
}

/** So many times as large about its middle; a strip or a wall keeps its width, a tile its usual size. */
export function grown<P extends Piece>(piece: P, times: number): P {
  const [mx, my] = middleOf(piece);
  if (piece.form === "tile") return piece;
  if (piece.form === "tower" && piece.at) {
    const size = Math.max(1, rounded(piece.size * times));
    const part = size / piece.size;
    return { ...everywhere(piece, ([x, y]) => [mx + (x - mx) * part, my + (y - my) * part]), size };
  }
  return everywhere(piece, ([x, y]) => [mx + (x - mx) * times, my + (y - my) * times]);
}

/** The points by which a piece is bent; none of a tile, which is as it was cut. */
export function cornersOf(piece: Piece): readonly Spot[] {
  switch (piece.form) {
    case "tile":
      return [];
    case "area":
      return piece.outline;
    case "strip":
    case "wall":
      return piece.course;
    case "tower":
      return piece.outline;
  }
}

export const isLine = (piece: Piece): piece is Course | Rampart => piece.form === "strip" || piece.form === "wall";
/** Fewer corners than this a piece cannot have. */
export const fewestCorners = (piece: Piece): number => (isLine(piece) ? 2 : 3);
export const MOST_CORNERS = 400;

/** A piece with other corners. Its outermost contour, where it has drawn ones, is its outline. */
export function withCorners<P extends Piece>(piece: P, corners: readonly Spot[]): P {
  const there = corners.map(([x, y]) => spot(x, y));
  const one: Piece = piece;
  if (isLine(one)) return { ...one, course: there } as P;
  if (one.form === "tower") return { ...one, outline: there } as P;
  if (one.form === "tile") return piece;
  return { ...one, outline: there, contours: one.contours?.length ? [there, ...one.contours.slice(1)] : one.contours } as P;
}

/** A corner pulled to a point. */
export const bent = <P extends Piece>(piece: P, corner: number, at: Spot): P =>
  withCorners(
    piece,
    cornersOf(piece).map((one, index) => (index === corner ? at : one)),
  );

/** A corner more where a point is nearest to the edge: the piece, and which corner it is. */
export function withCornerAt<P extends Piece>(piece: P, at: Spot): { piece: P; corner: number } | null {
  const corners = cornersOf(piece);
  if (corners.length < 2 || corners.length >= MOST_CORNERS) return null;
  const last = isLine(piece) ? corners.length - 1 : corners.length;
  let [best, least] = [0, Infinity];
  for (let index = 0; index < last; index++) {
    const far = fromStretch(at, corners[index]!, corners[(index + 1) % corners.length]!);
    if (far < least) [best, least] = [index, far];
  }
  return { piece: withCorners(piece, [...corners.slice(0, best + 1), at, ...corners.slice(best + 1)]), corner: best + 1 };
}

/** A corner more in the middle of the stretch after another. */
export function withCornerAfter<P extends Piece>(piece: P, corner: number): { piece: P; corner: number } | null {
  const corners = cornersOf(piece);
  const from = corners[corner];
  const to = corners[(corner + 1) % corners.length];
  if (!from || !to || corners.length >= MOST_CORNERS) return null;
  const place = isLine(piece) && corner === corners.length - 1 ? corner - 1 : corner;
  const [a, b] = [corners[place]!, corners[(place + 1) % corners.length]!];
  const middle: Spot = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  return { piece: withCorners(piece, [...corners.slice(0, place + 1), middle, ...corners.slice(place + 1)]), corner: place + 1 };
}

/** Without a corner; as it is where it has no fewer. */
export const withoutCorner = <P extends Piece>(piece: P, corner: number): P =>
  cornersOf(piece).length <= fewestCorners(piece)
    ? piece
    : withCorners(
        piece,
        cornersOf(piece).filter((_, index) => index !== corner),
      );

/** How far a point is from a stretch of a line. */
export function fromStretch([x, y]: Spot, [ax, ay]: Spot, [bx, by]: Spot): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const part = length ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length)) : 0;
  return Math.hypot(ax + dx * part - x, ay + dy * part - y);
}

// ---------------------------------------------------------------- how large, and where

/** The outline of a tower that stands about a point. */
export function towerRing(tower: Tower): [number, number][] {
  if (!tower.at) return tower.outline;
  const half = tower.size / 2;
  const angle = (tower.heading * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const [x, y] = tower.at;
  return ([[-half, -half], [half, -half], [half, half], [-half, half]] as const).map(([a, b]) => spot(x + a * cosine - b * sine, y + a * sine + b * cosine));
}

/** All points that say where a piece is. */
export function spotsOf(piece: Piece): readonly Spot[] {
  if (piece.form === "tile") return [piece.at];
  if (piece.form === "tower") return towerRing(piece);
  return cornersOf(piece);
}

export function roomOf(spots: readonly Spot[]): Room {
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** The middle of the box of a piece; of one about a point, that point. */
export function middleOf(piece: Piece): Spot {
  if ("at" in piece && piece.at) return piece.at;
  const { left, top, right, bottom } = roomOf(spotsOf(piece));
  return [(left + right) / 2, (top + bottom) / 2];
}

// ---------------------------------------------------------------- drawn by hand

/** A line drawn by hand with as few points as tell its course. */
export function simplified(line: readonly Spot[], tolerance: number): Spot[] {
  if (line.length < 3) return [...line];
  const [first, last] = [line[0]!, line.at(-1)!];
  let [worst, most] = [0, 0];
  for (let index = 1; index < line.length - 1; index++) {
    const far = fromStretch(line[index]!, first, last);
    if (far > most) [worst, most] = [index, far];
  }
  if (most <= tolerance) return [first, last];
  return [...simplified(line.slice(0, worst + 1), tolerance).slice(0, -1), ...simplified(line.slice(worst), tolerance)];
}

const lengthOf = (line: readonly Spot[]): number => line.slice(1).reduce((sum, [x, y], index) => sum + Math.hypot(x - line[index]![0], y - line[index]![1]), 0);

/** Whether a line drawn by hand comes back to where it began. */
export function closed(line: readonly Spot[]): boolean {
  if (line.length < 8) return false;
  const [first, last] = [line[0]!, line.at(-1)!];
  return Math.hypot(last[0] - first[0], last[1] - first[1]) < lengthOf(line) / 5;
}

/** A usual outline in a box. */
export function fitted(outline: readonly Spot[], into: Room): Spot[] {
  const { left, top, right, bottom } = roomOf(outline);
  return outline.map(([x, y]) => [
    into.left + ((x - left) / (right - left || 1)) * (into.right - into.left),
    into.top + ((y - top) / (bottom - top || 1)) * (into.bottom - into.top),
  ]);
}

/** Moved as little as brings it onto the table; one that is larger than the table stays. */
export function ontoTable<P extends Piece>(piece: P, width: number, depth: number, spots: readonly Spot[] = spotsOf(piece)): P {
  const { left, top, right, bottom } = roomOf(spots);
  if (right - left > width || bottom - top > depth) return piece;
  const across = left < 0 ? -left : Math.min(0, width - right);
  const down = top < 0 ? -top : Math.min(0, depth - bottom);
  return across || down ? moved(piece, across, down) : piece;
}

// ---------------------------------------------------------------- contours

/** A ring so far inside another: every point drawn in towards the middle. Nothing where no room is left. */
export function inset(ring: readonly Spot[], inches: number): [number, number][] | null {
  const { left, top, right, bottom } = roomOf(ring);
  const [mx, my] = [(left + right) / 2, (top + bottom) / 2];
  const half = Math.min(right - left, bottom - top) / 2;
  if (half - inches < 0.5) return null;
  const part = (half - inches) / half;
  return ring.map(([x, y]) => spot(mx + (x - mx) * part, my + (y - my) * part));
}

/** A hill with so many contours drawn, two inches apart; those that it has are kept. */
export function withContours(hill: Patch, count: number, now: readonly (readonly Spot[])[]): Patch {
  const rings = now.slice(0, count).map((ring, index) => (index ? ring.map(([x, y]) => spot(x, y)) : hill.outline));
  while (rings.length < count) {
    const next = rings.length ? inset(rings.at(-1)!, 2) : hill.outline;
    if (!next) break;
    rings.push(next);
  }
  return { ...hill, contours: rings };
}

/** An inner contour wider or narrower, so that it passes through a point. */
export function contourTo(hill: Patch, now: readonly (readonly Spot[])[], index: number, at: Spot): Patch {
  const ring = now[index];
  if (!ring || index < 1) return hill;
  const [mx, my] = middleOf({ ...hill, outline: ring.map(([x, y]) => [x, y]) });
  const right = Math.max(...ring.map(([x]) => x));
  const part = Math.max(0.1, Math.hypot(at[0] - mx, at[1] - my) / (right - mx || 1));
  const outer = Math.max(...hill.outline.map(([x]) => x)) - mx;
  const times = Math.min(part, (outer * 0.96) / (right - mx || 1));
  return { ...hill, contours: now.map((one, place) => (place === index ? one.map(([x, y]) => spot(mx + (x - mx) * times, my + (y - my) * times)) : place === 0 ? hill.outline : one.map(([x, y]) => spot(x, y)))) };
}

const [PLAIN_WALL, PLAIN_TOWER] = ["castle_wall", "tower"];

/** The word of the book for what it is; walls and towers of the plain sort have one everywhere. */
export const kindOf = (piece: Piece): string => (piece.form === "wall" ? piece.built || PLAIN_WALL : piece.form === "tower" ? piece.built || PLAIN_TOWER : piece.kind);

/** What a wall or a tower says it is: nothing of the plain sort. */
export const builtAs = (kind: string): { readonly built?: string } => (kind === PLAIN_WALL || kind === PLAIN_TOWER ? {} : { built: kind });

/** A wall or a tower of another sort. */
export function rebuilt<P extends Piece>(piece: P, kind: string): P {
  if (piece.form !== "wall" && piece.form !== "tower") return piece;
  const { built: _, ...rest } = piece;
  return { ...rest, ...builtAs(kind) } as P;
}
