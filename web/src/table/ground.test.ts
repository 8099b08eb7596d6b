import { describe, expect, it } from "vitest";
import { drawGround } from "./ground";
import { smoothLine, type Dot } from "./paths";
import { shared } from "./shape";
import type { Area, Feature, Strip } from "./state";

const RING = [
  [10_000, 10_000],
  [22_000, 10_000],
  [22_000, 20_000],
  [10_000, 20_000],
] as const;
const area = (kind: string): Area => ({ type: "area", id: "f", kind, name: "", ring: RING, contours: [] });
const strip = (kind: string, to = 40_000, width = 1500): Strip => ({
  type: "strip",
  id: "f",
  kind,
  name: "",
  width,
  course: [
    [-1000, 20_000],
    [to, 24_000],
  ],
});
const drawn = (...features: Feature[]): string => drawGround(features, 72, 48).svg;
const count = (svg: string, text: string): number => svg.split(text).length - 1;

describe("the ground", () => {
  it("draws every kind in its own way", () => {
    const areas = ["hill", "gulley", "woods", "light_woods", "scrub", "marsh", "rough", "prohibited", "pond", "building", "burning_woods", "smouldering_woods", "smouldering_brush", "burnt", "castle"].map(area);
    const strips = ["road", "stream", "river", "ford", "ditch", "wall", "arrow_slits", "barricade", "mantlets", "hedge", "fence", "castle_wall", "gate", "open_gate", "lowered_drawbridge", "breach", "ladder"].map((kind) => strip(kind));
    const drawings = [...areas, ...strips].map((one) => drawn(one));
    expect(new Set(drawings).size).toBe(drawings.length);
    for (const svg of drawings) expect(svg).not.toMatch(/NaN|undefined/);
    expect(drawings.filter((svg) => svg.includes('class="other-ground"'))).toHaveLength(1);
  });

  it("draws a gully that is a strip as a ditch, not as a road", () => {
    expect(drawn(strip("gully"))).toBe(drawn(strip("ditch")));
  });

  it("writes the names of small buildings beside them, and apart from one another", () => {
    const house = (id: string, left: number): Area => ({
      ...area("building"),
      id,
      name: `The ${id} house`,
      ring: [[left, 20_000], [left + 2000, 20_000], [left + 2000, 22_000], [left, 22_000]],
    });
    const { names } = drawGround([house("north", 20_000), house("south", 23_000)], 72, 48);
    expect(names).toHaveLength(2);
    expect(shared(names[0]!, names[1]!)).toBe(0);
    for (const name of names) expect(name.bottom <= 20 || name.top >= 22 || name.right <= 20 || name.left >= 25).toBe(true);
  });

  it("gives a river that ends on the table a bank there", () => {
    const banks = (to: number): number => count(drawn(strip("river", to, 2000)), 'class="bank"');
    expect(banks(40_000)).toBe(banks(73_000) + 1);
  });

  it("lays the stones of a wall within it", () => {
    const wall: Strip = { ...strip("wall", 0, 500), course: [[10_000, 20_000], [20_000, 20_000]] };
    const stones = /class="wall-stone" d="([^"]*)"/.exec(drawn(wall))![1]!;
    const points = [...stones.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
    expect(points.length).toBeGreaterThan(80);
    expect(points.every(([x, y]) => x > 10 && x < 20 && y > 19.75 && y < 20.25)).toBe(true);
  });

  it("makes a ford where a road goes through water", () => {
    const road: Strip = { ...strip("road", 0, 960), course: [[20_000, 0], [21_000, 48_000]] };
    for (const kind of ["stream", "river"]) expect(count(drawn(road, strip(kind)), "ford-stone")).toBe(1);
  });

  it("names a short wall from end to end", () => {
    const wall: Strip = { ...strip("wall", 0, 500), name: "Old Wall", course: [[10_000, 20_000], [15_000, 20_000]] };
    expect(drawn(wall)).toContain("Old Wall");
  });
});

describe("a line as it is drawn", () => {
  it("goes through all its points and bends between them", () => {
    const bend: Dot[] = [[0, 0], [10, 0], [20, 4], [30, 4]];
    const line = smoothLine(bend);
    expect(line.length).toBeGreaterThan(bend.length);
    for (const [x, y] of bend) expect(line.some((at) => Math.hypot(at[0] - x, at[1] - y) < 1e-9)).toBe(true);
    expect(smoothLine(bend.slice(0, 2))).toEqual(bend.slice(0, 2));
  });
});
