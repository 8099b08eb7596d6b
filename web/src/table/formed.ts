/** Where the figures of a body in plain ranks and files stand: for ghosts that cannot wait for the server. */
import { HALF_TURN, QUARTER_TURN, type Mil } from "./lengths";
import { cornersOf, type Place, type Ring, type Shape } from "./shape";

export interface Base {
  readonly width: Mil;
  readonly depth: Mil;
}

export interface Ranks {
  readonly base: Base;
  readonly files: number;
  readonly spacing: Mil;
  readonly hedgehog: boolean | "flanks";
}

/** All ranks are full but the last, which stands on whole-file places in the middle. */
export function formedShape(body: Ranks, count: number): Shape {
  const { base, spacing } = body;
  const files = Math.max(1, Math.min(body.files, count));
  const across = base.width + spacing;
  const down = base.depth + spacing;
  const full = Math.floor(count / files);
  const short = count % files;
  const left = -(files * across - spacing) / 2;
  const figures: Place[] = [];
  const rank = (row: number, first: number, number: number): void => {
    for (let file = first; file < first + number; file++) {
      const lateral = left + file * across + base.width / 2;
      const forward = -(row * down + base.depth / 2);
      figures.push([lateral, forward, 0, base.width, base.depth]);
    }
  };
  for (let row = 0; row < full; row++) rank(row, 0, files);
  const offset = Math.floor((files - short) / 2);
  if (short) rank(full, offset, short);
  const rects: Ring[] = [];
  if (full) rects.push(block(left, 0, files * across - spacing, full * down - spacing));
  if (short) rects.push(block(left + offset * across, -full * down, short * across - spacing, base.depth));
  const width = files * across - spacing;
  return {
    figures: body.hedgehog === "flanks" ? aside(figures, files, count) : body.hedgehog ? outward(figures, files, count) : figures,
    front: [[-width / 2, 0, width / 2, 0]],
    rects,
  };
}

function block(left: number, forward: number, width: number, depth: number): Ring {
  return cornersOf([left + width / 2, forward - depth / 2, 0, width, depth]);
}

/** The outermost files look aside, save in front of others; of a single rank its two ends. */
function aside(figures: readonly Place[], files: number, count: number): Place[] {
  const full = Math.floor(count / files);
  const offset = Math.floor((files - (count % files)) / 2);
  const behind = (file: number): boolean => full > 1 || (full === 1 && file >= offset && file < offset + (count % files));
  return figures.map(([lateral, forward, , width, depth], index): Place => {
    const row = Math.floor(index / files);
    const file = row < full ? index % files : offset + index - full * files;
    if ((row === 0 && behind(file)) || (file !== 0 && file !== files - 1)) return [lateral, forward, 0, width, depth];
    return [lateral, forward, file === 0 ? 3 * QUARTER_TURN : QUARTER_TURN, depth, width];
  });
}

/** A hedgehog: who has nobody before, behind or beside him looks that way, corners to front or rear. */
function outward(figures: readonly Place[], files: number, count: number): Place[] {
  const full = Math.floor(count / files);
  const short = count % files;
  const offset = Math.floor((files - short) / 2);
  const taken = (row: number, file: number): boolean =>
    row < full ? file >= 0 && file < files : row === full && file >= offset && file < offset + short;
  return figures.map(([lateral, forward, , width, depth], index): Place => {
    const row = index < full * files ? Math.floor(index / files) : full;
    const file = index < full * files ? index % files : offset + index - full * files;
    if (row === 0) return [lateral, forward, 0, width, depth];
    if (!taken(row + 1, file)) return [lateral, forward, HALF_TURN, width, depth];
    if (!taken(row, file - 1)) return [lateral, forward, 3 * QUARTER_TURN, depth, width];
    if (!taken(row, file + 1)) return [lateral, forward, QUARTER_TURN, depth, width];
    return [lateral, forward, 0, width, depth];
  });
}
