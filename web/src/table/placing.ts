/** What a unit covers on the table as small boxes, which hug a slanting body closer than one large one would. */
import type { Pose } from "./pose";
import { patchesOf, type Box, type Shape } from "./shape";

const CELL = 1.1;
const RIM = 0.1;

/** In inches. */
export function tabledPatches(pose: Pose, shape: Shape): Box[] {
  const angle = (pose.heading / 1000) * (Math.PI / 180);
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const boxes: Box[] = [];
  for (const ring of patchesOf(shape)) {
    const [a, b, , d] = ring.map(([lateral, forward]) => [
      (pose.x + cosine * lateral + sine * forward) / 1000,
      (pose.y + sine * lateral - cosine * forward) / 1000,
    ]) as [number, number][];
    if (!a || !b || !d) continue;
    const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], d[0] - a[0], d[1] - a[1]];
    const across = Math.max(1, Math.ceil(Math.hypot(ux, uy) / CELL));
    const down = Math.max(1, Math.ceil(Math.hypot(vx, vy) / CELL));
    const halfX = (Math.abs(ux / across) + Math.abs(vx / down)) / 2;
    const halfY = (Math.abs(uy / across) + Math.abs(vy / down)) / 2;
    for (let column = 0; column < across; column++)
      for (let row = 0; row < down; row++) {
        const [s, t] = [(column + 0.5) / across, (row + 0.5) / down];
        const [x, y] = [a[0] + ux * s + vx * t, a[1] + uy * s + vy * t];
        boxes.push({ left: x - halfX - RIM, right: x + halfX + RIM, top: y - halfY - RIM, bottom: y + halfY + RIM });
      }
  }
  return boxes;
}
