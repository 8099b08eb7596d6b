/** What is printed over the map besides plans: arcs and zones, brackets, templates, tape, tags. */
import { fillIn, make, put } from "./dom";
import { outlineOf } from "./ground";
import { drawShape, ringsOf } from "./ground-shapes";
import { LETTER, lettering } from "./labels";
import { escaped, number, textWidth } from "./paths";
import { dot, segment } from "./plan";
import type { Point } from "./pose";
import { boxOf, shared, type Box, type Ring } from "./shape";
import { besideShot, drawShot } from "./shots";
import type { Sketch, TableUnit, Tag, Tape, TargetMark, Template, Zone } from "./state";
import { boxPath, placed } from "./unit";

// ---------------------------------------------------------------- zones

export function drawZones(zones: readonly Zone[]): string {
  const order: Zone["kind"][] = ["kept", "deployment", "command", "reach", "charge", "arc", "far", "near", "firing"];
  return order.flatMap((kind) => zones.filter((zone) => zone.kind === kind)).map(drawZone).join("");
}

function drawZone(zone: Zone): string {
  const colour = zone.colour ? ` ${zone.colour}` : "";
  const hatch = zone.kind === "far" || zone.kind === "kept" ? drawShape(zone.shape, `${zone.kind}-hatch`) : "";
  return `<g class="zone${colour}">${drawShape(zone.shape, `zone-${zone.kind}`)}${hatch}</g>`;
}

/** The names of arcs and zones, each on the edge it belongs to; `origin` is whom they surround. */
export function zoneTags(zones: readonly Zone[], origin: Point | null): Tag[] {
  return zones
    .filter((zone) => zone.label && ringsOf(zone.shape)[0]?.length)
    .map((zone, index) => {
      const rings = ringsOf(zone.shape);
      const patch = zone.kind === "deployment" || zone.kind === "kept";
      return {
        id: `zone-${index}`,
        at: patch ? middleOfRing(rings[0]!) : edgeOf(rings, origin ?? middleOfRing(rings[0]!), index),
        text: zone.label,
        tone: patch ? "ink" : "plan",
        side: "on",
      };
    });
}

function middleOfRing(ring: Ring): Point {
  const xs = ring.map(([x]) => x);
  const ys = ring.map(([, y]) => y);
  return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
}

/** A point on the outer edge; those of several zones are spread along it so that names do not meet. */
function edgeOf(rings: readonly Ring[], origin: Point, index: number): Point {
  const far = ([x, y]: readonly [number, number]): number => Math.hypot(x - origin.x, y - origin.y);
  const points = rings.flat();
  const most = Math.max(...points.map(far));
  const angle = ([x, y]: readonly [number, number]): number => Math.atan2(y - origin.y, x - origin.x);
  const outer = points.filter((point) => far(point) > most * 0.9);
  const middle = Math.atan2(
    outer.reduce((sum, point) => sum + Math.sin(angle(point)), 0),
    outer.reduce((sum, point) => sum + Math.cos(angle(point)), 0),
  );
  const turn = (point: readonly [number, number]): number => {
    const by = angle(point) - middle;
    return Math.atan2(Math.sin(by), Math.cos(by));
  };
  const ordered = [...outer].sort((a, b) => turn(a) - turn(b));
  const place = ordered[Math.floor(ordered.length * ([0.3, 0.72, 0.5][index % 3] ?? 0.5))] ?? points[0]!;
  return { x: place[0], y: place[1] };
}

// ---------------------------------------------------------------- brackets, selection

export function drawBrackets(targets: readonly TargetMark[], units: ReadonlyMap<string, TableUnit>): string {
  return targets
    .map(({ unit: id, chosen, barred }) => {
      const unit = units.get(id);
      if (!unit) return "";
      const box = boxOf(unit.shape, 520);
      const [l, t, r, b] = [box.left, box.top, box.right, box.bottom].map((edge) => edge / 1000) as [
        number,
        number,
        number,
        number,
      ];
      const arm = Math.min(0.95, (r - l) / 3, (b - t) / 3);
      const n = number;
      const data =
        `M${n(l)} ${n(t + arm)}V${n(t)}H${n(l + arm)}M${n(r - arm)} ${n(t)}H${n(r)}V${n(t + arm)}` +
        `M${n(r)} ${n(b - arm)}V${n(b)}H${n(r - arm)}M${n(l + arm)} ${n(b)}H${n(l)}V${n(b - arm)}`;
      const style = `target${chosen ? " chosen" : ""}${barred ? " barred" : ""}`;
      return `<g class="${style}" transform="${placed(unit.pose)}"><path class="target-halo" d="${data}"/><path class="target-line" d="${data}"/></g>`;
    })
    .join("");
}

export function drawRing(unit: TableUnit | undefined, style: string, grow: number): string {
  if (!unit) return "";
  const data = boxPath(boxOf(unit.shape, grow));
  return `<g class="${style}" transform="${placed(unit.pose)}"><path class="ring-halo" d="${data}"/><path class="ring-line" d="${data}"/></g>`;
}

/** A line drawn round units, with round corners. */
export function drawLasso(box: Box | null): string {
  if (!box) return "";
  const [width, height] = [(box.right - box.left) / 1000, (box.bottom - box.top) / 1000];
  const round = number(Math.min(1, width / 3, height / 3));
  return `<rect class="lasso" x="${number(box.left / 1000)}" y="${number(box.top / 1000)}" width="${number(width)}" height="${number(height)}" rx="${round}"/>`;
}

// ---------------------------------------------------------------- templates, tape, sketches

export function drawTemplates(templates: readonly Template[]): string {
  return templates
    .map(({ tone, marks, line, aim, barred }) => {
      const laid = line ? `<path class="shot-halo" d="${segment(...line)}"/><path class="shot-line" d="${segment(...line)}"/>` : "";
      const aimed = aim ? `<path class="shot-aim" d="${cross(aim)}"/>` : "";
      return `<g class="shot ${tone}${barred ? " barred" : ""}">${laid}${drawShot(marks)}${aimed}</g>`;
    })
    .join("");
}

/** What a template catches stands beside it. */
export function templateTags(templates: readonly Template[]): Tag[] {
  return templates.flatMap(({ label, marks, aim, tone, barred }, index) => {
    const at = besideShot(marks) ?? aim;
    return label && at ? [{ id: `template-${index}`, at, text: label, tone: barred ? "stop" : tone === "plan" ? "plan" : "ink", side: "right" }] : [];
  });
}

function cross({ x, y }: Point): string {
  const [cx, cy] = [number(x / 1000), number(y / 1000)];
  return `M${cx} ${cy}m-.5 0h1m-.5 -.5v1`;
}

export function drawTape(tape: Tape | null): string {
  if (!tape) return "";
  const data = segment(tape.from, tape.to);
  return `<path class="tape-halo" d="${data}"/><path class="tape" d="${data}"/><path class="node" d="${dot(tape.from, 0.2)}${dot(tape.to, 0.2)}"/>`;
}

export function drawSketches(sketches: readonly Sketch[]): string {
  return sketches
    .map(({ feature, barred }) => {
      const style = `sketch${barred ? " barred" : ""}`;
      const data = outlineOf(feature);
      if (feature.type === "area")
        return `<g class="${style}" data-ghost="feature"><path class="sketch-area" d="${data}"/><path class="sketch-bars" d="${data}"/></g>`;
      const width = number(feature.width / 1000);
      return `<g class="${style}" data-ghost="feature"><path class="sketch-strip" d="${data}" stroke-width="${width}"/><path class="sketch-course" d="${data}"/></g>`;
    })
    .join("");
}

// ---------------------------------------------------------------- tags

const SIZE = 0.84;
const HIGH = 1.25;

export class TagView {
  readonly group: SVGGElement;
  #text = "";
  tag: Tag;

  constructor(parent: Element, tag: Tag) {
    this.group = make("g", { "aria-hidden": "true" }, parent);
    this.tag = tag;
  }

  show(tag: Tag): void {
    this.tag = tag;
    put(this.group, "class", `tag tone-${tag.tone}`);
    const text = `${tag.tone}:${tag.text}`;
    if (text === this.#text) return;
    this.#text = text;
    const width = this.width;
    const round = tag.tone.startsWith("number") ? HIGH / 2 : 0.2;
    fillIn(
      this.group,
      `<rect x="${number(-width / 2)}" y="${-HIGH / 2}" width="${number(width)}" height="${HIGH}" rx="${number(round)}"/><text y=".29">${escaped(tag.text)}</text>`,
    );
  }

  get width(): number {
    const { text, tone } = this.tag;
    if (tone.startsWith("number")) return Math.max(HIGH, textWidth(text, SIZE) + 0.5);
    return textWidth(text, tone === "total" ? 0.94 : SIZE) + 0.8;
  }

  remove(): void {
    this.group.remove();
  }
}

/** What tags had better not cover, and how much that would matter. */
export interface Obstacle {
  readonly box: Box;
  readonly weight: number;
}

/** Every tag beside its point, or at another side of it where it would lie on something; all in inches. */
export function placeTags(views: readonly TagView[], pixels: number, obstacles: readonly Obstacle[], board: Box | null = null): void {
  const scale = lettering(pixels);
  const taken: Obstacle[] = [...obstacles];
  for (const view of views) {
    const { at, side } = view.tag;
    const [w, h] = [view.width * scale, HIGH * scale];
    let best = { cost: Infinity, x: 0, y: 0 };
    spotsAround(at.x / 1000, at.y / 1000, w, h, 0.75 * scale, side).forEach(([x, y], rank) => {
      const room = boxAt(x, y, w, h);
      const hidden = taken.reduce((sum, { box, weight }) => sum + weight * shared(room, box), 0);
      const cost = hidden / (w * h) + 0.045 * rank + (board ? beyond(room, board) : 0);
      if (cost < best.cost) best = { cost, x, y };
    });
    taken.push({ box: boxAt(best.x, best.y, w, h), weight: 6 });
    const [px, py] = [(best.x * pixels).toFixed(1), (best.y * pixels).toFixed(1)];
    put(view.group, "transform", `translate(${px} ${py}) scale(${LETTER})`);
  }
}

/** How many inches of a tag hang over the edge of the table. */
function beyond(room: Box, board: Box): number {
  return Math.max(0, board.left - room.left, room.right - board.right, board.top - room.top, room.bottom - board.bottom);
}

/** The wanted side first, then the others, each at a few heights. */
function spotsAround(x: number, y: number, w: number, h: number, gap: number, side: Tag["side"]): [number, number][] {
  const left: [number, number] = [x - w / 2 - gap, y];
  const right: [number, number] = [x + w / 2 + gap, y];
  const above: [number, number] = [x, y - h / 2 - gap];
  const below: [number, number] = [x, y + h / 2 + gap];
  const order: Record<Tag["side"], [number, number][]> = {
    on: [[x, y], above, below, right, left],
    left: [left, right, above, below],
    right: [right, left, above, below],
    above: [above, right, left, below],
    below: [below, right, left, above],
  };
  return [0, 1.1, -1.1, 2.2, -2.2, 3.4, -3.4].flatMap((drop) =>
    order[side].map(([sx, sy]): [number, number] => [sx, sy + drop * h]),
  );
}

function boxAt(x: number, y: number, w: number, h: number): Box {
  return { left: x - w / 2, right: x + w / 2, top: y - h / 2, bottom: y + h / 2 };
}
