/**
 * Labels: strength, marks, name; always level, behind the unit where that is free. They lie in a drawing of their own
 * whose unit is the pixel, and are only ever moved: lettering that changed its scale would be laid out anew.
 */
import { make, put } from "./dom";
import { direction } from "./lengths";
import { standsAlone } from "./figures";
import { escaped, number, textWidth } from "./paths";
import type { Pose } from "./pose";
import type { Box } from "./shape";
import { CHEVRON } from "./unit";
import type { Manner, TableUnit } from "./state";
import { GRAVE, markup, MARKS, PICTOGRAMS } from "./symbols";

export const HEIGHT = 1.1;
const CHIP = 1.3;
const MARK = 1.18;
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
  /** From the pose to the point of the body that its leader line ends at; null for a label that stands by its unit. */
  leader: readonly [number, number] | null = null;
  /** How wide it is, in inches of lettering. */
  width = 0;
  #content = "";
  readonly #line: SVGPathElement;
  readonly #parts: SVGGElement;

  constructor(parent: Element, unit: TableUnit) {
    this.group = make("g", { "aria-hidden": "true", "data-unit": unit.id }, parent);
    this.#line = make("path", { class: "leader" }, this.group);
    this.#parts = make("g", {}, this.group);
    this.unit = unit;
  }

  show(unit: TableUnit, named: boolean, afar: boolean): void {
    this.unit = unit;
    this.width = afar ? chipWidth(unit) : widthOf(unit, named);
    put(this.group, "class", `label ${unit.colour} ${unit.manner}`);
    const content = afar ? drawChip(unit) : drawLabel(unit, named);
    if (content === this.#content) return;
    this.#content = content;
    this.#parts.innerHTML = content;
  }

  follow(pose: Pose, scale: number): void {
    const x = pose.x / 1000 + this.offset[0];
    const y = pose.y / 1000 + this.offset[1];
    put(this.group, "transform", `translate(${(x * scale).toFixed(1)} ${(y * scale).toFixed(1)}) scale(${LETTER})`);
    put(this.#line, "d", this.#leaderPath(scale / LETTER));
  }

  /** From the edge of the label to the body, ending in a dot, in inches of lettering about the middle of the label. */
  #leaderPath(scale: number): string {
    if (!this.leader) return "";
    const [x, y] = [(this.leader[0] - this.offset[0]) * scale, (this.leader[1] - this.offset[1]) * scale];
    const [fromX, fromY] = [Math.max(-this.width / 2, Math.min(this.width / 2, x)), Math.max(-HEIGHT / 2, Math.min(HEIGHT / 2, y))];
    return `M${number(fromX)} ${number(fromY)}L${number(x)} ${number(y)}m-.11 0a.11 .11 0 1 0 .22 0a.11 .11 0 1 0-.22 0`;
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

export function chipWidth(unit: TableUnit): number {
  return Math.max(CHIP, 0.44 + textWidth(String(unit.strength), 0.82));
}

/** How far the point of a diamond sticks out of its chip. */
function nibOf(unit: TableUnit): number {
  return unit.manner === "striped" ? NIB : 0;
}

export function widthOf(unit: TableUnit, named: boolean): number {
  if (unit.badge === "marks") return MARK * picturedMarks(unit).length;
  const name = named && unit.label ? 0.3 + textWidth(unit.label, 0.86) : 0;
  if (unit.badge) return name;
  return chipWidth(unit) + nibOf(unit) + MARK * picturedMarks(unit).length + name;
}
