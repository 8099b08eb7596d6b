/**
 * The figures of a unit as a handful of paths: all bases, all front bands, all pictograms. One path instead of thirty
 * elements keeps 1,200 figures at sixty frames a second.
 */
import { FULL_TURN, modulo } from "./lengths";
import { placing, stamped } from "./outline";
import { number } from "./paths";
import type { Manner, TableUnit } from "./state";
import { boxOf, cornersOf, type Place, type Shape } from "./shape";
import { CLOTHS, PICTOGRAMS, POINTING, RINGED, STRAY, TUMBLE } from "./symbols";

const INSET = 0.03;

interface Spot {
  readonly x: number;
  readonly y: number;
  /** Degrees clockwise. */
  readonly turn: number;
  readonly width: number;
  readonly depth: number;
  readonly scale: number;
}

/** The drawing of some figures about the unit's pose, looking up the page. */
export function drawFigures(unit: TableUnit): string {
  const routed = unit.marks.includes("routed");
  // An engine is one piece, whoever of its crew has fallen, as long as somebody serves it.
  const bases = unit.shape.figures.length;
  const standing = Math.max(bases - unit.fallen, Math.min(bases, unit.strength));
  const up = unit.shape.figures.slice(0, standing).map((place, index) => spotOf(place, routed ? index : -1));
  const down = unit.shape.figures.slice(standing).map((place, index) => fallenSpot(place, standing + index));
  const drawing = stampedFigures(up, unit);
  const lying = down.length ? `<g class="fallen">${stampedFigures(down, unit)}</g>` : "";
  return `<g${routed ? ' class="scattered"' : ""}>${drawing}</g>${lying}`;
}

/** Hollow bases in the colour of the overprint. */
export function drawGhostFigures(shape: Shape): string {
  const spots = shape.figures.map((place) => spotOf(place, -1));
  const line = 0.05;
  const rects = spots.map((spot) => rect(spot, INSET + line / 2)).join("");
  const bands = spots.map((spot) => band(spot)).join("");
  return `<path class="ghost-base" d="${rects}"/><path class="ghost-band" d="${bands}"/>`;
}

function stampedFigures(spots: readonly Spot[], unit: TableUnit): string {
  const line = lineOf(unit.manner, spots[0]?.width ?? 1);
  const bases = spots.map((spot) => rect(spot, INSET + line / 2)).join("");
  const bands = spots.map((spot) => band(spot)).join("");
  const width = line ? ` stroke-width="${number(line)}"` : "";
  const pattern = patternOf(unit.manner, spots);
  return `<path class="base" d="${bases}"${width}/>${pattern}<path class="band" d="${bands}"/>${glyphs(spots, unit)}`;
}

function lineOf(manner: Manner, width: number): number {
  return manner === "solid" ? 0 : Math.min(0.085, Math.max(0.06, 0.08 * width));
}

/** Stripes of a third side, dots of a fourth. */
function patternOf(manner: Manner, spots: readonly Spot[]): string {
  if (manner !== "striped" && manner !== "dotted") return "";
  let data = "";
  for (const spot of spots)
    for (const part of [0.45, 0.68, 0.91]) {
      const y = -spot.depth / 2 + spot.depth * part;
      const half = spot.width / 2 - 0.09;
      data += carried(spot, [
        [-half, y],
        [half, y],
      ]);
    }
  return `<path class="${manner}" d="${data}"/>`;
}

function glyphs(spots: readonly Spot[], unit: TableUnit): string {
  const parts = PICTOGRAMS[unit.symbol];
  const first = spots[0];
  if (!parts || !first) return "";
  const pointing = POINTING.has(unit.symbol);
  const open = unit.manner !== "solid";
  let drawing = "";
  for (const part of parts) {
    let data = "";
    let pen = 0;
    for (const spot of spots) {
      const size = glyphSize(spot, open);
      const lying = spot.depth >= 1.5 * spot.width;
      const middle = (lying ? -spot.depth / 8 : bandDepth(spot) / 2) * spot.scale;
      const angle = (spot.turn * Math.PI) / 180;
      const x = spot.x - Math.sin(angle) * middle;
      const y = spot.y + Math.cos(angle) * middle;
      const upset = !pointing && onItsHead(unit.pose.heading + spot.turn * 1000);
      const way = upset ? angle + Math.PI : angle;
      const scale = size / 16;
      pen = part.pen * scale;
      const half = { x: 8 * scale, y: 8 * scale };
      data += stamped(
        part.strokes,
        placing(
          x - half.x * Math.cos(way) + half.y * Math.sin(way),
          y - half.x * Math.sin(way) - half.y * Math.cos(way),
          way,
          scale,
        ),
      );
    }
    drawing += part.pen
      ? `<path class="pen" d="${data}" stroke-width="${number(pen)}"/>`
      : `<path class="glyph" d="${data}"/>`;
  }
  return drawing;
}

function glyphSize(spot: Spot, open: boolean): number {
  const room = Math.min(0.8 * spot.width, 0.78 * (spot.depth - bandDepth(spot)));
  return room * (open ? 0.94 : 1) * spot.scale;
}

// ---------------------------------------------------------------- those who stand alone

/** Between a base and the ring round it. */
const MARGIN = 0.24;
const POLE = 0.86;
/** From the top of the pole. */

/** One who is shown by ring and flag, so that he is not lost in the crowd. */
export function standsAlone(unit: Pick<TableUnit, "stance" | "symbol">): boolean {
  return unit.stance === "single" && RINGED.has(unit.symbol);
}

/** The ring and the flag of one who stands alone; a general has two rings and a square banner. */
export function drawHonours(unit: TableUnit): string {
  const base = unit.shape.figures[0];
  if (!base || !standsAlone(unit)) return "";
  const [, , , width, depth] = base;
  const rings = (unit.symbol === "general" ? [MARGIN, MARGIN + 0.2] : [MARGIN]).map((by) => {
    const [x, y] = [width / 2000 + by, depth / 2000 + by];
    return `<rect class="ring" x="${number(-x)}" y="${number(-y)}" width="${number(2 * x)}" height="${number(2 * y)}" rx="${number(Math.min(x, y))}"/>`;
  });
  const turn = onItsHead(unit.pose.heading) ? ' transform="rotate(180)"' : "";
  return `${rings.join("")}<g${turn}>${drawFlag(unit.symbol, -depth / 2000 - MARGIN)}</g>`;
}

/** A pole with its foot there, and the cloth that says who carries it. */
function drawFlag(symbol: string, foot: number): string {
  const pole = `M0 ${number(foot)}V${number(foot - POLE)}`;
  const cloth = `M0 ${number(foot - POLE)}${CLOTHS[symbol] ?? CLOTHS[""]}`;
  return `<path class="flag-halo" d="${pole}${cloth}"/><path class="pole" d="${pole}"/><path class="cloth" d="${cloth}"/>`;
}

/** Inches from flag to flag. */
const ABREAST = 1.3;

/** A flag over the ranks for each of those who go with a unit. */
export function drawCompany({ company = [], shape, pose }: TableUnit): string {
  if (!company.length || !shape.figures.length) return "";
  const box = boxOf(shape);
  const apart = Math.min(ABREAST, (box.right - box.left) / 1000 / company.length);
  const turn = onItsHead(pose.heading) ? " rotate(180)" : "";
  const y = number((box.top + box.bottom) / 2000);
  const flags = company.map((symbol, place) => {
    const x = (box.left + box.right) / 2000 + (place - (company.length - 1) / 2) * apart;
    return `<g transform="translate(${number(x)} ${y})${turn}">${drawFlag(symbol, 0)}</g>`;
  });
  return `<g class="company">${flags.join("")}</g>`;
}

/** Whether a pictogram must be turned over on a figure with this heading to stay upright. */
export function onItsHead(heading: number): boolean {
  const turn = modulo(heading, FULL_TURN);
  return turn > FULL_TURN / 4 && turn < (FULL_TURN * 3) / 4;
}

function bandDepth(spot: Spot): number {
  return Math.min(0.2, Math.max(0.12, 0.18 * Math.min(spot.width, spot.depth)));
}

function band(spot: Spot): string {
  const half = spot.width / 2 - INSET;
  const top = -spot.depth / 2 + INSET;
  const low = top + bandDepth(spot);
  return `${carried(spot, [
    [-half, top],
    [half, top],
    [half, low],
    [-half, low],
  ])}Z`;
}

function rect(spot: Spot, inset: number): string {
  const half = spot.width / 2 - inset;
  const deep = spot.depth / 2 - inset;
  return `${carried(spot, [
    [-half, -deep],
    [half, -deep],
    [half, deep],
    [-half, deep],
  ])}Z`;
}

function carried(spot: Spot, points: readonly (readonly [number, number])[]): string {
  const angle = (spot.turn * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(angle) * spot.scale, Math.sin(angle) * spot.scale];
  return points
    .map(([x, y], index) => {
      const px = number(spot.x + x * cosine - y * sine);
      const py = number(spot.y + x * sine + y * cosine);
      return `${index ? "L" : "M"}${px} ${py}`;
    })
    .join("");
}

function spotOf([lateral, forward, turn, width, depth]: Place, stray: number): Spot {
  const [lean, aside, back] = stray < 0 ? [0, 0, 0] : (STRAY[stray % STRAY.length] as [number, number, number]);
  return {
    x: (lateral + aside) / 1000,
    y: (back - forward) / 1000,
    turn: turn / 1000 + lean,
    width: width / 1000,
    depth: depth / 1000,
    scale: 1,
  };
}

function fallenSpot(place: Place, index: number): Spot {
  const spot = spotOf(place, -1);
  const lean = TUMBLE[index % TUMBLE.length]! * (spot.depth > spot.width ? 0.6 : 1);
  return { ...spot, turn: spot.turn + lean, scale: 0.78 };
}

/** The outline of single bases, for those that are caught or lost. */
export function drawPlaces(places: readonly Place[]): string {
  return places
    .map((place) =>
      cornersOf(place)
        .map(([lateral, forward], index) => `${index ? "L" : "M"}${number(lateral / 1000)} ${number(-forward / 1000)}`)
        .join(""),
    )
    .map((data) => `${data}Z`)
    .join("");
}
