// The sides of a scenario: who they are, from which edge they come, where they set up.

import type { SideEntry, ZoneEntry } from "../../../api/generated";
import type { ArmyList } from "../../../api/types";
import type { Made, Room } from "./shapes";

export type Edge = SideEntry["edge"];
export type Colour = NonNullable<SideEntry["colour"]>;
export const COLOURS: readonly Colour[] = ["red", "blue", "ochre", "teal", "grey"];
const EDGES: readonly Edge[] = ["south", "north", "west", "east"];
export const MOST_SIDES = 5;

const NOBODY: SideEntry = {
  edge: "south",
  name: "",
  colour: null,
  army: null,
  units: [],
  reinforcements: [],
  creatures: {},
  spells: {},
  zone: null,
  extra_points: 0,
  chose_ground: false,
  defends: false,
};

/** In inches. */
export function tableOf({ table }: Made): { width: number; depth: number } | null {
  if (!table) return null;
  const inch = (table.measure ?? "feet") === "feet" ? 12 : 1;
  return { width: table.width * inch, depth: table.depth * inch };
}

export const colourOf = (id: string, side: SideEntry): string => side.colour ?? id;

/** A scenario with nothing on its table yet. */
export function emptyField(book: string, [width, depth]: readonly [number, number], armies: readonly [string, string] | null): Made {
  return {
    id: "own-field",
    title: "A new field",
    ruleset: book,
    sides: {
      red: { ...NOBODY, edge: "south", colour: "red", army: armies?.[0] ?? null },
      blue: { ...NOBODY, edge: "north", colour: "blue", army: armies?.[1] ?? null },
    },
    table: { width, depth, measure: "inches" },
    description: "",
    first: false,
    follows: "",
    ground: "fixed",
    terrain: [],
    deployment: null,
    victory: null,
    options: {},
  };
}

/** Two of some armies that cost nearly the same: to begin with. */
export function evenPair(armies: readonly { readonly id: string; readonly points: number }[]): [string, string] | null {
  const ranked = [...armies].sort((one, other) => one.points - other.points);
  const pairs = ranked.slice(1).map((one, index) => ({ pair: [ranked[index]!.id, one.id] as [string, string], apart: one.points - ranked[index]!.points }));
  return pairs.length ? pairs.reduce((best, one) => (one.apart < best.apart ? one : best)).pair : null;
}

/** Strips along the edges that keep out of each other's way, so deep. */
export function strips(edges: readonly Edge[], width: number, depth: number, deep: number): Record<Edge, ZoneEntry> {
  const [west, east] = [edges.includes("west") ? deep : 0, edges.includes("east") ? deep : 0];
  return {
    north: { left: west, top: 0, right: width - east, bottom: deep },
    south: { left: west, top: depth - deep, right: width - east, bottom: depth },
    west: { left: 0, top: 0, right: deep, bottom: depth },
    east: { left: width - deep, top: 0, right: width, bottom: depth },
  };
}

/** Everybody sets up in a strip of his own, half as deep as between two where there are more. */
function apart(made: Made, deep: number): Made {
  const table = tableOf(made);
  if (!table || Object.keys(made.sides).length < 3) return made;
  const edges = Object.values(made.sides).map(({ edge }) => edge);
  const free = Math.min(deep, table.depth / 4, table.width / 4);
  const zones = strips(edges, table.width, table.depth, free);
  return { ...made, deployment: null, sides: Object.fromEntries(Object.entries(made.sides).map(([id, side]) => [id, { ...side, zone: zones[side.edge] }])) };
}

/** With a side more: of a colour and from an edge that nobody has; zones are drawn that do not cross. */
export function withSide(made: Made, deep: number): Made {
  const taken = Object.entries(made.sides);
  if (taken.length >= Math.min(MOST_SIDES, EDGES.length)) return made;
  const colour = COLOURS.find((one) => taken.every(([id, side]) => colourOf(id, side) !== one && id !== one)) ?? "grey";
  const edge = EDGES.find((one) => taken.every(([, side]) => side.edge !== one)) ?? "west";
  const army = taken.at(-1)?.[1].army ?? null;
  return apart({ ...made, sides: { ...made.sides, [colour]: { ...NOBODY, edge, colour, army } } }, deep);
}

/** Without a side, and without what it was to do; two stay. */
export function withoutSide(made: Made, id: string, deep: number): Made {
  if (Object.keys(made.sides).length <= 2 || !(id in made.sides)) return made;
  const { [id]: _, ...sides } = made.sides;
  const victory = made.victory && { ...made.victory, conditions: made.victory.conditions.filter(({ side }) => side !== id) };
  const left = { ...made, sides, victory };
  if (Object.keys(sides).length > 2) return apart(left, deep);
  const [one, other] = Object.entries(sides) as [[string, SideEntry], [string, SideEntry]];
  return { ...left, sides: { [one[0]]: { ...one[1], edge: "south", zone: null }, [other[0]]: { ...other[1], edge: "north", zone: null } } };
}

export const withSideChanged = (made: Made, id: string, change: Partial<SideEntry>): Made => ({ ...made, sides: { ...made.sides, [id]: { ...made.sides[id]!, ...change } } });

const OPPOSITE: Record<Edge, Edge> = { north: "south", south: "north", east: "west", west: "east" };

/** A side that comes from another edge; of two the other comes from the one opposite. Zones follow. */
export function withEdge(made: Made, id: string, edge: Edge): Made {
  const others = Object.keys(made.sides).filter((one) => one !== id);
  const held = others.find((one) => made.sides[one]!.edge === edge);
  const left = made.sides[id]!.edge;
  const sides = { ...made.sides, [id]: { ...made.sides[id]!, edge, zone: null } };
  if (others.length === 1) sides[others[0]!] = { ...sides[others[0]!]!, edge: OPPOSITE[edge], zone: null };
  else if (held) sides[held] = { ...sides[held]!, edge: left, zone: null };
  return apart({ ...made, sides }, 12);
}

/** A side that leads an army list: its units and whatever it brings of its own, under its name. */
export function withList(made: Made, id: string, list: ArmyList): Made {
  const units = list.units.map((unit) => ({
    troop: unit.troop,
    figures: unit.figures,
    files: unit.files ?? null,
    hedgehog: unit.hedgehog ?? false,
    name: unit.name ?? "",
    equipment: unit.equipment ?? {},
    joins: unit.joins ?? "",
    at: null,
    heading: null,
    on: "",
    on_top: false,
  }));
  const own = { creatures: list.creatures ?? {}, spells: list.spells ?? {}, troops: list.troops ?? {}, items: list.items ?? {} } as Pick<SideEntry, "creatures" | "spells" | "troops" | "items">;
  return withSideChanged(made, id, { army: null, units, ...own, name: list.name });
}

export const withReadyArmy = (made: Made, id: string, army: string): Made => withSideChanged(made, id, { army, units: [], reinforcements: [], creatures: {}, spells: {}, troops: {}, items: {}, name: "" });

/** A zone with one of its edges pulled to a point, so that it stays a rectangle of the table. */
export function pulledZone(zone: Room, edge: Edge, at: readonly [number, number], width: number, depth: number): ZoneEntry {
  const within = (value: number, low: number, high: number): number => Math.round(Math.max(low, Math.min(high, value)) * 4) / 4;
  switch (edge) {
    case "north":
      return { ...zone, top: within(at[1], 0, zone.bottom - 1) };
    case "south":
      return { ...zone, bottom: within(at[1], zone.top + 1, depth) };
    case "west":
      return { ...zone, left: within(at[0], 0, zone.right - 1) };
    case "east":
      return { ...zone, right: within(at[0], zone.left + 1, width) };
  }
}

/** The edges of a zone that can be pulled: those that do not lie on an edge of the table. */
export const freeEdges = (zone: Room, width: number, depth: number): Edge[] =>
  (["north", "east", "south", "west"] as const).filter((edge) => ({ north: zone.top > 0, south: zone.bottom < depth, west: zone.left > 0, east: zone.right < width })[edge]);

/** Where the tab of a zone's edge lies. */
export function tabOf(zone: Room, edge: Edge): [number, number] {
  const [mx, my] = [zone.left + (zone.right - zone.left) * 0.94, zone.top + (zone.bottom - zone.top) * 0.2];
  return { north: [mx, zone.top], south: [mx, zone.bottom], west: [zone.left, my], east: [zone.right, my] }[edge] as [number, number];
}
