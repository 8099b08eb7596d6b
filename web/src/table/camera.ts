/** Which part of the table is seen: pixels an inch, and where the table's corner lies on the screen. */
import type { Box } from "./shape";
import type { Point } from "./pose";
import { MARGINS } from "./board";

export interface Camera {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Screen {
  readonly width: number;
  readonly height: number;
}

export type Detail = "figures" | "blocks" | "chips";

const CLOSEST = 96;
const FIGURES = 9;
const CHIPS = 5;

/** Under 9 pixels an inch a unit is a block, under 5 a chip. */
export function detailAt(scale: number): Detail {
  return scale >= FIGURES ? "figures" : scale >= CHIPS ? "blocks" : "chips";
}

/** The whole table (inches) with its frame, as large as the screen allows. */
export function fitted(width: number, depth: number, screen: Screen): Camera {
  const across = width + MARGINS.left + MARGINS.right;
  const down = depth + MARGINS.top + MARGINS.bottom;
  const scale = Math.max(1, Math.min(screen.width / across, screen.height / down));
  return {
    scale,
    x: (screen.width - across * scale) / 2 + MARGINS.left * scale,
    y: (screen.height - down * scale) / 2 + MARGINS.top * scale,
  };
}

/** A box of the table (inches) in the middle of the screen. */
export function shown(box: Box, screen: Screen, most = 30): Camera {
  const scale = Math.min(most, screen.width / (box.right - box.left), screen.height / (box.bottom - box.top));
  return {
    scale,
    x: screen.width / 2 - ((box.left + box.right) / 2) * scale,
    y: screen.height / 2 - ((box.top + box.bottom) / 2) * scale,
  };
}

/** Closer or farther about a point of the screen that stays where it is. */
export function zoomed(camera: Camera, factor: number, at: Point, least: number): Camera {
  const scale = Math.max(least, Math.min(CLOSEST, camera.scale * factor));
  const ratio = scale / camera.scale;
  return { scale, x: at.x - (at.x - camera.x) * ratio, y: at.y - (at.y - camera.y) * ratio };
}

export function panned(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x + dx, y: camera.y + dy };
}

/** Never so far aside that the table is lost: half the screen always shows some of it. */
export function held(camera: Camera, width: number, depth: number, screen: Screen): Camera {
  const hold = (corner: number, size: number, room: number): number => {
    const margin = Math.min(room / 2, (size * camera.scale) / 2);
    return Math.max(margin - size * camera.scale, Math.min(room - margin, corner));
  };
  return { ...camera, x: hold(camera.x, width, screen.width), y: hold(camera.y, depth, screen.height) };
}

/** A point of the screen on the table, in thousandths of an inch. */
export function toTable(camera: Camera, at: Point): Point {
  return { x: ((at.x - camera.x) / camera.scale) * 1000, y: ((at.y - camera.y) / camera.scale) * 1000 };
}

export function toScreen(camera: Camera, at: Point): Point {
  return { x: (at.x / 1000) * camera.scale + camera.x, y: (at.y / 1000) * camera.scale + camera.y };
}

/** Part of the way from one view to another; the scale grows evenly, as the eye sees it. */
export function between(from: Camera, to: Camera, part: number): Camera {
  if (part >= 1) return to;
  const scale = from.scale * (to.scale / from.scale) ** part;
  const ratio = from.scale === to.scale ? part : (scale - from.scale) / (to.scale - from.scale);
  return { scale, x: from.x + (to.x - from.x) * ratio, y: from.y + (to.y - from.y) * ratio };
}
