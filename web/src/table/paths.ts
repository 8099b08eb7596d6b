/** Small tools of the drawing: numbers, rings as path data, the width of lettering. Drawings are in inches. */

export type Dot = readonly [number, number];

const GENTLE = Math.cos((30 * Math.PI) / 180);
/** Points for each curve where a drawn line is measured. */
const SAMPLES = 8;
const NARROW = new Set("iIjlft.,:;'!|()[] -·’″′");
const WIDE = new Set("mwMW%@—");

/** A coordinate as short as it can be written. */
export function number(value: number): string {
  const text = value.toFixed(3).replace(/\.?0+$/, "");
  if (text === "-0") return "0";
  return text.replace(/^(-?)0\./, "$1.");
}

/** Thousandths of the table in the unit of the drawing. */
export function inches(points: readonly (readonly [number, number])[]): Dot[] {
  return points.map(([x, y]) => [x / 1000, y / 1000]);
}

/** A ring of the table; opened if its last point repeats the first. */
export function ringOf(points: readonly (readonly [number, number])[]): Dot[] {
  const first = points[0];
  const last = points.at(-1);
  const closed = points.length > 1 && first && last && first[0] === last[0] && first[1] === last[1];
  return inches(closed ? points.slice(0, -1) : points);
}

export function straightPath(points: readonly Dot[], closed = true): string {
  if (!points.length) return "";
  return `M${points.map(([x, y]) => `${number(x)} ${number(y)}`).join("L")}${closed ? "Z" : ""}`;
}

/** Through all the points, rounded at gentle bends and straight into corners. */
export function smoothPath(points: readonly Dot[], closed = true): string {
  if (points.length < 3) return straightPath(points, closed);
  const parts = stretches(points, closed).map(
    (stretch) => `${stretch.length === 1 ? "L" : "C"}${stretch.flat().map(number).join(" ")}`,
  );
  return `M${number(points[0]![0])} ${number(points[0]![1])}${parts.join("")}${closed ? "Z" : ""}`;
}

/** The same as points to measure along: what lies on a strip must follow it as it is drawn. */
export function smoothLine(points: readonly Dot[]): Dot[] {
  if (points.length < 3) return [...points];
  const found: Dot[] = [points[0]!];
  for (const [b, c, d] of stretches(points, false)) {
    if (!c || !d) {
      found.push(b!);
      continue;
    }
    const a = found.at(-1)!;
    for (let step = 1; step <= SAMPLES; step++) {
      const t = step / SAMPLES;
      const u = 1 - t;
      const at = (axis: 0 | 1): number =>
        u * u * u * a[axis] + 3 * u * u * t * b![axis] + 3 * u * t * t * c[axis] + t * t * t * d[axis];
      found.push([at(0), at(1)]);
    }
  }
  return found;
}

/** From each point to the next: that point alone, or two handles before it. */
function stretches(points: readonly Dot[], closed: boolean): Dot[][] {
  const count = points.length;
  const tangents = points.map((_, index) => tangent(points, index, closed));
  return Array.from({ length: closed ? count : count - 1 }, (_, index): Dot[] => {
    const following = (index + 1) % count;
    const [ax, ay] = points[index]!;
    const [bx, by] = points[following]!;
    const reach = Math.hypot(bx - ax, by - ay) / 3;
    const leave = tangents[index];
    const arrive = tangents[following];
    if (!leave && !arrive) return [[bx, by]];
    const [dx, dy] = [(bx - ax) / 3, (by - ay) / 3];
    return [
      leave ? [ax + leave[0] * reach, ay + leave[1] * reach] : [ax + dx, ay + dy],
      arrive ? [bx - arrive[0] * reach, by - arrive[1] * reach] : [bx - dx, by - dy],
      [bx, by],
    ];
  });
}

function tangent(points: readonly Dot[], index: number, closed: boolean): Dot | null {
  const count = points.length;
  if (!closed && (index === 0 || index === count - 1)) return null;
  const [ax, ay] = points[(index + count - 1) % count]!;
  const [bx, by] = points[index]!;
  const [cx, cy] = points[(index + 1) % count]!;
  const before = Math.hypot(bx - ax, by - ay);
  const after = Math.hypot(cx - bx, cy - by);
  const across = Math.hypot(cx - ax, cy - ay);
  if (!before || !after || !across) return null;
  const turn = ((bx - ax) * (cx - bx) + (by - ay) * (cy - by)) / (before * after);
  return turn >= GENTLE ? [(cx - ax) / across, (cy - ay) / across] : null;
}

/** About how wide a line of lettering runs; on the generous side. */
export function textWidth(text: string, size: number): number {
  let ems = 0;
  for (const letter of text)
    ems += NARROW.has(letter) ? 0.3 : WIDE.has(letter) ? 0.82 : letter !== letter.toLowerCase() ? 0.62 : 0.53;
  return ems * size;
}

/** Dice for decoration: always the same for the same seed. */
export function chance(seed: string): () => number {
  let state = 0x9e3779b9;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 0x85ebca6b) ^ (state >>> 13);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
