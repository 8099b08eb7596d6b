/** What was done, over the map: shots as curved lines in the colour of the shooters, ways gone, blows, the fallen. */
import { drawPlaces } from "./figures";
import { inches, number, straightPath } from "./paths";
import type { Point } from "./pose";
import { boxOf, cornersOf, type Place } from "./shape";
import type { DeedMark } from "./state";
import { boxPath, placed } from "./unit";

/** Milliseconds a shot is on its way, and those for each inch. */
const FLIGHT = 260;
const AN_INCH = 9;
/** How far a shot swings out, of its length. */
const BOW = 0.07;

type Line = readonly [Point, Point];

export function drawDeeds(deeds: readonly DeedMark[]): string {
  return deeds.map(drawDeed).join("");
}

function drawDeed({ colour, manner, present, goal, shots, stood, way, clash, fallen }: DeedMark): string {
  const outline = stood ? `<path class="deed-stood" transform="${placed(stood.pose)}" d="${boxPath(boxOf(stood.shape))}"/>` : "";
  const gone = way.length ? `<path class="deed-way" d="${straightPath(inches(way.map(({ x, y }) => [x, y] as const)), false)}"/>` : "";
  const lost = fallen ? `<g class="deed-fallen" transform="${placed(fallen.pose)}"><path d="${drawPlaces(fallen.places)}${fallen.places.map(crossed).join("")}"/></g>` : "";
  const style = `deed ${colour} ${manner}${present ? " present" : ""}${goal ? " goal" : ""}`;
  return `<g class="${style}">${outline}${gone}${lost}${drawFlight(shots, 1, present ? 1 : 0.6)}${clash ? drawClash(clash) : ""}</g>`;
}

/** From corner to corner: it is out of the battle. */
function crossed(place: Place): string {
  const [a, b, c, d] = inches(cornersOf(place).map(([lateral, forward]) => [lateral, -forward] as const)) as [Dot, Dot, Dot, Dot];
  return straightPath([a, c], false) + straightPath([b, d], false);
}

type Dot = readonly [number, number];

/** Two blades in a disc, where it comes to blows. */
function drawClash({ x, y }: Point): string {
  return `<g class="deed-clash" transform="translate(${number(x / 1000)} ${number(y / 1000)})"><circle r=".58"/><path d="M-.29 -.29L.29 .29M.29 -.29L-.29 .29M-.34 .13L-.13 .34M.34 .13L.13 .34"/></g>`;
}

// ---------------------------------------------------------------- in flight

export function flightTime(shots: readonly Line[]): number {
  const longest = Math.max(0, ...shots.map(([from, to]) => Math.hypot(to.x - from.x, to.y - from.y) / 1000));
  return FLIGHT + AN_INCH * longest;
}

/** Shots after a share of their flight. */
export function drawFlight(shots: readonly Line[], share: number, size = 1): string {
  const drawn = shots.map((line) => partOf(line, share, size));
  return drawn.map(({ data }) => `<path class="deed-halo" d="${data}"/>`).join("") + drawn.map(({ data, head }) => `<path class="deed-shot" d="${data}"/><path class="deed-head" d="${head}"/>`).join("");
}

/** The beginning of a bowed line, and the head of the arrow at its end. */
function partOf([from, to]: Line, share: number, size: number): { data: string; head: string } {
  const [ax, ay, bx, by] = [from.x / 1000, from.y / 1000, to.x / 1000, to.y / 1000];
  const [cx, cy] = [(ax + bx) / 2 + (by - ay) * BOW, (ay + by) / 2 - (bx - ax) * BOW];
  const [mx, my] = [ax + (cx - ax) * share, ay + (cy - ay) * share];
  const [nx, ny] = [cx + (bx - cx) * share, cy + (by - cy) * share];
  const [ex, ey] = [mx + (nx - mx) * share, my + (ny - my) * share];
  const turn = (Math.atan2(ny - my, nx - mx) * 180) / Math.PI;
  return { data: `M${number(ax)} ${number(ay)}Q${number(mx)} ${number(my)} ${number(ex)} ${number(ey)}`, head: arrow(ex, ey, turn, size) };
}

function arrow(x: number, y: number, turn: number, size: number): string {
  const [sine, cosine] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
  const at = (ahead: number, aside: number): Dot => [x + ahead * cosine - aside * sine, y + ahead * sine + aside * cosine];
  return straightPath([at(0.1, 0), at(-0.75 * size, 0.34 * size), at(-0.75 * size, -0.34 * size)]);
}
