/** A table as full as one ever gets, to measure frames by: 40 units of 30 figures, hills, woods and a stream. */
import { formedShape } from "../formed";
import type { Feature, TableState, TableUnit } from "../state";

const SYMBOLS = ["medium_infantry", "pikemen", "longbowmen", "heavy_crossbows", "light_infantry", "heavy_infantry"];

export function crowdedTable(): Pick<TableState, "board" | "units" | "touchable"> {
  const units: TableUnit[] = [];
  for (let index = 0; index < 40; index++) {
    const red = index < 20;
    const mounted = index % 5 === 4;
    const column = index % 10;
    const row = Math.floor((index % 20) / 10);
    const base = mounted ? { width: 1000, depth: 2000 } : { width: 750, depth: 750 };
    units.push({
      id: `unit-${index}`,
      pose: {
        x: 7200 + column * 9600,
        y: red ? 46_000 + row * 8000 : 22_000 - row * 8000,
        heading: (red ? 0 : 180_000) + ((index * 7919) % 60_000) - 30_000,
      },
      shape: formedShape({ base, files: mounted ? 6 : 10, spacing: 0, hedgehog: false }, 30),
      colour: red ? "red" : "blue",
      manner: red ? "solid" : "open",
      symbol: mounted ? "medium_cavalry" : SYMBOLS[index % SYMBOLS.length]!,
      label: `Company ${index + 1}`,
      strength: 30,
      spoken: `Company ${index + 1}, ${red ? "Red" : "Blue"}, 30 figures, may move`,
      marks: index % 3 ? [] : ["moved"],
      fallen: 0,
      stance: "formed",
    });
  }
  return {
    board: { width: 108_000, depth: 72_000, features: FEATURES },
    units,
    touchable: new Set(units.map((unit) => unit.id)),
  };
}

function oval(x: number, y: number, rx: number, ry: number): [number, number][] {
  return Array.from({ length: 28 }, (_, index) => {
    const angle = (index / 28) * 2 * Math.PI;
    return [Math.round(x + rx * Math.cos(angle)), Math.round(y + ry * Math.sin(angle))];
  });
}

const FEATURES: Feature[] = [
  {
    type: "area",
    id: "hill-1",
    kind: "hill",
    name: "Long Hill",
    ring: oval(30_000, 34_000, 11_000, 6000),
    contours: [
      { ring: oval(30_000, 34_000, 11_000, 6000), rise: 1 },
      { ring: oval(30_000, 34_000, 7000, 3500), rise: 1 },
    ],
  },
  { type: "area", id: "woods-1", kind: "woods", name: "North Wood", ring: oval(70_000, 31_000, 8000, 6000), contours: [] },
  { type: "area", id: "woods-2", kind: "woods", name: "Far Wood", ring: oval(94_000, 40_000, 7000, 5000), contours: [] },
  { type: "area", id: "marsh-1", kind: "marsh", name: "The Fen", ring: oval(10_000, 40_000, 5000, 4000), contours: [] },
  {
    type: "strip",
    id: "stream-1",
    kind: "stream",
    name: "Long Water",
    width: 1500,
    course: [
      [0, 36_000],
      [22_000, 30_000],
      [50_000, 38_000],
      [80_000, 34_000],
      [108_000, 37_000],
    ],
  },
];
