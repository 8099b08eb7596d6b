/** Shapes laid on the table, as the engine says them: blasts, corridors of shot, cones, ground of any outline. */
import { direction, type Mdeg, type Mil } from "./lengths";
import { number, ringOf, straightPath } from "./paths";
import type { Box, Ring } from "./shape";

export interface Corridor {
  readonly type: "corridor";
  readonly from_x: Mil;
  readonly from_y: Mil;
  readonly to_x: Mil;
  readonly to_y: Mil;
  readonly width: Mil;
}

export type GroundShape =
  | { readonly type: "disc"; readonly x: Mil; readonly y: Mil; readonly radius: Mil }
  | Corridor
  | { readonly type: "cone"; readonly x: Mil; readonly y: Mil; readonly heading: Mdeg; readonly length: Mil; readonly mouth: Mil; readonly end: Mil }
  | { readonly type: "plot"; readonly rings: readonly Ring[] };

/** Corners of a circle, where it is asked for them. */
const ROUND = 48;

/** A patch of the table with level edges. */
export function plotOf({ left, top, right, bottom }: Box): GroundShape {
  return {
    type: "plot",
    rings: [
      [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
      ],
    ],
  };
}

/** The outline of a shape, corner by corner; of what has a mouth from the near left corner round. */
export function ringsOf(shape: GroundShape): readonly Ring[] {
  switch (shape.type) {
    case "disc":
      return [Array.from({ length: ROUND }, (_, step) => onCircle(shape, (2 * Math.PI * step) / ROUND))];
    case "corridor": {
      const { from_x, from_y, to_x, to_y, width } = shape;
      const length = lengthOf(shape) || 1;
      return [corners(from_x, from_y, (to_x - from_x) / length, (to_y - from_y) / length, lengthOf(shape), width, width)];
    }
    case "cone":
      return [corners(shape.x, shape.y, ...direction(shape.heading), shape.length, shape.mouth, shape.end)];
    case "plot":
      return shape.rings;
  }
}

function onCircle({ x, y, radius }: { x: Mil; y: Mil; radius: Mil }, angle: number): readonly [Mil, Mil] {
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
}

function corners(x: Mil, y: Mil, ux: number, uy: number, length: Mil, near: Mil, far: Mil): Ring {
  const at = (ahead: Mil, right: Mil): readonly [Mil, Mil] => [x + ux * ahead - uy * right, y + uy * ahead + ux * right];
  return [at(0, -near / 2), at(length, -far / 2), at(length, far / 2), at(0, near / 2)];
}

export function lengthOf({ from_x, from_y, to_x, to_y }: Corridor): Mil {
  return Math.hypot(to_x - from_x, to_y - from_y);
}

/** The box of a shape on the table. */
export function shapeBox(shape: GroundShape): Box {
  const points = ringsOf(shape).flat();
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** A shape as it is drawn, in inches. */
export function drawShape(shape: GroundShape, style: string): string {
  if (shape.type === "disc")
    return `<circle class="${style}" cx="${number(shape.x / 1000)}" cy="${number(shape.y / 1000)}" r="${number(shape.radius / 1000)}"/>`;
  return `<path class="${style}" d="${ringsOf(shape).map((ring) => straightPath(ringOf(ring))).join("")}"/>`;
}
