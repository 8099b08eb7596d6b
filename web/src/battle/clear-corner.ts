/** Where a card lies on the map without hiding whom it is about. */
import type { Point } from "../table/pose";

export type Corner = "low left" | "high left" | "high right";

/** Room for a card between a corner and its middle (pixels). */
const [ASIDE, DEEP] = [160, 90];
/** Farther off than this is clear enough, and the usual corner is kept unless another is clearer by so much. */
const [CLEAR, BETTER] = [360, 20];

export function clearCorner(spots: readonly Point[], width: number, height: number): Corner {
  const corners: readonly (readonly [Corner, number, number])[] = [
    ["low left", ASIDE, height - DEEP],
    ["high left", ASIDE, DEEP],
    ["high right", width - ASIDE, DEEP],
  ];
  const clear = ([, x, y]: (typeof corners)[number]): number => Math.min(CLEAR, ...spots.map((spot) => Math.hypot((spot.x - x) / 1.5, spot.y - y)));
  return corners.reduce((best, one) => (clear(one) > clear(best) + BETTER ? one : best))[0];
}
