/** Names of the ground: inside areas level and away from contours, along strips on their straightest stretch. */
import type { Feature, Strip } from "./state";
import { shared, type Box } from "./shape";
import { escaped, number, smoothPath, textWidth, type Dot } from "./paths";
import { along, beside, boundsOf, contains, distanceTo, lengthOf, pieceOf } from "./rings";
import { courseOf } from "./strips";

export interface Name {
  readonly svg: string;
  readonly rooms: readonly Box[];
}

const SIZE = 1.1;
const LETTERING: Record<string, number> = {
  hill: 1.42,
  gulley: 1.42,
  stream: 1.32,
  river: 1.42,
  road: 0.92,
  ditch: 0.92,
  wall: 0.92,
  arrow_slits: 0.92,
  barricade: 0.92,
  mantlets: 0.92,
  hedge: 0.92,
  fence: 0.92,
  building: 0.92,
  tower: 0.92,
};
const HEIGHT = 0.9;
let courses = 0;

/** Heights are named low on the slope: it is their top that is fought over. */
export function nameWithin(text: string, kind: string, ring: readonly Dot[], lines: readonly (readonly Dot[])[]): Name {
  const width = textWidth(text, LETTERING[kind] ?? SIZE) * 1.06;
  const box = boundsOf(ring);
  const wantX = (box.left + box.right) / 2;
  const wantY = box.top + (box.bottom - box.top) * (lines.length ? 0.72 : 0.5);
  let best = { cost: Infinity, x: wantX, y: wantY };
  for (let row = 0; row < 17; row++)
    for (let column = 0; column < 13; column++) {
      const x = box.left + ((box.right - box.left) * (column + 0.5)) / 13;
      const y = box.top + ((box.bottom - box.top) * (row + 0.5)) / 17;
      let outside = 0;
      let crossed = 0;
      for (let across = 0; across <= 8; across++)
        for (const down of [-0.5, 0, 0.5]) {
          const px = x + width * (across / 8 - 0.5);
          const py = y + HEIGHT * down;
          if (!contains(ring, px, py) || distanceTo(ring, px, py, true) < 0.35) outside++;
          if (lines.some((line) => distanceTo(line, px, py, true) < 0.45)) crossed++;
        }
      // A name too long for its ground hangs out on both sides alike.
      const spilt = Math.max(0, box.left + 0.35 - (x - width / 2), x + width / 2 - (box.right - 0.35));
      const cost = outside * 0.6 + crossed * 0.2 + 12 * spilt + 0.12 * Math.hypot(x - wantX, y - wantY);
      if (cost < best.cost) best = { cost, x, y };
    }
  return {
    svg: `<text class="name name-${kind}" x="${number(best.x)}" y="${number(best.y + 0.34)}">${escaped(text)}</text>`,
    rooms: [room(best.x, best.y, width)],
  };
}

/** Inside a small area where it fits, but for towers, in which somebody stands; else beneath, above or beside it, wherever it hides least. */
export function nameBeside(text: string, kind: string, ring: readonly Dot[], taken: readonly Box[], tableWidth: number, tableDepth: number): Name {
  const width = textWidth(text, LETTERING[kind] ?? SIZE) * 1.06;
  const box = boundsOf(ring);
  if (kind !== "tower" && width < box.right - box.left - 0.4) return nameWithin(text, kind, ring, []);
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const [aside, away] = [(box.right - box.left + width) / 2 + 0.2, (box.bottom - box.top + HEIGHT) / 2 + 0.1];
  const spots: Dot[] = [
    [x, y + away],
    [x, y - away],
    [x - aside, y],
    [x + aside, y],
    [x - aside, y + away],
    [x + aside, y + away],
  ];
  const cost = ([cx, cy]: Dot, rank: number): number => {
    const here = room(cx, cy, width);
    const off = here.left < 0.3 || here.top < 0.3 || here.right > tableWidth - 0.3 || here.bottom > tableDepth - 0.3 ? 9 : 0;
    return taken.reduce((sum, other) => sum + 4 * shared(here, other), off + 0.3 * rank);
  };
  const ranked = spots.map((spot, rank) => ({ spot, cost: cost(spot, rank) })).sort((a, b) => a.cost - b.cost);
  const [cx, cy] = ranked[0]!.spot;
  return {
    svg: `<text class="name name-${kind}" x="${number(cx)}" y="${number(cy + 0.3)}">${escaped(text)}</text>`,
    rooms: [room(cx, cy, width)],
  };
}

export function nameAlong(
  one: Strip,
  kind: string,
  all: readonly Feature[],
  width: number,
  depth: number,
): Name | null {
  let course: readonly Dot[] = courseOf(one);
  if (course.length < 2) return null;
  if (course.at(-1)![0] < course[0]![0]) course = [...course].reverse();
  const length = textWidth(one.name, LETTERING[kind] ?? SIZE) + 0.6;
  const whole = lengthOf(course, false);
  // A long strip may run over the edge of the table; a short one is named from end to end.
  const rim = Math.max(0, Math.min(0.8, (whole - length) / 2));
  if (whole < length) return null;
  const others = all.filter((other): other is Strip => other.type === "strip" && other !== one).map(courseOf);
  let best: { cost: number; piece: Dot[] } | null = null;
  for (let step = 0; step < 25; step++) {
    const start = rim + ((whole - length - 2 * rim) * step) / 24;
    const piece = pieceOf(course, start, length);
    const [first, last] = [piece[0]!, piece.at(-1)!];
    const bend = 4 * (length - Math.hypot(last[0] - first[0], last[1] - first[1]));
    const crowd = others.some((other) => piece.some(([x, y]) => distanceTo(other, x, y, false) < 1.4)) ? 3 : 0;
    const off = piece.some(([x, y]) => x < 0.8 || y < 0.8 || x > width - 0.8 || y > depth - 0.8) ? 20 : 0;
    const cost = bend + crowd + off;
    if (!best || cost < best.cost) best = { cost, piece };
  }
  if (!best || best.cost >= 20) return null;
  const baseline = beside(best.piece, one.width / 2000 + (kind === "hedge" ? 0.44 : 0.34));
  const id = `table-course-${++courses}`;
  const svg =
    `<path id="${id}" d="${smoothPath(baseline, false)}" fill="none"/><text class="name name-${kind}">` +
    `<textPath href="#${id}" startOffset="50%">${escaped(one.name)}</textPath></text>`;
  const rooms = [0.15, 0.5, 0.85].map((part) => {
    const [x, y] = along(baseline, lengthOf(baseline, false) * part, false);
    return room(x, y - 0.3, length / 3);
  });
  return { svg, rooms };
}

function room(x: number, y: number, width: number): Box {
  return { left: x - width / 2, right: x + width / 2, top: y - HEIGHT / 2, bottom: y + HEIGHT / 2 };
}
