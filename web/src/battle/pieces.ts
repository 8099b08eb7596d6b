/** Pieces of terrain as they are cut: rounded tiles, and streams from edge to edge. */
import type { Area, Feature, Strip } from "../api/types";
import { direction, FULL_TURN } from "../table/lengths";
import { world, type Point, type Pose } from "../table/pose";
import { meetingBoxes, type Box } from "../table/shape";

const CORNERS = 20;

/** A rounded outline inside a tile that lies about a pose. */
export function tile(kind: string, pose: Pose, width: number, depth: number): Area {
  const ring = Array.from({ length: CORNERS }, (_, index): [number, number] => {
    const [across, ahead] = direction((FULL_TURN * index) / CORNERS);
    const at = world(pose, (rounded(across) * width) / 2, (rounded(ahead) * depth) / 2);
    return [Math.round(at.x), Math.round(at.y)];
  });
  return { type: "area", id: "", kind, name: kind.charAt(0).toUpperCase() + kind.slice(1), ring, contours: [] };
}

/** Towards the corners of the tile: an oval would leave too much of it out. */
function rounded(share: number): number {
  return Math.sign(share) * Math.sqrt(Math.abs(share));
}

export function stream(kind: string, course: readonly Point[], width: number): Strip {
  const points = course.map(({ x, y }): [number, number] => [Math.round(x), Math.round(y)]);
  return { type: "strip", id: "", kind, name: kind.charAt(0).toUpperCase() + kind.slice(1), course: points, width };
}

/** From the left edge to the right one, with a bow in it. */
export function plainCourse(table: { width: number; depth: number }): Point[] {
  const [middle, bow] = [table.depth / 2, table.depth / 24];
  return [
    { x: 0, y: middle },
    { x: table.width / 3, y: middle - bow },
    { x: (table.width * 2) / 3, y: middle + bow },
    { x: table.width, y: middle },
  ];
}

/** The nearest point on an edge of the table: a stream comes from somewhere. */
export function onEdge(at: Point, table: { width: number; depth: number }): Point {
  const x = Math.max(0, Math.min(table.width, at.x));
  const y = Math.max(0, Math.min(table.depth, at.y));
  const gaps: [number, Point][] = [
    [x, { x: 0, y }],
    [table.width - x, { x: table.width, y }],
    [y, { x, y: 0 }],
    [table.depth - y, { x, y: table.depth }],
  ];
  return gaps.reduce((best, one) => (one[0] < best[0] ? one : best))[1];
}

export function onto(at: Point, table: { width: number; depth: number }): Point {
  return { x: Math.max(0, Math.min(table.width, at.x)), y: Math.max(0, Math.min(table.depth, at.y)) };
}

/** The place nearest to the middle of the table where a tile lies on nothing else; the middle if there is none. */
export function freeTile(
  size: { width: number; depth: number },
  table: { width: number; depth: number },
  taken: readonly Box[],
): Pose {
  const middle = { x: table.width / 2, y: table.depth / 2 };
  const poses: Pose[] = [];
  for (let x = 4000; x <= table.width - 4000; x += 1000)
    for (let y = 4000; y <= table.depth - 4000; y += 1000) for (const heading of [90_000, 0]) poses.push({ x, y, heading });
  const far = ({ x, y }: Point): number => Math.hypot(x - middle.x, y - middle.y);
  poses.sort((a, b) => far(a) - far(b));
  const free = poses.find((pose) => {
    const lying = pose.heading === 90_000;
    const [w, d] = lying ? [size.depth, size.width] : [size.width, size.depth];
    const box = { left: pose.x - w / 2, right: pose.x + w / 2, top: pose.y - d / 2, bottom: pose.y + d / 2 };
    const inside = box.left >= 0 && box.top >= 0 && box.right <= table.width && box.bottom <= table.depth;
    return inside && !taken.some((other) => meetingBoxes(box, other));
  });
  return free ?? { ...middle, heading: 90_000 };
}

/** What a feature covers, as boxes; a strip as small ones along its course. */
export function boxesOf(feature: Feature): Box[] {
  if (feature.type === "area") return [boxAround(feature.ring)];
  const half = feature.width / 2;
  return feature.course.slice(1).flatMap(([bx, by], index) => {
    const [ax, ay] = feature.course[index]!;
    const steps = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / 1500));
    return Array.from({ length: steps + 1 }, (_, step) => {
      const [x, y] = [ax + ((bx - ax) * step) / steps, ay + ((by - ay) * step) / steps];
      return { left: x - half, right: x + half, top: y - half, bottom: y + half };
    });
  });
}

/** A course from side to side that keeps off what lies there already, as far as there is one. */
export function freeCourse(width: number, table: { width: number; depth: number }, taken: readonly Box[]): Point[] {
  const plain = plainCourse(table);
  for (const shift of [0, -1, 1, -2, 2, -3, 3]) {
    const course = plain.map((point) => ({ x: point.x, y: point.y + (shift * table.depth) / 12 }));
    if (!taken.some((other) => course.some((point, index) => index > 0 && crosses(course[index - 1]!, point, other, width / 2))))
      return course;
  }
  return plain;
}

function crosses(from: Point, to: Point, box: Box, grow: number): boolean {
  for (let step = 0; step <= 24; step++) {
    const x = from.x + ((to.x - from.x) * step) / 24;
    const y = from.y + ((to.y - from.y) * step) / 24;
    if (x > box.left - grow && x < box.right + grow && y > box.top - grow && y < box.bottom + grow) return true;
  }
  return false;
}

export function boxAround(ring: readonly (readonly [number, number])[]): Box {
  const xs = ring.map(([x]) => x);
  const ys = ring.map(([, y]) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}
