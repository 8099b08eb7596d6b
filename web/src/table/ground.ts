/**
 * The ground of the table: a quiet staff map under the armies. Every kind has its own line and pattern, so that it is
 * known without colour. What is strewn over it follows from the feature's id alone: a table always looks the same.
 */
import look from "../../../src/schiltron/drawing/ground.json";
import type { Box } from "./shape";
import { chance, escaped, number, ringOf, smoothPath, straightPath, type Dot } from "./paths";
import { along, areaOf, boundsOf, clockwise, contains, distanceTo, drawnIn, lengthOf } from "./rings";
import { tower } from "./masonry";
import { crossing, strip } from "./strips";
import { nameAlong, nameBeside, nameWithin, type Name } from "./names";
import type { Area, Feature, Strip } from "./state";

/** How the page and the server's own pictures draw the kinds of ground. */
const { kinds: KINDS, areas, courses: COURSES, strewn: STREWN, smouldering: SMOULDERING, things: THINGS }: Look = look;
const WATERS: readonly string[] = ["stream", "river"];
/** Named beside themselves: of towers it is the inside that is looked at. */
const BESIDE: readonly string[] = ["building", "tower"];
/** From the bottom up: roads over what they lead through, water over roads, walls and hedges over all. */
const ORDER: readonly string[] = [...areas, ...COURSES];

/** Ground with things on it; each lies there up to a number between 0 and 1 that says which it is. */
interface Strewn {
  readonly ground: string;
  readonly inset: number;
  readonly step: number;
  readonly jitter: number;
  readonly things: readonly (readonly (string | number)[])[];
  /** The length of the scallops of its edge, where it has any. */
  readonly bow?: number;
  readonly straight?: boolean;
}
/** A tree with a round crown, or lines about a spot by their classes. */
interface Thing {
  readonly lines?: Readonly<Record<string, string>>;
  readonly crown?: number;
  readonly least?: number;
  readonly most?: number;
  readonly shade?: string;
}
interface Look {
  readonly kinds: Readonly<Record<string, string>>;
  readonly areas: readonly string[];
  /** Drawings that follow a course. */
  readonly courses: readonly string[];
  readonly strewn: Readonly<Record<string, Strewn>>;
  /** What grows where there is a fire somewhere. */
  readonly smouldering: Readonly<Record<string, string>>;
  readonly things: Readonly<Record<string, Thing>>;
}
const HACHURE = 0.62;

/** All features of a table of this size (inches), and the room their names take. */
export function drawGround(features: readonly Feature[], width: number, depth: number): { svg: string; names: Box[] } {
  const named = namesOf(features, width, depth);
  const layers = new Map<string, string[]>(ORDER.map((kind) => [kind, []]));
  features.forEach((feature, index) => {
    const kind = kindOf(feature);
    const drawing = feature.type === "strip" ? strip(feature, kind, width, depth) : area(feature, kind, named[index] ?? null);
    layers.get(kind)?.push(`<g data-feature="${escaped(feature.id)}">${drawing}</g>`);
  });
  const strips = (...kinds: readonly string[]): Strip[] =>
    features.filter((one): one is Strip => one.type === "strip" && kinds.includes(kindOf(one)));
  const fords = strips("road").flatMap((road) => strips(...WATERS).map((water) => crossing(road, water)));
  const ground = ORDER.flatMap((kind) => layers.get(kind) ?? []);
  const names = named.filter((name): name is Name => name !== null);
  return {
    svg: [...ground, ...fords, ...names.map((name) => name.svg)].join(""),
    names: names.flatMap((name) => name.rooms),
  };
}

/** The drawing for a feature. A road or wall that is an area is a patch, a stream that is an area a pond, a gully that is a strip a ditch. */
function kindOf(feature: Feature): string {
  const kind = KINDS[feature.kind.toLowerCase()] ?? "other";
  if ((feature.type === "strip") === COURSES.includes(kind)) return kind;
  if (feature.type === "strip" && kind === "gulley") return "ditch";
  return WATERS.includes(kind) ? "pond" : "other";
}

/** Names in their order. Those of small buildings are written beside them, once the others have their places. */
function namesOf(features: readonly Feature[], width: number, depth: number): (Name | null)[] {
  const isHouse = (feature: Feature): feature is Area => feature.type === "area" && BESIDE.includes(kindOf(feature));
  const named = features.map((feature) => (isHouse(feature) ? null : nameOf(feature, features, width, depth)));
  const taken = named.flatMap((name) => name?.rooms ?? []);
  const houses = features.filter(isHouse).map((house) => boundsOf(ringOf(house.ring)));
  features.forEach((feature, index) => {
    if (!feature.name || !isHouse(feature)) return;
    const name = nameBeside(feature.name, kindOf(feature), ringOf(feature.ring), [...taken, ...houses], width, depth);
    named[index] = name;
    taken.push(...name.rooms);
  });
  return named;
}

function nameOf(feature: Feature, all: readonly Feature[], width: number, depth: number): Name | null {
  if (!feature.name) return null;
  const kind = kindOf(feature);
  if (feature.type === "strip") return nameAlong(feature, kind, all, width, depth);
  const lines = kind === "hill" || kind === "gulley" ? feature.contours.slice(1).map(({ ring }) => ringOf(ring)) : [];
  return nameWithin(feature.name, kind, ringOf(feature.ring), lines);
}

function area(one: Area, kind: string, name: Name | null): string {
  const ring = ringOf(one.ring);
  if (kind === "hill" || kind === "gulley") return heights(one, kind === "hill" ? 1 : -1, name);
  if (kind === "pond") return pond(ring);
  if (kind === "building") return building(ring);
  if (kind === "tower") return tower(one, ring);
  if (kind === "breach") return `<path class="breach" d="${straightPath(ring)}"/>`;
  const grown = STREWN[SMOULDERING[kind] ?? kind];
  if (!grown) return `<path class="other-ground" d="${smoothPath(ring)}"/>`;
  return strewnGround(one.id, ring, grown, name) + (kind in SMOULDERING ? smoulder(one.id, ring, name) : "");
}

// ---------------------------------------------------------------- heights

/** Contours with hachures running downhill, and the level each contour leads to. */
function heights(one: Area, rise: number, name: Name | null): string {
  const steps = one.contours.length
    ? one.contours.map((contour) => ({ ring: ringOf(contour.ring), rise: contour.rise }))
    : [{ ring: ringOf(one.ring), rise }];
  const [tints, hachures, lines, levels]: string[][] = [[], [], [], []];
  for (const step of steps) {
    const path = smoothPath(step.ring);
    const level = steps
      .filter((other) => other === step || (areaAbs(other.ring) > areaAbs(step.ring) && holds(other.ring, step.ring)))
      .reduce((sum, other) => sum + other.rise, 0);
    const spot = levelSpot(step.ring, name);
    tints!.push(`<path class="${step.rise > 0 ? "rise" : "fall"}" d="${path}"/>`);
    hachures!.push(`<path class="hachure" d="${strokes(step.ring, step.rise, one.id, spot)}"/>`);
    lines!.push(`<path class="contour" d="${path}"/>`);
    if (spot) levels!.push(levelText(level, spot));
  }
  return [...tints!, ...hachures!, ...lines!, ...levels!].join("");
}

const areaAbs = (ring: readonly Dot[]): number => Math.abs(areaOf(ring));
const holds = (outer: readonly Dot[], inner: readonly Dot[]): boolean =>
  inner.every(([x, y]) => contains(outer, x, y) || distanceTo(outer, x, y, true) < 0.02);

type Spot = readonly [x: number, y: number, dx: number, dy: number];

function strokes(ring: readonly Dot[], rise: number, seed: string, spot: Spot | null): string {
  const edge = clockwise(ring);
  const length = lengthOf(edge, true);
  const count = Math.max(3, Math.round(length / HACHURE));
  const dice = chance(seed);
  let data = "";
  for (let index = 0; index < count; index++) {
    const [x, y, dx, dy] = along(edge, (length * (index + 0.5)) / count, true);
    const far = 0.34 + 0.24 * dice();
    if (spot && Math.hypot(x - spot[0], y - spot[1]) < HACHURE) continue;
    const [downX, downY] = rise > 0 ? [dy, -dx] : [-dy, dx];
    data += `M${number(x + downX * 0.08)} ${number(y + downY * 0.08)}l${number(downX * far)} ${number(downY * far)}`;
  }
  return data;
}

/** Where the level is written: on the contour, the upper right first, and clear of the hill's name. */
function levelSpot(ring: readonly Dot[], name: Name | null): Spot | null {
  const box = boundsOf(ring);
  const [mx, my] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const length = lengthOf(ring, true);
  const points = Array.from({ length: 64 }, (_, index) => along(ring, (length * index) / 64, true));
  for (const bearing of [-38, 218, 30, 150, 270, 90]) {
    const angle = (bearing * Math.PI) / 180;
    const away = ([x, y]: Spot): number =>
      Math.abs(Math.atan2(Math.sin(Math.atan2(y - my, x - mx) - angle), Math.cos(Math.atan2(y - my, x - mx) - angle)));
    const spot = points.reduce((best, one) => (away(one) < away(best) ? one : best));
    if (!name?.rooms.some((room) => near(room, spot[0], spot[1], 0.7))) return spot;
  }
  return null;
}

const near = (room: Box, x: number, y: number, by: number): boolean =>
  x > room.left - by && x < room.right + by && y > room.top - by && y < room.bottom + by;

/** The number stands along the line, never on its head. */
function levelText(level: number, [x, y, dx, dy]: Spot): string {
  const turn = (Math.atan2(dy, dx) * 180) / Math.PI;
  const upright = turn > 90 ? turn - 180 : turn <= -90 ? turn + 180 : turn;
  const sign = level < 0 ? "−" : "";
  return `<text class="level" transform="translate(${number(x)} ${number(y)}) rotate(${number(upright)})" y=".27">${sign}${Math.abs(level)}</text>`;
}

// ---------------------------------------------------------------- woods, scrub, water, broken ground

function strewnGround(id: string, ring: readonly Dot[], grown: Strewn, name: Name | null): string {
  const paths = new Map<string, string>();
  for (const [x, y, variety] of spots(ring, grown, id, name)) {
    const [sort] = grown.things.find(([, most]) => variety < Number(most))!;
    for (const [style, data] of drawnThing(THINGS[sort!]!, x, y, variety)) paths.set(style, (paths.get(style) ?? "") + data);
  }
  const edge = grown.bow ? scallops(ring, grown.bow) : grown.straight ? straightPath(ring) : smoothPath(ring);
  return `<path class="${grown.ground}" d="${edge}"/>${[...paths].map(([style, data]) => `<path class="${style}" d="${data}"/>`).join("")}`;
}

/** Classes and path data of one of the things that lie about. */
function* drawnThing({ lines, crown, least = 1, most = 1, shade = "" }: Thing, x: number, y: number, size: number): Generator<[string, string]> {
  for (const [style, line] of Object.entries(lines ?? {})) yield [style, `M${number(x)} ${number(y)}${line}`];
  if (!crown) return;
  const radius = crown * (least + (most - least) * size);
  const [r, across, middle] = [number(radius), number(2 * radius), number(x + radius * 0.23)];
  yield ["tree", `M${number(x - radius)} ${number(y)}a${r} ${r} 0 1 1 ${across} 0a${r} ${r} 0 1 1 -${across} 0Z`];
  yield [shade, `M${middle} ${number(y - radius * 0.97)}A${r} ${r} 0 0 1 ${middle} ${number(y + radius * 0.97)}`];
}

/** A fire somewhere in cover: some flames and their smoke, over what grows there. */
function smoulder(id: string, ring: readonly Dot[], name: Name | null): string {
  let [flames, smoke] = ["", ""];
  const places = [...spots(ring, STREWN.burning!, id, name)];
  const [middle, y] = places[Math.floor(places.length / 2)] ?? ring[0]!;
  for (const x of [middle - 0.55, middle, middle + 0.55]) {
    for (const [, data] of drawnThing(THINGS.flame!, x, y, 0)) flames += data;
    smoke += `M${number(x)} ${number(y - 0.6)}c.3 -.25 -.3 -.45 0 -.7`;
  }
  return `<path class="smoke" d="${smoke}"/><path class="flames" d="${flames}"/>`;
}

/** A chain of bows that swing out and back evenly about the measured edge. */
function scallops(ring: readonly Dot[], bow: number): string {
  const inner = drawnIn(ring, 0.1);
  const edge = clockwise(inner.length > 2 ? inner : ring);
  const length = lengthOf(edge, true);
  const count = Math.max(6, Math.round(length / bow));
  const radius = number((length / count) * 0.66);
  const points = Array.from({ length: count }, (_, index) => along(edge, (length * index) / count, true));
  const bows = [...points.slice(1), points[0]!].map(([x, y]) => `A${radius} ${radius} 0 0 1 ${number(x)} ${number(y)}`);
  return `M${number(points[0]![0])} ${number(points[0]![1])}${bows.join("")}Z`;
}

/** A shore, a ripple along it and a broken one farther out. */
function pond(ring: readonly Dot[]): string {
  const ripples = [
    ["ripple", 0.3],
    ["ripple ripple-broken", 0.75],
  ] as const;
  const rings = ripples.map(([style, by]) => {
    const inner = drawnIn(ring, by);
    return inner.length > 2 ? `<path class="${style}" d="${smoothPath(inner)}"/>` : "";
  });
  return `<path class="pond" d="${smoothPath(ring)}"/>${rings.join("")}`;
}

/** Walls with the eaves of a roof inside them. */
function building(ring: readonly Dot[]): string {
  const roof = drawnIn(ring, 0.4);
  const eaves = roof.length > 2 ? `<path class="roof" d="${straightPath(roof)}"/>` : "";
  return `<path class="building" d="${straightPath(ring)}"/>${eaves}`;
}

/** Spots of a shaken honeycomb inside a ring, away from its edge and its name, each with a number for variety. */
function* spots(
  ring: readonly Dot[],
  { inset, step, jitter }: Strewn,
  seed: string,
  name: Name | null,
): Generator<[number, number, number]> {
  const dice = chance(seed);
  const box = boundsOf(ring);
  const rows = Math.floor((box.bottom - box.top) / (step * 0.87)) + 2;
  const columns = Math.floor((box.right - box.left) / step) + 2;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const x = box.left + (column + (row % 2) / 2) * step + jitter * (2 * dice() - 1);
      const y = box.top + row * step * 0.87 + jitter * (2 * dice() - 1);
      const variety = dice();
      if (!contains(ring, x, y) || distanceTo(ring, x, y, true) < inset) continue;
      if (name?.rooms.some((room) => near(room, x, y, 0.56))) continue;
      yield [x, y, variety];
    }
}

/** A piece of terrain that is only a plan yet. */
export function outlineOf(feature: Feature): string {
  if (feature.type === "area") return smoothPath(ringOf(feature.ring));
  return straightPath(ringOf(feature.course), false);
}
