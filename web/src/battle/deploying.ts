/** Where a body could be set down: the way it looks, and the first free spot of a line of battle. */
import type { Zone } from "../api/types";
import { direction, HALF_TURN, QUARTER_TURN } from "../table/lengths";
import type { Pose } from "../table/pose";
import { meetingBoxes, tableBox, type Box, type Shape } from "../table/shape";

/** From a zone to the middle of the table, square to its edges. */
export function outlook(zone: Zone, table: { width: number; depth: number }): number {
  const dx = table.width / 2 - (zone.left + zone.right) / 2;
  const dy = table.depth / 2 - (zone.top + zone.bottom) / 2;
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? QUARTER_TURN : 3 * QUARTER_TURN;
  return dy > 0 ? HALF_TURN : 0;
}

/** Between friends: room to wheel where there is any, else as close as they may stand. */
const GAPS = [1000, 300];
const STEP = 500;
const LINES = [0, 3000, 6000, 9000];

/** The spot nearest to the middle of the zone's front where nothing else stands; the middle itself if all is full. */
export function freeSpot(zone: Zone, heading: number, shape: Shape, taken: readonly Box[]): Pose {
  const [fx, fy] = direction(heading);
  const middle = { x: (zone.left + zone.right) / 2, y: (zone.top + zone.bottom) / 2 };
  const reach = (Math.abs(fx) * (zone.right - zone.left) + Math.abs(fy) * (zone.bottom - zone.top)) / 2;
  const half = (Math.abs(fy) * (zone.right - zone.left) + Math.abs(fx) * (zone.bottom - zone.top)) / 2;
  for (const gap of GAPS)
    for (const back of LINES)
      for (let step = 0; step * STEP <= half; step++)
        for (const side of step ? [1, -1] : [1]) {
          const lateral = side * step * STEP;
          const pose = {
            x: Math.round(middle.x + fx * (reach - back) - fy * lateral),
            y: Math.round(middle.y + fy * (reach - back) + fx * lateral),
            heading,
          };
          if (!within(tableBox(pose, shape), zone)) continue;
          const grown = tableBox(pose, shape, gap);
          if (!taken.some((other) => meetingBoxes(grown, other))) return pose;
        }
  return { x: Math.round(middle.x), y: Math.round(middle.y), heading };
}

function within(room: Box, zone: Zone): boolean {
  return room.left >= zone.left && room.right <= zone.right && room.top >= zone.top && room.bottom <= zone.bottom;
}

/** The pose moved so that the whole body lies in the zone, where it fits at all. */
export function inZone(zone: Zone, pose: Pose, shape: Shape): Pose {
  const room = tableBox(pose, shape);
  const slide = (low: number, high: number, from: number, to: number): number =>
    high - low > to - from ? 0 : low < from ? from - low : high > to ? to - high : 0;
  return {
    x: Math.round(pose.x + slide(room.left, room.right, zone.left, zone.right)),
    y: Math.round(pose.y + slide(room.top, room.bottom, zone.top, zone.bottom)),
    heading: pose.heading,
  };
}
