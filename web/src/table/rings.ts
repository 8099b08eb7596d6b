/** Rings and lines of the drawing, in inches: just enough geometry to strew trees and to letter a map. */
import type { Box } from "./shape";
import type { Dot } from "./paths";

export function boundsOf(points: readonly Dot[]): Box {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const [x, y] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { left, top, right, bottom };
}

/** Whether a point lies in a ring, by the even-odd rule. */
export function contains(ring: readonly Dot[], x: number, y: number): boolean {
  let within = false;
  for (let index = 0, before = ring.length - 1; index < ring.length; before = index++) {
    const [ax, ay] = ring[index]!;
    const [bx, by] = ring[before]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within;
}

/** From a point to the nearest stretch of a line. */
export function distanceTo(line: readonly Dot[], x: number, y: number, closed: boolean): number {
  let best = Infinity;
  const last = closed ? line.length : line.length - 1;
  for (let index = 0; index < last; index++) {
    const [ax, ay] = line[index]!;
    const [bx, by] = line[(index + 1) % line.length]!;
    const dx = bx - ax;
    const dy = by - ay;
    const length = dx * dx + dy * dy;
    const part = length ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length)) : 0;
    best = Math.min(best, Math.hypot(ax + dx * part - x, ay + dy * part - y));
  }
  return best;
}

/** Positive when the ring runs clockwise on the page. */
export function areaOf(ring: readonly Dot[]): number {
  let twice = 0;
  for (let index = 0; index < ring.length; index++) {
    const [ax, ay] = ring[index]!;
    const [bx, by] = ring[(index + 1) % ring.length]!;
    twice += ax * by - bx * ay;
  }
  return twice / 2;
}

export function clockwise(ring: readonly Dot[]): readonly Dot[] {
  return areaOf(ring) >= 0 ? ring : [...ring].reverse();
}

export function lengthOf(line: readonly Dot[], closed: boolean): number {
  let total = 0;
  const last = closed ? line.length : line.length - 1;
  for (let index = 0; index < last; index++) {
    const [ax, ay] = line[index]!;
    const [bx, by] = line[(index + 1) % line.length]!;
    total += Math.hypot(bx - ax, by - ay);
  }
  return total;
}

/** The point so far along a line, and the direction the line has there. */
export function along(line: readonly Dot[], far: number, closed: boolean): [x: number, y: number, dx: number, dy: number] {
  const last = closed ? line.length : line.length - 1;
  let left = far;
  for (let index = 0; index < last; index++) {
    const [ax, ay] = line[index]!;
    const [bx, by] = line[(index + 1) % line.length]!;
    const length = Math.hypot(bx - ax, by - ay);
    if (length && (left <= length || index === last - 1)) {
      const [dx, dy] = [(bx - ax) / length, (by - ay) / length];
      const here = Math.min(left, length);
      return [ax + dx * here, ay + dy * here, dx, dy];
    }
    left -= length;
  }
  return [line[0]?.[0] ?? 0, line[0]?.[1] ?? 0, 1, 0];
}

/** The ring drawn in by so much, edge by edge; corners that would turn inside out are left away. */
export function drawnIn(ring: readonly Dot[], by: number): Dot[] {
  const round = clockwise(ring);
  const count = round.length;
  const inner: Dot[] = [];
  for (let index = 0; index < count; index++) {
    const [ax, ay] = round[(index + count - 1) % count]!;
    const [bx, y] = round[index]!;
    const [cx, cy] = round[(index + 1) % count]!;
    const before = Math.hypot(bx - ax, y - ay) || 1;
    const after = Math.hypot(cx - bx, cy - y) || 1;
    const [nx, ny] = [-(y - ay) / before - (cy - y) / after, (bx - ax) / before + (cx - bx) / after];
    const spread = nx * nx + ny * ny;
    if (spread < 0.2) continue;
    const point: Dot = [bx + (2 * nx * by) / spread, y + (2 * ny * by) / spread];
    if (contains(round, ...point) && distanceTo(round, ...point, true) > by * 0.6) inner.push(point);
  }
  return inner;
}

/** A line cut into a piece of equal steps, for what has to be bent along it. */
export function pieceOf(line: readonly Dot[], start: number, length: number, steps = 12): Dot[] {
  return Array.from({ length: steps + 1 }, (_, step) => {
    const [x, y] = along(line, start + (length * step) / steps, false);
    return [x, y] as const;
  });
}

/** The line moved to its left by so much. */
export function beside(line: readonly Dot[], by: number): Dot[] {
  return line.map(([x, y], index) => {
    const [ax, ay] = line[Math.max(0, index - 1)]!;
    const [bx, by2] = line[Math.min(line.length - 1, index + 1)]!;
    const length = Math.hypot(bx - ax, by2 - ay) || 1;
    return [x + ((by2 - ay) / length) * by, y - ((bx - ax) / length) * by] as const;
  });
}
