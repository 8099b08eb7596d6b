/** The frame of the table: checked every six inches, ticked every inch, numbered and crossed every six; or plain. */
import { number } from "./paths";

const FRAME = 0.3;
const CHECK = 6;

export interface Margins {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Room for frame, ticks and numbers around the table, in inches. */
export const MARGINS: Margins = { left: 2, top: 1.95, right: 0.75, bottom: 0.75 };

/** What lies under the ground, and over it. A frame that is not `ruled` gives no distance away; a `turned` one keeps its numbers. */
export function drawFrame(width: number, depth: number, ruled: boolean, turned = false): { under: string; over: string } {
  const frame = `x="${-FRAME}" y="${-FRAME}" width="${number(width + 2 * FRAME)}" height="${number(depth + 2 * FRAME)}"`;
  const under = `<rect class="neatline" ${frame}/><rect class="ground" width="${number(width)}" height="${number(depth)}"/>`;
  if (!ruled) return { under, over: `<rect class="edge" width="${number(width)}" height="${number(depth)}"/>` };
  return {
    under: `${under}<path class="cross" d="${crosses(width, depth)}"/>`,
    over: `<path class="check" d="${checks(width, depth)}"/><path class="tick" d="${ticks(width, depth)}"/>${rulers(width, depth, turned)}`,
  };
}

function steps(length: number, step: number): number[] {
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => index * step);
}

function checks(width: number, depth: number): string {
  const bar = number(FRAME);
  let data = "";
  for (const start of steps(width, 2 * CHECK)) {
    const run = number(Math.min(CHECK, width - start));
    for (const y of [-FRAME, depth]) data += `M${start} ${number(y)}h${run}v${bar}h-${run}Z`;
  }
  for (const start of steps(depth, 2 * CHECK)) {
    const run = number(Math.min(CHECK, depth - start));
    for (const x of [-FRAME, width]) data += `M${number(x)} ${start}h${bar}v${run}h-${bar}Z`;
  }
  return data;
}

function ticks(width: number, depth: number): string {
  const long = (at: number): string => (at % CHECK === 0 ? ".5" : ".3");
  const top = steps(width, 1).map((at) => `M${at} ${-FRAME}v-${long(at)}`);
  const side = steps(depth, 1).map((at) => `M${-FRAME} ${at}h-${long(at)}`);
  return [...top, ...side].join("");
}

function rulers(width: number, depth: number, turned: boolean): string {
  const across = (at: number): string => number(turned ? width - at : at);
  const down = (at: number): string => number((turned ? depth - at : at) + 0.26);
  const top = steps(width, CHECK).map((at) => `<text class="ruler" x="${across(at)}" y="-.98">${at}${at ? "" : "″"}</text>`);
  const side = steps(depth, CHECK)
    .slice(1)
    .map((at) => `<text class="ruler ruler-side" x="-.95" y="${down(at)}">${at}</text>`);
  return [...top, ...side].join("");
}

function crosses(width: number, depth: number): string {
  let data = "";
  for (const x of steps(width, CHECK).slice(1))
    for (const y of steps(depth, CHECK).slice(1))
      if (x < width && y < depth) data += `M${number(x - 0.16)} ${y}h.32M${x} ${number(y - 0.16)}v.32`;
  return data;
}
