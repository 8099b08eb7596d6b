/** Path data taken apart once, so that a drawing can be stamped many times into one path. */
import { number } from "./paths";

/** A stroke of the pen: `M x y`, `L x y`, `C x y x y x y` or `Z`, all in absolute coordinates. */
export interface Stroke {
  readonly letter: "M" | "L" | "C" | "Z";
  readonly at: readonly number[];
}

export interface Affine {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

const TOKENS = /([a-zA-Z])|(-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?)/g;
const ARITY: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };

/** Every command made absolute, curves made cubic. */
export function takenApart(data: string): Stroke[] {
  const tokens = [...data.matchAll(TOKENS)].map((match) => match[1] ?? Number(match[2]));
  const strokes: Stroke[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  let control: [number, number] | null = null;
  let letter = "M";
  let index = 0;
  while (index < tokens.length) {
    if (typeof tokens[index] === "string") letter = tokens[index++] as string;
    const upper = letter.toUpperCase();
    const relative = letter !== upper;
    const taken = tokens.slice(index, index + (ARITY[upper] ?? 0)) as number[];
    index += taken.length;
    const ox = relative ? x : 0;
    const oy = relative ? y : 0;
    const pairs = taken.map((value, place) => value + (place % 2 ? oy : ox));
    let next: [number, number] | null = null;
    switch (upper) {
      case "M":
        [x, y] = [pairs[0]!, pairs[1]!];
        [startX, startY] = [x, y];
        strokes.push({ letter: "M", at: [x, y] });
        letter = relative ? "l" : "L";
        break;
      case "L":
        [x, y] = [pairs[0]!, pairs[1]!];
        strokes.push({ letter: "L", at: [x, y] });
        break;
      case "H":
        x = taken[0]! + ox;
        strokes.push({ letter: "L", at: [x, y] });
        break;
      case "V":
        y = taken[0]! + oy;
        strokes.push({ letter: "L", at: [x, y] });
        break;
      case "C":
        strokes.push({ letter: "C", at: pairs });
        [x, y] = [pairs[4]!, pairs[5]!];
        break;
      case "Q":
      case "T": {
        const knee: [number, number] =
          upper === "Q" ? [pairs[0]!, pairs[1]!] : control ? [2 * x - control[0], 2 * y - control[1]] : [x, y];
        const [ex, ey] = upper === "Q" ? [pairs[2]!, pairs[3]!] : [pairs[0]!, pairs[1]!];
        strokes.push({
          letter: "C",
          at: [
            x + (2 / 3) * (knee[0] - x),
            y + (2 / 3) * (knee[1] - y),
            ex + (2 / 3) * (knee[0] - ex),
            ey + (2 / 3) * (knee[1] - ey),
            ex,
            ey,
          ],
        });
        [x, y] = [ex, ey];
        next = knee;
        break;
      }
      case "A": {
        const [rx, , , large, sweep] = taken as [number, number, number, number, number];
        const [ex, ey] = [taken[5]! + ox, taken[6]! + oy];
        strokes.push(...bow(x, y, ex, ey, rx, large !== 0, sweep !== 0));
        [x, y] = [ex, ey];
        break;
      }
      case "Z":
        strokes.push({ letter: "Z", at: [] });
        [x, y] = [startX, startY];
        break;
      default:
        throw new Error(`no such path command: ${letter}`);
    }
    control = next;
  }
  return strokes;
}

/** A circular arc in cubic pieces of at most a quarter turn. */
function bow(x: number, y: number, ex: number, ey: number, r: number, large: boolean, sweep: boolean): Stroke[] {
  const half = Math.hypot(ex - x, ey - y) / 2;
  const radius = Math.max(r, half);
  const rise = Math.sqrt(Math.max(0, radius * radius - half * half)) * (large === sweep ? -1 : 1);
  const [mx, my] = [(x + ex) / 2, (y + ey) / 2];
  const [ux, uy] = [(ex - x) / (2 * half), (ey - y) / (2 * half)];
  const [cx, cy] = [mx - uy * rise, my + ux * rise];
  const from = Math.atan2(y - cy, x - cx);
  let turn = Math.atan2(ey - cy, ex - cx) - from;
  if (sweep && turn < 0) turn += 2 * Math.PI;
  if (!sweep && turn > 0) turn -= 2 * Math.PI;
  const pieces = Math.max(1, Math.ceil(Math.abs(turn) / (Math.PI / 2) - 1e-9));
  const step = turn / pieces;
  const pull = (4 / 3) * Math.tan(step / 4) * radius;
  return Array.from({ length: pieces }, (_, piece): Stroke => {
    const [a, b] = [from + step * piece, from + step * (piece + 1)];
    const [ax, ay] = [cx + radius * Math.cos(a), cy + radius * Math.sin(a)];
    const [bx, by] = [cx + radius * Math.cos(b), cy + radius * Math.sin(b)];
    return {
      letter: "C",
      at: [ax - pull * Math.sin(a), ay + pull * Math.cos(a), bx + pull * Math.sin(b), by - pull * Math.cos(b), bx, by],
    };
  });
}

/** The drawing carried to its place, as path data. */
export function stamped(strokes: readonly Stroke[], { a, b, c, d, e, f }: Affine): string {
  let data = "";
  for (const { letter, at } of strokes) {
    data += letter;
    for (let index = 0; index < at.length; index += 2) {
      const x = at[index]!;
      const y = at[index + 1]!;
      data += `${index ? " " : ""}${number(a * x + c * y + e)} ${number(b * x + d * y + f)}`;
    }
  }
  return data;
}

/** Turned clockwise by an angle (radians), scaled, then moved. */
export function placing(x: number, y: number, angle: number, scale = 1): Affine {
  const cosine = Math.cos(angle) * scale;
  const sine = Math.sin(angle) * scale;
  return { a: cosine, b: sine, c: -sine, d: cosine, e: x, f: y };
}
