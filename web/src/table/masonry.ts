/** Castles seen from above: a pale walk between lines of merlons, towers with their doors, and gaps. */
import { inches, number, straightPath, type Dot } from "./paths";
import { along, beside, lengthOf } from "./rings";
import type { Area, Strip } from "./state";

const MERLON = 0.3;
const THICK = 0.12;
const DOOR = 0.4;

/** A wall with merlons along both its edges; a gap is rubble. */
export function castleWall(one: Strip): string {
  const course = inches(one.course);
  const half = one.width / 2000;
  const line = straightPath(course, false);
  const teeth = [half, -half].map((by) => merlons(beside(course, by), false)).join("");
  const gaps = (one.build?.gaps ?? []).map((gap) => {
    const here = nearestOn(course, gap.x / 1000, gap.y / 1000, false);
    const [from, to] = [-1, 1].map((by) => along(course, here + (by * gap.width) / 2000, false));
    if (!from || !to) return "";
    const at = ([x, y, dx, dy]: typeof from, by: number): Dot => [x - dy * by, y + dx * by];
    return `<path class="breach" d="${straightPath([at(from, -half), at(to, -half), at(to, half), at(from, half)])}"/>`;
  });
  return (
    `<path class="rampart-edge" stroke-width="${number(2 * half)}" d="${line}"/>` +
    `<path class="rampart" stroke-width="${number(2 * half - 2 * THICK)}" d="${line}"/>` +
    `<path class="merlons" d="${teeth}"/>${gaps.join("")}`
  );
}

/** A tower with merlons all round, its doors as dark bars, broken ones as open ones. */
export function tower(one: Area, ring: readonly Dot[]): string {
  const length = lengthOf(ring, true);
  const doors = (one.build?.doors ?? []).map((door) => {
    const far = nearestOn(ring, door.x / 1000, door.y / 1000, true);
    const ends = [-DOOR, DOOR].map((by): Dot => {
      const [x, y] = along(ring, (far + by + length) % length, true);
      return [x, y];
    });
    return `<path class="${door.broken ? "door-broken" : "door"}" d="${straightPath(ends, false)}"/>`;
  });
  return `<path class="tower" d="${straightPath(ring)}"/><path class="merlons" d="${merlons(ring, true)}"/>${doors.join("")}`;
}

/** Teeth along an edge, as far apart as they are long. */
function merlons(edge: readonly Dot[], closed: boolean): string {
  const length = lengthOf(edge, closed);
  const count = Math.max(1, Math.round(length / (2 * MERLON)));
  const step = length / count;
  let teeth = "";
  for (let index = 0; index < count; index++) {
    const ends = [0.25, 0.75].map((part): Dot => {
      const [x, y] = along(edge, step * (index + part), closed);
      return [x, y];
    });
    teeth += straightPath(ends, false);
  }
  return teeth;
}

/** How far along a line the point of it is that is nearest to a point. */
function nearestOn(line: readonly Dot[], x: number, y: number, closed: boolean): number {
  const length = lengthOf(line, closed);
  let [best, least] = [0, Infinity];
  for (let far = 0; far <= length; far += 0.05) {
    const [px, py] = along(line, far, closed);
    const apart = Math.hypot(px - x, py - y);
    if (apart < least) [best, least] = [far, apart];
  }
  return best;
}
