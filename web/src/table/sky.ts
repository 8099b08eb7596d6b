/** What falls from the sky on the ground of the table: strokes that follow from its size alone, so that they never jump about. */
import { chance, number } from "./paths";
import type { Sky } from "./state";

/** How far the strokes lie apart, how long they are, and how far they lean over that length, in inches. */
const STROKES: Readonly<Record<Exclude<Sky["falls"], "">, { apart: number; long: number; lean: number }>> = {
  rain: { apart: 2.4, long: 0.9, lean: 0.2 },
  storm: { apart: 1.7, long: 1.3, lean: 0.75 },
};

export function drawWeather(width: number, depth: number, falls: Sky["falls"]): string {
  if (!falls) return "";
  const { apart, long, lean } = STROKES[falls];
  const throwing = chance(`${falls} over ${number(width)} by ${number(depth)}`);
  let data = "";
  for (let top = 0; top + long <= depth; top += apart)
    for (let left = 0; left + apart <= width; left += apart) {
      const [x, y] = [left + lean + throwing() * (apart - lean), Math.min(top + throwing() * apart, depth - long)];
      data += `M${number(x)} ${number(y)}l${number(-lean)} ${number(long)}`;
    }
  return `<path class="${falls}" d="${data}"/>`;
}
