/**
 * The ground of the table: a quiet staff map under the armies. Every kind has its own line and pattern, so that it is
 * known without colour. What is strewn over it follows from the feature's id alone: a table always looks the same.
 */
import type { Box } from "./shape";
import { chance, escaped, number, ringOf, smoothPath, straightPath, type Dot } from "./paths";
import { along, areaOf, boundsOf, clockwise, contains, distanceTo, drawnIn, lengthOf } from "./rings";
import { crossing, strip } from "./strips";
import { nameAlong, nameBeside, nameWithin, type Name } from "./names";
import type { Area, Feature, Strip } from "./state";

const KINDS: Record<string, Kind> = {
  hill: "hill",
  gulley: "gulley",
  gully: "gulley",
  woods: "woods",
  wood: "woods",
  forest: "woods",
  light_woods: "light_woods",
  light_wood: "light_woods",
  scrub: "scrub",
  brush: "scrub",
  marsh: "marsh",
  swamp: "marsh",
  rough: "rough",
  pond: "pond",
  lake: "pond",
  stream: "stream",
  river: "river",
  road: "road",
  ford: "ford",
  prohibited: "prohibited",
  ditch: "ditch",
  wall: "wall",
  arrow_slits: "arrow_slits",
  barricade: "barricade",
  mantlets: "mantlets",
  hedge: "hedge",
  fence: "fence",
  building: "building",
  house: "building",
  burning_woods: "burning",
  burning_brush: "burning",
  burnt: "burnt",
};
type Course = (typeof COURSES)[number];
type Kind = Course | "building" | "hill" | "gulley" | "woods" | "light_woods" | "scrub" | "marsh" | "rough" | "prohibited" | "pond" | "burning" | "burnt" | "other";

/** Drawings that follow a course. */
const COURSES = ["road", "stream", "river", "ford", "ditch", "fence", "hedge", "mantlets", "barricade", "wall", "arrow_slits"] as const;
const isCourse = (kind: Kind): boolean => (COURSES as readonly Kind[]).includes(kind);
const WATERS: readonly Kind[] = ["stream", "river"];
/** From the bottom up: roads over what they lead through, water over roads, walls and hedges over all. */
const ORDER: readonly Kind[] = [
  "hill",
  "gulley",
  "rough",
  "marsh",
  "scrub",
  "burnt",
  "prohibited",
  "other",
  "light_woods",
  "woods",
  "burning",
  "pond",
  "building",
  ...COURSES,
];
const HACHURE = 0.62;

/** All features of a table of this size (inches), and the room their names take. */
export function drawGround(features: readonly Feature[], width: number, depth: number): { svg: string; names: Box[] } {
  const named = namesOf(features, width, depth);
  const layers = new Map<Kind, string[]>(ORDER.map((kind) => [kind, []]));
  features.forEach((feature, index) => {
    const kind = kindOf(feature);
    const drawing = feature.type === "strip" ? strip(feature, kind, width, depth) : area(feature, kind, named[index] ?? null);
    layers.get(kind)?.push(`<g data-feature="${escaped(feature.id)}">${drawing}</g>`);
  });
  const strips = (...kinds: readonly Kind[]): Strip[] =>
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
function kindOf(feature: Feature): Kind {
  const kind = KINDS[feature.kind.toLowerCase()] ?? "other";
  if ((feature.type === "strip") === isCourse(kind)) return kind;
  if (feature.type === "strip" && kind === "gulley") return "ditch";
  return WATERS.includes(kind) ? "pond" : "other";
}

/** Names in their order. Those of small buildings are written beside them, once the others have their places. */
function namesOf(features: readonly Feature[], width: number, depth: number): (Name | null)[] {
  const isHouse = (feature: Feature): feature is Area => feature.type === "area" && kindOf(feature) === "building";
  const named = features.map((feature) => (isHouse(feature) ? null : nameOf(feature, features, width, depth)));
  const taken = named.flatMap((name) => name?.rooms ?? []);
  const houses = features.filter(isHouse).map((house) => boundsOf(ringOf(house.ring)));
  features.forEach((feature, index) => {
    if (!feature.name || !isHouse(feature)) return;
    const name = nameBeside(feature.name, "building", ringOf(feature.ring), [...taken, ...houses], width, depth);
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

function area(one: Area, kind: Kind, name: Name | null): string {
  const ring = ringOf(one.ring);
  switch (kind) {
    case "hill":
      return heights(one, 1, name);
    case "gulley":
      return heights(one, -1, name);
    case "woods":
      return woods(one.id, ring, name);
    case "light_woods":
      return lightWoods(one.id, ring, name);
    case "scrub":
      return scrub(one.id, ring, name);
    case "marsh":
      return marsh(one.id, ring, name);
    case "rough":
      return rough(one.id, ring, name);
    case "prohibited":
      return prohibited(one.id, ring, name);
    case "burning":
      return burning(one.id, ring, name);
    case "burnt":
      return burnt(one.id, ring, name);
    case "pond":
      return pond(ring);
    case "building":
      return building(ring);
    default:
      return `<path class="patch" d="${smoothPath(ring)}"/>`;
  }
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

const TWIG = "m-.26 -.12l.2 .26v-.4m0 .4l.26 -.34";

function woods(id: string, ring: readonly Dot[], name: Name | null): string {
  let [crowns, shades] = ["", ""];
  for (const [x, y, size] of strewn(ring, 0.7, 1.36, 0.21, id, name)) {
    const r = 0.44 * (0.84 + 0.3 * size);
    crowns += crown(x, y, r);
    shades += shade(x, y, r);
  }
  return `<path class="wood-edge" d="${scallops(ring)}"/><path class="tree" d="${crowns}"/><path class="tree-shade" d="${shades}"/>`;
}

/** As woods, with gaps in the edge, and fewer and smaller trees between which twigs grow. */
function lightWoods(id: string, ring: readonly Dot[], name: Name | null): string {
  let [crowns, shades, twigs] = ["", "", ""];
  for (const [x, y, sort] of strewn(ring, 0.6, 1.46, 0.34, id, name)) {
    if (sort < 0.24) twigs += `M${number(x)} ${number(y)}${TWIG}`;
    else {
      crowns += crown(x, y, 0.31);
      shades += shade(x, y, 0.31);
    }
  }
  return (
    `<path class="light-wood-edge" d="${scallops(ring, 0.7)}"/><path class="tree" d="${crowns}"/>` +
    `<path class="tree-shade slight" d="${shades}"/><path class="scrub" d="${twigs}"/>`
  );
}

/** Cover on fire: a heavy edge, and flames all over it. */
function burning(id: string, ring: readonly Dot[], name: Name | null): string {
  let flames = "";
  for (const [x, y] of strewn(ring, 0.6, 1.2, 0.21, id, name))
    flames += `M${number(x)} ${number(y)}m0 -.5c.1 .3 .36 .4 .3 .72a.31 .31 0 0 1 -.6 0c-.03 -.2 .12 -.3 .14 -.48c.08 .06 .1 .12 .12 .2z`;
  return `<path class="fire-ground" d="${smoothPath(ring)}"/><path class="flames" d="${flames}"/>`;
}

/** Where cover has burnt down: stumps inside a broken line. */
function burnt(id: string, ring: readonly Dot[], name: Name | null): string {
  let stumps = "";
  for (const [x, y] of strewn(ring, 0.6, 1.5, 0.34, id, name)) stumps += `M${number(x)} ${number(y)}m-.14 .1v-.24m.28 .24v-.24m-.38 .24h.48`;
  return `<path class="burnt-ground" d="${smoothPath(ring)}"/><path class="stumps" d="${stumps}"/>`;
}

/** Low bushes and twigs inside a broken line. */
function scrub(id: string, ring: readonly Dot[], name: Name | null): string {
  let [bushes, shades, twigs] = ["", "", ""];
  for (const [x, y, sort] of strewn(ring, 0.5, 1.3, 0.34, id, name)) {
    const at = `M${number(x)} ${number(y)}`;
    if (sort < 0.6) {
      bushes += `${at}m-.34 .17a.17 .17 0 0 1 .1 -.27a.24 .24 0 0 1 .44 -.02a.17 .17 0 0 1 .14 .29Z`;
      shades += `${at}m-.34 .17h.68`;
    } else twigs += at + TWIG;
  }
  return (
    `<path class="scrub-ground" d="${smoothPath(ring)}"/><path class="tree" d="${bushes}"/>` +
    `<path class="tree-shade slight" d="${shades}"/><path class="scrub" d="${twigs}"/>`
  );
}

function crown(x: number, y: number, radius: number): string {
  const [r, across] = [number(radius), number(2 * radius)];
  return `M${number(x - radius)} ${number(y)}a${r} ${r} 0 1 1 ${across} 0a${r} ${r} 0 1 1 -${across} 0Z`;
}

function shade(x: number, y: number, radius: number): string {
  const [r, middle] = [number(radius), number(x + radius * 0.23)];
  return `M${middle} ${number(y - radius * 0.97)}A${r} ${r} 0 0 1 ${middle} ${number(y + radius * 0.97)}`;
}

/** A chain of bows that swing out and back evenly about the measured edge. */
function scallops(ring: readonly Dot[], bow = 0.92): string {
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
    ["ripple broken", 0.75],
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

/** Reeds and standing water inside a broken shore. */
function marsh(id: string, ring: readonly Dot[], name: Name | null): string {
  let [water, reeds] = ["", ""];
  for (const [x, y, sort] of strewn(ring, 0.55, 1.45, 0.3, id, name)) {
    const at = `M${number(x)} ${number(y)}`;
    if (sort < 0.62) {
      water += `${at}m-.44 0h.88m-.56 .2h.42`;
      reeds += `${at}m0 -.1v-.42m-.17 .42l-.15 -.3m.49 .3l.15 -.3`;
    } else water += `${at}m-.5 0h.66m-.26 .2h.6`;
  }
  return `<path class="marsh" d="${smoothPath(ring)}"/><path class="marsh-water" d="${water}"/><path class="reed" d="${reeds}"/>`;
}

/** Stones and scrub inside a dotted line. */
function rough(id: string, ring: readonly Dot[], name: Name | null): string {
  let [stones, twigs] = ["", ""];
  for (const [x, y, sort] of strewn(ring, 0.5, 1.25, 0.34, id, name)) {
    const at = `M${number(x)} ${number(y)}`;
    if (sort < 0.36) stones += `${at}m-.32 .16l.1 -.3 .26 -.12 .24 .16 .06 .26Z`;
    else if (sort < 0.66) stones += `${at}m-.16 .08l.06 -.17 .18 -.02 .09 .19Z`;
    else twigs += at + TWIG;
  }
  return `<path class="rough" d="${smoothPath(ring)}"/><path class="stone" d="${stones}"/><path class="scrub" d="${twigs}"/>`;
}

/** Ground that nobody enters: a heavy edge, and crosses all over it. */
function prohibited(id: string, ring: readonly Dot[], name: Name | null): string {
  let crosses = "";
  for (const [x, y] of strewn(ring, 0.6, 1.3, 0.08, id, name)) crosses += `M${number(x)} ${number(y)}m-.22 -.22l.44 .44m0 -.44l-.44 .44`;
  return `<path class="prohibited" d="${straightPath(ring)}"/><path class="crosses" d="${crosses}"/>`;
}

/** Spots of a shaken honeycomb inside a ring, away from its edge and its name, each with a number for variety. */
function* strewn(
  ring: readonly Dot[],
  inset: number,
  step: number,
  jitter: number,
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
