/** A unit on the table: one group, drawn about its pose and moved by its transform alone. */
import { make, put } from "./dom";
import { drawCompany, drawFigures, drawHonours, drawPlaces, onItsHead } from "./figures";
import { markup, PICTOGRAMS, POINTING } from "./symbols";
import { number, straightPath, type Dot } from "./paths";
import type { Pose } from "./pose";
import { boxOf, cornersOf, patchesOf, type Box, type Ring, type Shape } from "./shape";
import type { TableUnit } from "./state";

export const CHEVRON = "M-.42 0 0-.52.42 0Z";
const PLATE = 140;
const BAR = 0.44;

export class UnitView {
  readonly group: SVGGElement;
  unit: TableUnit;
  /** Where it is drawn, which differs from the unit's pose while it is on its way. */
  pose: Pose;
  #look = "";

  constructor(parent: Element, unit: TableUnit) {
    this.group = make("g", { class: "unit", "data-unit": unit.id, role: "button", tabindex: "-1" }, parent);
    this.unit = unit;
    this.pose = unit.pose;
    this.#draw();
    this.stand(unit.pose);
  }

  show(unit: TableUnit): void {
    if (unit === this.unit) return;
    const before = this.unit;
    this.unit = unit;
    if (unit.shape !== before.shape || !sameLook(unit, before)) this.#draw();
    this.stand(unit.pose);
  }

  /** Put it somewhere, without saying that it stands there. */
  stand(pose: Pose): void {
    this.pose = pose;
    put(this.group, "transform", placed(pose));
  }

  /** Draw it in another shape for as long as it is on its way. */
  wear(shape: Shape, pose: Pose): void {
    const shown = { ...this.unit, shape, pose, fallen: Math.min(this.unit.fallen, shape.figures.length) };
    this.#inside(shown);
    this.stand(pose);
  }

  dress(touchable: boolean, selected: boolean, tabbable: boolean, pale = false): void {
    const { unit } = this;
    const style = `unit ${unit.colour} ${unit.manner}${touchable ? " touchable" : ""}${selected ? " selected" : ""}${pale && !selected ? " pale" : ""}${unit.marks.includes("routed") ? " routed" : ""}${unit.stance === "loose" ? " loose" : ""}${unit.inside ? " inside" : ""}`;
    put(this.group, "class", style);
    put(this.group, "tabindex", tabbable ? "0" : "-1");
    put(this.group, "aria-label", unit.spoken);
    put(this.group, "aria-pressed", touchable ? String(selected) : null);
    put(this.group, "aria-disabled", touchable ? null : "true");
  }

  get box(): Box {
    return boxOf(this.unit.shape);
  }

  /** The figures that have just been lost fade where they stood. */
  fade(count: number, milliseconds: number): void {
    const { figures } = this.unit.shape;
    if (!count || !figures.length) return;
    const lost = make("path", { class: "lost", d: drawPlaces(figures.slice(-count)) }, this.group);
    lost.animate([{ opacity: 1 }, { opacity: 0 }], { duration: milliseconds, fill: "forwards" });
    setTimeout(() => lost.remove(), milliseconds);
  }

  remove(): void {
    this.group.remove();
  }

  #draw(): void {
    this.#inside(this.unit);
  }

  #inside(unit: TableUnit): void {
    const drawing = drawUnit(unit);
    if (drawing === this.#look) return;
    this.#look = drawing;
    this.group.innerHTML = drawing;
  }
}

export function placed(pose: Pose): string {
  const turn = pose.heading ? ` rotate(${number(pose.heading / 1000)})` : "";
  return `translate(${number(pose.x / 1000)} ${number(pose.y / 1000)})${turn}`;
}

function sameLook(a: TableUnit, b: TableUnit): boolean {
  return (
    a.symbol === b.symbol &&
    a.colour === b.colour &&
    a.manner === b.manner &&
    a.fallen === b.fallen &&
    a.stance === b.stance &&
    a.marks.join() === b.marks.join() &&
    a.company?.join() === b.company?.join() &&
    onItsHead(a.pose.heading) === onItsHead(b.pose.heading)
  );
}

/** The markup inside a unit's group. */
function drawUnit(unit: TableUnit): string {
  if (!unit.shape.figures.length) return "";
  if (unit.hull) return drawHull(unit);
  const alone = unit.stance === "single";
  const near = `<g class="near${alone ? " alone" : ""}">${drawFigures(unit)}${drawHonours(unit)}</g>`;
  const afar = alone ? "" : `<g class="afar">${drawBlock(unit)}</g>`;
  const grip = `<path class="grip" d="${grown(unit.shape, 2 * PLATE)}"/>`;
  return `${grip}${drawPlate(unit)}${near}${afar}${drawChevrons(unit)}${drawCompany(unit)}`;
}

/** A hull from above: its sides, the deck with its planks, the mast with its yard, and the oars. */
function drawHull(unit: TableUnit): string {
  const box = boxOf(unit.shape);
  const [half, length] = [(box.right - box.left) / 2000, (box.bottom - box.top) / 1000];
  const [beam, bow, stern] = [number(half), number(Math.min(1.2, length / 4)), number(length - 0.3)];
  const side = `M0 0C${number(half * 0.7)} .1 ${beam} ${number(Number(bow) / 2)} ${beam} ${bow}V${stern}Q${beam} ${number(length)} ${number(half * 0.6)} ${number(length)}H${number(-half * 0.6)}Q${number(-half)} ${number(length)} ${number(-half)} ${stern}V${bow}C${number(-half)} ${number(Number(bow) / 2)} ${number(-half * 0.7)} .1 0 0Z`;
  const seams = Array.from({ length: Math.max(1, Math.round(half * 4)) - 1 }, (_, index) => number(-half + ((index + 1) * 2 * half) / Math.round(half * 4)));
  const planks = seams.map((x) => `M${x} ${bow}V${number(length - 0.15)}`).join("");
  const benches = Array.from({ length: Math.max(2, Math.floor((length - 2.4) / 0.6)) }, (_, index) => 1.5 + index * 0.6);
  const oars = benches.map((y) => `M${beam} ${number(y)}l.7 .32M${number(-half)} ${number(y)}l-.7 .32`).join("");
  const mast = number(length * 0.45);
  const grip = `<path class="grip" d="${grown(unit.shape, 2 * PLATE)}"/>`;
  return `${grip}<path class="oars" d="${oars}"/><path class="hull" d="${side}"/><path class="planks" d="${planks}"/><path class="yard" d="M${number(-half * 1.25)} ${mast}h${number(half * 2.5)}"/><circle class="mast" cx="0" cy="${mast}" r=".13"/>`;
}

/** Paper beneath and around the bases, so that they stand clear of the map. */
function drawPlate(unit: TableUnit): string {
  if (unit.stance === "loose") return `<path class="plate open" d="${straightPath(hull(unit.shape, 340))}"/>`;
  if (unit.marks.includes("routed")) return `<path class="plate open" d="${boxPath(boxOf(unit.shape, 280))}"/>`;
  return `<path class="plate" d="${grown(unit.shape, PLATE)}"/>`;
}

/** From afar: the outline filled, a bar along the front, one pictogram; of skirmishers the pictogram alone. */
function drawBlock(unit: TableUnit): string {
  const box = boxOf(unit.shape);
  if (unit.stance === "loose")
    return glyph(unit, (box.left + box.right) / 2000, (box.top + box.bottom) / 2000, 1.4, "loose-glyph");
  const [left, , right] = unit.shape.front[0] ?? [box.left, 0, box.right];
  const width = (right - left) / 1000;
  const main = unit.shape.rects[0];
  const depth = main ? Math.max(...main.map(([, forward]) => -forward)) / 1000 : (box.bottom - box.top) / 1000;
  const room = depth - BAR;
  const filled = `<path class="block" d="${grown(unit.shape, 0)}"/>`;
  const bar = `<path class="bar" d="M${number(left / 1000)} ${BAR / 2}h${number(width)}" stroke-width="${BAR}"/>`;
  const size = Math.min(Math.max(room * 0.86, 0.5), width * 0.8, 1.8);
  return filled + bar + glyph(unit, (left + right) / 2000, BAR + room / 2, size, "block-glyph");
}

function glyph(unit: TableUnit, x: number, y: number, size: number, style: string): string {
  const parts = PICTOGRAMS[unit.symbol];
  if (!parts) return "";
  const upset = !POINTING.has(unit.symbol) && onItsHead(unit.pose.heading);
  const turn = upset ? " rotate(180)" : "";
  const scale = number(size / 16);
  return `<g class="${style}" transform="translate(${number(x)} ${number(y)})${turn} scale(${scale}) translate(-8 -8)">${markup(parts)}</g>`;
}

/** Before the front; on all sides of a hedgehog, or at its flanks; none for a body in contact or a single figure. */
function drawChevrons(unit: TableUnit): string {
  if (unit.stance === "single" || unit.marks.includes("contact")) return "";
  const box = boxOf(unit.shape);
  const [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom].map((edge) => edge / 1000);
  if (unit.stance === "hedgehog" || unit.stance === "flanks")
    return (
      chevron(0, top! - 0.22, 0) +
      chevron(right! + 0.22, (top! + bottom!) / 2, 90) +
      (unit.stance === "hedgehog" ? chevron(0, bottom! + 0.22, 180) : "") +
      chevron(left! - 0.22, (top! + bottom!) / 2, 270)
    );
  return chevron(0, unit.stance === "loose" ? top! - 0.42 : unit.marks.includes("routed") ? top! - 0.36 : -0.22, 0);
}

function chevron(x: number, y: number, turn: number): string {
  return `<path class="chevron" d="${CHEVRON}" transform="translate(${number(x)} ${number(y)}) rotate(${turn})"/>`;
}

// ---------------------------------------------------------------- outlines

/** Every patch of the shape, grown on all sides, as path data about the pose. */
export function grown(shape: Shape, by: number): string {
  return patchesOf(shape)
    .map((ring) => straightPath(drawn(grownRing(ring, by))))
    .join("");
}

/** A convex ring with its edges moved outward. */
function grownRing(ring: Ring, by: number): Ring {
  if (!by) return ring;
  const count = ring.length;
  return ring.map(([x, y], index) => {
    const away = ([ox, oy]: readonly [number, number]): Dot => {
      const length = Math.hypot(x - ox, y - oy) || 1;
      return [(x - ox) / length, (y - oy) / length];
    };
    const before = away(ring[(index + count - 1) % count]!);
    const after = away(ring[(index + 1) % count]!);
    return [x + (before[0] + after[0]) * by, y + (before[1] + after[1]) * by] as const;
  });
}

/** From lateral and forward in thousandths to the drawing. */
function drawn(ring: Ring): Dot[] {
  return ring.map(([lateral, forward]) => [lateral / 1000, -forward / 1000]);
}

export function boxPath({ left, top, right, bottom }: Box): string {
  return straightPath(
    [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ].map(([x, y]) => [x! / 1000, y! / 1000] as const),
  );
}

/** The convex hull of all bases, each grown. */
export function hull(shape: Shape, by: number): Dot[] {
  return hullOf(shape.figures.flatMap((place) => drawn(grownRing(cornersOf(place), by))));
}

function hullOf(all: readonly Dot[]): Dot[] {
  const points = [...all].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (some: readonly Dot[]): Dot[] => {
    const kept: Dot[] = [];
    for (const point of some) {
      while (kept.length > 1 && turnOf(kept.at(-2)!, kept.at(-1)!, point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...half(points), ...half(points.reverse())];
}

/** How near the next of a band has to be. */
const TOGETHER = 6000;

/** A band in the groups into which it has come apart. */
function keptTogether(band: readonly TableUnit[]): TableUnit[][] {
  const groups: TableUnit[][] = [];
  for (const unit of band) {
    const near = groups.filter((group) => group.some(({ pose }) => Math.hypot(pose.x - unit.pose.x, pose.y - unit.pose.y) < TOGETHER));
    for (const group of near) groups.splice(groups.indexOf(group), 1);
    groups.push([...near.flat(), unit]);
  }
  return groups;
}

/** A broken line round those of a band who have kept together. */
export function drawBands(units: readonly TableUnit[], selected: string | null): string {
  const bands = new Map<string, TableUnit[]>();
  for (const unit of units) if (unit.band) bands.set(unit.band, [...(bands.get(unit.band) ?? []), unit]);
  return [...bands.values()]
    .flatMap(keptTogether)
    .map((band) => {
      const ring = hullOf(band.flatMap((unit) => unit.shape.figures.flatMap((place) => grownRing(cornersOf(place), 340).map((at) => tabled(unit.pose, at)))));
      const path = straightPath(ring.map(([x, y]) => [x / 1000, y / 1000] as const));
      const style = band.some(({ id }) => id === selected) ? "band-hull chosen" : "band-hull";
      return band.length > 1 ? `<path class="${style} ${band[0]!.colour}" d="${path}"/>` : "";
    })
    .join("");
}

const turnOf = (a: Dot, b: Dot, c: Dot): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Where the outline of one unit runs along another: ink ticks, as path data on the table. */
export function contactPath(a: TableUnit, b: TableUnit): string {
  const reach = 40;
  let data = "";
  const rings = (unit: TableUnit): Dot[][] => patchesOf(unit.shape).map((ring) => ring.map((at) => tabled(unit.pose, at)));
  const there = rings(b);
  for (const one of rings(a))
    for (let index = 0; index < one.length; index++) {
      const [from, to] = [one[index]!, one[(index + 1) % one.length]!];
      for (const other of there) {
        const part = clipped(from, to, other, reach);
        if (part && (part[1] - part[0]) * Math.hypot(to[0] - from[0], to[1] - from[1]) > 200) {
          const at = (share: number): Dot => [
            (from[0] + (to[0] - from[0]) * share) / 1000,
            (from[1] + (to[1] - from[1]) * share) / 1000,
          ];
          data += straightPath([at(part[0]), at(part[1])], false);
        }
      }
    }
  return data;
}

function tabled(pose: Pose, [lateral, forward]: readonly [number, number]): Dot {
  const angle = (pose.heading / 1000) * (Math.PI / 180);
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  return [pose.x + cosine * lateral + sine * forward, pose.y + sine * lateral - cosine * forward];
}

/** The part of a stretch inside a convex ring grown by so much, as shares of the stretch. */
function clipped(from: Dot, to: Dot, ring: readonly Dot[], by: number): [number, number] | null {
  let [first, last] = [0, 1];
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const area = ring.reduce((sum, [x, y], index) => {
    const [nx, ny] = ring[(index + 1) % ring.length]!;
    return sum + x * ny - nx * y;
  }, 0);
  const side = area > 0 ? 1 : -1;
  for (let index = 0; index < ring.length; index++) {
    const [ax, ay] = ring[index]!;
    const [bx, by2] = ring[(index + 1) % ring.length]!;
    const length = Math.hypot(bx - ax, by2 - ay) || 1;
    const [nx, ny] = [(side * (by2 - ay)) / length, (-side * (bx - ax)) / length];
    const start = (from[0] - ax) * nx + (from[1] - ay) * ny - by;
    const slope = dx * nx + dy * ny;
    if (Math.abs(slope) < 1e-9) {
      if (start > 0) return null;
      continue;
    }
    const meet = -start / slope;
    if (slope > 0) last = Math.min(last, meet);
    else first = Math.max(first, meet);
    if (first >= last) return null;
  }
  return [first, last];
}
