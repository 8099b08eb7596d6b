// Pieces of ground as the table draws them. The server says how they lie; while one is moved under a hand it is drawn
// from what was known of it.

import type { Feature } from "../../../api/types";
import type { Feature as Drawn } from "../../../table/state";
import { kindOf, roomOf, towerRing, type Piece, type Spot } from "./shapes";

const mils = (spots: readonly Spot[]): [number, number][] => spots.map(([x, y]) => [Math.round(x * 1000), Math.round(y * 1000)]);
const inches = (ring: readonly (readonly [number, number])[]): Spot[] => ring.map(([x, y]) => [x / 1000, y / 1000]);

/** The outline of a usual piece about a point at a heading. */
function tileRing(outline: readonly Spot[], [x, y]: Spot, heading: number): Spot[] {
  const angle = (heading * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return outline.map(([a, b]) => [x + a * cosine - b * sine, y + a * sine + b * cosine]);
}

/** The outline of a piece that fills one: of a tile as the book cuts it. */
export function ringOf(piece: Piece, tile: readonly Spot[]): readonly Spot[] {
  switch (piece.form) {
    case "tile":
      return tileRing(tile, piece.at, piece.heading);
    case "area":
      return piece.outline;
    case "tower":
      return towerRing(piece);
    case "strip":
    case "wall":
      return piece.course;
  }
}

/** Contours of a piece, up or down: as it draws them, else as they were drawn last, made to fit its outline of now. */
function contoursOf(piece: Piece, ring: readonly Spot[], rise: number, before: Feature | null): { ring: [number, number][]; rise: number }[] {
  const known = before?.type === "area" ? before.contours : [];
  if (piece.form === "area" && piece.contours) return piece.contours.map((one) => ({ ring: mils(one), rise }));
  if (!known.length || before?.type !== "area") return [];
  const [was, is] = [roomOf(inches(before.ring)), roomOf(ring)];
  const across = (is.right - is.left) / (was.right - was.left || 1);
  const down = (is.bottom - is.top) / (was.bottom - was.top || 1);
  const fit = ([x, y]: Spot): Spot => [is.left + (x - was.left) * across, is.top + (y - was.top) * down];
  return known.map((one, index) => ({ ring: mils(index ? inches(one.ring).map(fit) : ring), rise: one.rise }));
}

/** A piece as it is drawn now; `rise` says whether ground of its kind is high or deep, `before` is how the server had it. */
export function drawn(piece: Piece, id: string, tile: readonly Spot[], rise: number, before: Feature | null): Drawn {
  const kind = kindOf(piece);
  const { name } = piece;
  if (piece.form === "strip" || piece.form === "wall")
    return { type: "strip", id, kind, name, course: mils(piece.course), width: Math.round(piece.width * 1000) };
  const ring = ringOf(piece, tile);
  const doors = piece.form === "tower" ? piece.doors.map(({ at }) => ({ x: Math.round(at[0] * 1000), y: Math.round(at[1] * 1000) })) : [];
  return {
    type: "area",
    id,
    kind,
    name,
    ring: mils(ring),
    contours: piece.form === "tower" ? [] : contoursOf(piece, ring, rise, before),
    ...(doors.length ? { build: { doors } } : {}),
  };
}

/** How large a piece is: across and down the table, in inches; of a line, how long. */
export function sizeOf(piece: Piece, tile: readonly Spot[]): { across: number; down: number } {
  const { left, top, right, bottom } = roomOf(ringOf(piece, tile));
  return { across: right - left, down: bottom - top };
}

