// What lies under a hand: worked out from the pieces, never from what was drawn last.

import { contains, distanceTo } from "../../../table/rings";
import { ringOf } from "./drawn";
import { isLine, roomOf, type Piece, type Spot } from "./shapes";

/** The piece under a point: walls, roads and streams before what they lie on, small pieces before large ones. */
export function pieceUnder(terrain: readonly Piece[], tile: readonly Spot[], [x, y]: Spot, reach: number): number | null {
  const found = terrain.flatMap((piece, index) => {
    const ring = ringOf(piece, tile) as readonly (readonly [number, number])[];
    if (isLine(piece)) {
      const far = distanceTo(ring, x, y, false);
      return far <= Math.max(piece.width / 2, reach) ? [{ index, rank: 0, size: far }] : [];
    }
    const { left, top, right, bottom } = roomOf(ring);
    const inside = contains(ring, x, y) || distanceTo(ring, x, y, true) <= reach / 2;
    return inside ? [{ index, rank: piece.form === "tower" ? -1 : 1, size: (right - left) * (bottom - top) }] : [];
  });
  return found.sort((one, other) => one.rank - other.rank || one.size - other.size)[0]?.index ?? null;
}

/** The nearest of some marks within reach of a point. */
export function nearest<M extends { at: Spot }>(marks: readonly M[], [x, y]: Spot, reach: number): M | null {
  const near = marks.map((mark) => ({ mark, far: Math.hypot(mark.at[0] - x, mark.at[1] - y) })).filter(({ far }) => far <= reach);
  return near.length ? near.reduce((best, one) => (one.far < best.far ? one : best)).mark : null;
}
