/**
 * Labels: strength, marks, name; always level, behind the unit where that is free. They lie in a drawing of their own
 * whose unit is the pixel, and are only ever moved: lettering that changed its scale would be laid out anew.
 */
import { make, put } from "./dom";
import type { Detail } from "./camera";
import { direction, FULL_TURN, modulo } from "./lengths";
import { standsAlone } from "./figures";
import { escaped, number, textWidth } from "./paths";
import { tabledPatches } from "./placing";
import type { Pose } from "./pose";
import { joined, shared, type Box } from "./shape";
import { CHEVRON } from "./unit";
import type { Manner, TableUnit } from "./state";
import { GRAVE, markup, MARKS, PICTOGRAMS } from "./symbols";

const HEIGHT = 1.1;
const GAP = 0.36;
const CHIP = 1.3;
const MARK = 1.18;
const RIM = 0.25;
const NIB = 0.26;

/** Pixels that an inch of lettering takes: labels keep their size while the map grows and shrinks. */
export const LETTER = 14.6;

/** Inches of the map that an inch of lettering covers. */
export function lettering(scale: number): number {
  return LETTER / scale;
}

export class LabelView {
  readonly group: SVGGElement;
  unit: TableUnit;
  /** From the pose to the middle of the label, in inches, when it was placed. */
  offset: readonly [number, number] = [0, 0];
  /** How wide it is, in inches of lettering. */
  width = 0;
  #content = "";

  constructor(parent: Element, unit: TableUnit) {
    this.group = make("g", { "aria-hidden": "true", "data-unit": unit.id }, parent);
    this.unit = unit;
  }

  show(unit: TableUnit, named: boolean, afar: boolean): void {
    this.unit = unit;
    this.width = afar ? chipWidth(unit) : widthOf(unit, named);
    put(this.group, "class", `label ${unit.colour} ${unit.manner}`);
    const content = afar ? drawChip(unit) : drawLabel(unit, named);
    if (content === this.#content) return;
    this.#content = content;
    this.group.innerHTML = content;
  }

  follow(pose: Pose, scale: number): void {
    const x = pose.x / 1000 + this.offset[0];
    const y = pose.y / 1000 + this.offset[1];
    put(this.group, "transform", `translate(${(x * scale).toFixed(1)} ${(y * scale).toFixed(1)}) scale(${LETTER})`);
  }

  /** The room it takes on the table, in inches. */
  room(pose: Pose, scale: number): Box {
    const [x, y] = [pose.x / 1000 + this.offset[0], pose.y / 1000 + this.offset[1]];
    const [w, h] = [this.width * lettering(scale), HEIGHT * lettering(scale)];
    return { left: x - w / 2, right: x + w / 2, top: y - h / 2, bottom: y + h / 2 };
  }

  remove(): void {
    this.group.remove();
  }
}

/** A label drawn about its middle. */
function drawLabel(unit: TableUnit, named: boolean): string {
  const width = widthOf(unit, named);
  let along = unit.badge ? 0 : chipWidth(unit) + nibOf(unit);
  let parts = unit.badge ? "" : drawStrength(unit);
  for (const mark of picturedMarks(unit)) {
    parts += drawMark(mark, along + 0.68);
    along += MARK;
  }
  if (named && unit.label && unit.badge !== "marks")
    parts += `<text class="unit-name" x="${number(along + 0.3)}" y=".84">${escaped(unit.label)}</text>`;
  return `<g transform="translate(${number(-width / 2)} ${-HEIGHT / 2})">${parts}</g>`;
}

/** From so far that its strength stands for the unit, with the chevron before it. */
function drawChip(unit: TableUnit): string {
  const width = chipWidth(unit);
  const [fx, fy] = direction(unit.pose.heading);
  const edge = 1 / Math.max(Math.abs(fx) / (width / 2), Math.abs(fy) / (HEIGHT / 2));
  const chip = `<g transform="translate(${number(-width / 2)} ${-HEIGHT / 2})">${drawStrength(unit)}</g>`;
  if (unit.marks.includes("contact")) return chip;
  const ahead = edge + 0.2;
  const place = `translate(${number(fx * ahead)} ${number(fy * ahead)}) rotate(${number(unit.pose.heading / 1000)})`;
  return `${chip}<path class="chevron" d="${CHEVRON}" transform="${place}"/>`;
}

/** One who stands alone is no number: his chip shows who he is. */
function drawStrength(unit: TableUnit): string {
  const width = chipWidth(unit);
  if (standsAlone(unit))
    return `${chipOutline(unit.manner, width)}<g class="chip-glyph" transform="translate(${number(width / 2 - 0.4)} .15) scale(.05)">${markup(PICTOGRAMS[unit.symbol]!)}</g>`;
  return `${chipOutline(unit.manner, width)}<text class="strength" x="${number(width / 2)}" y=".84">${unit.strength}</text>`;
}

/** Square, round, a diamond, a hexagon: a side is known by the outline of its chip. */
function chipOutline(manner: Manner, width: number, height = HEIGHT): string {
  const [w, h] = [number(width), number(height)];
  const nib = NIB;
  switch (manner) {
    case "solid":
      return `<rect class="chip" width="${w}" height="${h}"/>`;
    case "open":
      return `<rect class="chip" width="${w}" height="${h}" rx="${number(height / 2)}"/>`;
    case "striped":
      return `<path class="chip" d="M${number(-nib)} ${number(height / 2)}L${number(width * 0.2)} 0H${number(width * 0.8)}L${number(width + nib)} ${number(height / 2)}L${number(width * 0.8)} ${h}H${number(width * 0.2)}Z"/>`;
    case "dotted":
      return `<path class="chip" d="M0 ${number(height * 0.25)}L${number(width / 2)} ${number(-nib)}L${w} ${number(height * 0.25)}V${number(height * 0.75)}L${number(width / 2)} ${number(height + nib)}L0 ${number(height * 0.75)}Z"/>`;
  }
}

function drawMark(mark: string, x: number): string {
  const grave = GRAVE.has(mark) ? " grave" : "";
  return (
    `<g class="mark${grave}"><circle cx="${number(x)}" cy=".55" r=".54"/>` +
    `<g transform="translate(${number(x - 0.34)} .21) scale(.0425)">${markup(MARKS[mark]!)}</g></g>`
  );
}

function picturedMarks(unit: TableUnit): string[] {
  return (unit.labelled ?? unit.marks).filter((mark) => mark in MARKS);
}

function chipWidth(unit: TableUnit): number {
  return Math.max(CHIP, 0.44 + textWidth(String(unit.strength), 0.82));
}

/** How far the point of a diamond sticks out of its chip. */
function nibOf(unit: TableUnit): number {
  return unit.manner === "striped" ? NIB : 0;
}

function widthOf(unit: TableUnit, named: boolean): number {
  if (unit.badge === "marks") return MARK * picturedMarks(unit).length;
  const name = named && unit.label ? 0.3 + textWidth(unit.label, 0.86) : 0;
  if (unit.badge) return name;
  return chipWidth(unit) + nibOf(unit) + MARK * picturedMarks(unit).length + name;
}

// ---------------------------------------------------------------- placing

/**
 * Where each label goes: nearest to the rear of its unit where it hides neither bases nor another label, and where
 * nobody takes it for the label of a neighbour.
 */
export function placeLabels(
  views: readonly LabelView[],
  units: readonly TableUnit[],
  named: (unit: TableUnit) => boolean,
  names: readonly Box[],
  table: { width: number; depth: number },
  scale: number,
  detail: Detail,
): void {
  if (detail === "chips") {
    for (const view of views) view.offset = chipOffset(view.unit, scale);
    return;
  }
  const rooms = new Map(units.map((unit) => [unit.id, tabledPatches(unit.pose, unit.shape)]));
  /** Who is labelled for a whole band takes its room. */
  const bodyOf = (unit: TableUnit): Box | null => {
    const all = unit.band && !unit.badge ? units.filter(({ band }) => band === unit.band) : [unit];
    return joined(all.flatMap(({ id }) => rooms.get(id) ?? []));
  };
  const obstacles = [...rooms.values()].flat();
  const nearby = views.flatMap(({ unit }) => {
    const body = bodyOf(unit);
    return body ? [{ unit, box: grown(body, (HEIGHT + GAP) * scale) }] : [];
  });
  const taken: Box[] = [];
  for (const view of views) {
    const { unit } = view;
    const body = bodyOf(unit);
    if (!body) continue;
    const neighbours = nearby.filter((one) => one.unit !== unit).map(({ box }) => box);
    const width = widthOf(unit, named(unit)) * scale;
    const height = HEIGHT * scale;
    let best = { cost: Infinity, x: 0, y: 0, room: body };
    around(unit, body, width, height).forEach(([wantX, wantY], rank) => {
      const x = clamp(wantX, width / 2 + RIM, table.width - width / 2 - RIM);
      const y = clamp(wantY, height / 2 + RIM, table.depth - height / 2 - RIM);
      const room = { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
      const cost =
        9 * sum(room, taken) +
        3 * sum(room, obstacles) +
        0.7 * (sum(room, names) + sum(room, neighbours)) +
        0.06 * width * rank * scale;
      if (cost < best.cost) best = { cost, x, y, room };
    });
    taken.push(grown(best.room, 0.15 * scale));
    view.offset = [best.x - unit.pose.x / 1000, best.y - unit.pose.y / 1000];
  }
}

function chipOffset(unit: TableUnit, scale: number): readonly [number, number] {
  if (unit.stance === "single") return [0, 0];
  const [fx, fy] = direction(unit.pose.heading);
  const edge = 1 / Math.max(Math.abs(fx) / (chipWidth(unit) / 2), Math.abs(fy) / (HEIGHT / 2));
  const back = (unit.marks.includes("contact") ? edge : edge + 0.72) * scale;
  return [-fx * back, -fy * back];
}

function grown({ left, top, right, bottom }: Box, by: number): Box {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

function sum(room: Box, others: readonly Box[]): number {
  let total = 0;
  for (const other of others) total += shared(room, other);
  return total;
}

/** Spots round a unit, the best first: behind it, at its sides, before it, then farther off. */
function around(unit: TableUnit, body: Box, width: number, height: number): [number, number][] {
  const alone = standsAlone(unit);
  const rim = unit.stance === "hedgehog" || unit.stance === "flanks" ? 0.8 : alone ? 0.3 : unit.stance === "loose" || unit.marks.includes("routed") ? 0.42 : 0.14;
  const [left, top, right, bottom] = [body.left - rim, body.top - rim, body.right + rim, body.bottom + rim];
  const [mx, my] = [(left + right) / 2, (top + bottom) / 2];
  const [below, above] = [bottom + GAP + height / 2, top - GAP - height / 2];
  const heading = modulo(unit.pose.heading, FULL_TURN);
  // A flag flies up the page: who has one is named beneath, whichever way he looks.
  const down = !alone && heading > FULL_TURN / 4 && heading < (FULL_TURN * 3) / 4;
  const [near, far, step] = down ? [above, below + 0.4, -height] : [below, above - 0.4, height];
  const beside = width / 2 + GAP + 0.2;
  const slide = Math.min(width, right - left) / 2;
  return [
    [mx, near],
    [mx - slide, near],
    [mx + slide, near],
    [right + beside, my],
    [left - beside, my],
    [mx, far],
    [mx, near + step],
    [mx - slide, far],
    [mx + slide, far],
    [mx - slide, near + step],
    [mx + slide, near + step],
    [mx, near + 2 * step],
    [right + beside, near],
    [left - beside, near],
    [right + beside, near + step],
    [left - beside, near + step],
  ];
}
