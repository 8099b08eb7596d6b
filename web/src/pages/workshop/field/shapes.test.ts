import { describe, expect, test } from "vitest";

import type { Course, Patch, Rampart, Tile, Tower } from "../../../api/generated";
import { castleOf, freeSides, joined, joint, toEdge, withEnds } from "./castles";
import { drawn, sizeOf } from "./drawn";
import {
  bent,
  closed,
  contourTo,
  cornersOf,
  fitted,
  grown,
  inset,
  middleOf,
  moved,
  ontoTable,
  simplified,
  towerRing,
  turned,
  withContours,
  withCornerAfter,
  withCornerAt,
  withoutCorner,
  type Spot,
} from "./shapes";
import { nearest, pieceUnder } from "./under";

const area = (outline: [number, number][], more: Partial<Patch> = {}): Patch => ({ form: "area", kind: "hill", outline, contours: null, name: "", ...more });
const box = (x: number, y: number, half = 3): Patch => area([[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]);
const strip = (course: [number, number][], kind = "stream"): Course => ({ form: "strip", kind, course, width: 2, name: "" });
const wall = (course: [number, number][], name = ""): Rampart => ({ form: "wall", course, width: 1, name });
const tower = (x: number, y: number, more: Partial<Tower> = {}): Tower => ({ form: "tower", at: [x, y], size: 3, heading: 0, outline: [], room: 1, doors: [], name: "", ...more });
const tile: Tile = { form: "tile", kind: "woods", at: [10, 10], heading: 350, name: "" };

describe("moving and turning", () => {
  test("everything that belongs to a piece goes with it", () => {
    const hill = area([[0, 0], [4, 0], [4, 4]], { contours: [[[0, 0], [4, 0], [4, 4]], [[1, 1], [2, 1], [2, 2]]] });
    expect(moved(hill, 1, 0.5).contours![1]).toEqual([[2, 1.5], [3, 1.5], [3, 2.5]]);
    expect(moved(tower(5, 5, { doors: [{ at: [5, 6.5], onto: "" }] }), -1, 2).doors).toEqual([{ at: [4, 8.5], onto: "" }]);
    expect(moved(tile, 1, 1).at).toEqual([11, 11]);
  });
  test("a quarter turn about the middle, clockwise, and back", () => {
    const long = area([[0, 0], [8, 0], [8, 2], [0, 2]]);
    expect(turned(long, 90).outline).toEqual([[5, -3], [5, 5], [3, 5], [3, -3]]);
    const back = turned(turned(long, 15), -15).outline;
    back.forEach(([x, y], index) => {
      expect(x).toBeCloseTo(long.outline[index]![0], 1);
      expect(y).toBeCloseTo(long.outline[index]![1], 1);
    });
    expect(turned(tile, 15).heading).toBe(5);
    expect(turned(tower(5, 5), -15).heading).toBe(345);
  });
  test("larger about its middle; a tower grows with its doors, a tile stays as it was cut", () => {
    expect(grown(box(10, 10), 2).outline[0]).toEqual([4, 4]);
    const large = grown(tower(5, 5, { doors: [{ at: [5, 6.5], onto: "" }] }), 2);
    expect([large.size, large.doors[0]!.at]).toEqual([6, [5, 8]]);
    expect(grown(tile, 2)).toBe(tile);
    expect(grown(strip([[0, 0], [4, 0]]), 2).width).toBe(2);
  });
});

describe("bending", () => {
  test("a corner is pulled, and the drawn contour at the outline with it", () => {
    const hill = withContours(box(10, 10), 2, []);
    const pulled = bent(hill, 0, [5, 5]);
    expect(pulled.outline[0]).toEqual([5, 5]);
    expect(pulled.contours![0]).toEqual(pulled.outline);
    expect(pulled.contours![1]).toEqual(hill.contours![1]);
  });
  test("a corner more where the edge is nearest, also on the stretch that closes a ring", () => {
    expect(withCornerAt(box(10, 10), [10, 6.5])).toEqual({ piece: area([[7, 7], [10, 6.5], [13, 7], [13, 13], [7, 13]]), corner: 1 });
    expect(withCornerAt(box(10, 10), [6.9, 10])!.corner).toBe(4);
    expect(cornersOf(withCornerAt(strip([[0, 0], [10, 0]]), [4, 1])!.piece)).toEqual([[0, 0], [4, 1], [10, 0]]);
    expect(withCornerAt(tile, [1, 1])).toBeNull();
  });
  test("a corner more by keys; after the last point of a course it comes before it", () => {
    expect(withCornerAfter(strip([[0, 0], [10, 0]]), 1)).toEqual({ piece: strip([[0, 0], [5, 0], [10, 0]]), corner: 1 });
    expect(withCornerAfter(box(10, 10), 3)!.piece.outline[4]).toEqual([7, 10]);
  });
  test("no fewer corners than a shape needs", () => {
    expect(withoutCorner(box(10, 10), 1).outline).toHaveLength(3);
    expect(withoutCorner(withoutCorner(box(10, 10), 1), 1).outline).toHaveLength(3);
    expect(withoutCorner(strip([[0, 0], [10, 0]]), 0).course).toHaveLength(2);
  });
});

describe("drawn by hand", () => {
  test("a line keeps the points that tell its course", () => {
    const line: Spot[] = Array.from({ length: 41 }, (_, step): Spot => [step, step < 20 ? 0 : step - 20]);
    expect(simplified(line, 0.4)).toEqual([[0, 0], [20, 0], [40, 20]]);
    expect(simplified([[0, 0], [1, 1]], 1)).toHaveLength(2);
  });
  test("a round line is closed, a long one is not", () => {
    const round = Array.from({ length: 30 }, (_, step): Spot => [Math.cos(step / 4.8) * 5, Math.sin(step / 4.8) * 5]);
    expect(closed(round)).toBe(true);
    expect(closed(round.slice(0, 15))).toBe(false);
  });
  test("a usual outline is fitted into the box that was drawn", () => {
    expect(fitted([[-2, -1], [2, -1], [2, 1]], { left: 10, top: 10, right: 14, bottom: 20 })).toEqual([[10, 10], [14, 10], [14, 20]]);
  });
  test("onto the table by as little as will do", () => {
    expect(middleOf(ontoTable(box(71, 1), 72, 48))).toEqual([69, 3]);
    const inside = box(30, 30);
    expect(ontoTable(inside, 72, 48)).toBe(inside);
  });
});

describe("contours", () => {
  test("one more is two inches inside the last; none fits into what is too small", () => {
    expect(withContours(box(10, 10, 5), 2, []).contours![1]).toEqual(box(10, 10, 3).outline);
    expect(withContours(box(10, 10, 2), 3, []).contours).toHaveLength(1);
    expect(withContours(box(10, 10, 5), 0, [box(10, 10).outline]).contours).toEqual([]);
    expect(inset(box(10, 10, 2).outline, 2)).toBeNull();
  });
  test("an inner contour is pulled through a point, and stays inside", () => {
    const hill = withContours(box(10, 10, 5), 2, []);
    expect(contourTo(hill, hill.contours!, 1, [12, 10]).contours![1]![1]).toEqual([12, 8]);
    const far = contourTo(hill, hill.contours!, 1, [40, 10]).contours![1]!;
    expect(Math.max(...far.map(([x]) => x))).toBeLessThan(15);
    expect(contourTo(hill, hill.contours!, 0, [12, 10])).toBe(hill);
  });
});

describe("castles", () => {
  test("an end of a wall goes to the middle of a tower's side, or to another end", () => {
    expect(joint([tower(10, 10)], 1, [12.2, 10.6])).toEqual([11.5, 10]);
    expect(joint([wall([[0, 0], [5, 0]])], 1, [5.5, 0.5])).toEqual([5, 0]);
    expect(joint([tower(10, 10)], 1, [20, 20])).toEqual([20, 20]);
  });
  test("where they meet there is a door onto the wall, which has a name", () => {
    const [one, keep] = joined([wall([[11.5, 10], [20, 10]]), tower(10, 10, { doors: [{ at: [10, 11.5], onto: "" }] })]);
    expect(one!.name).toBe("Wall 1");
    expect((keep as Tower).doors).toEqual([{ at: [11.5, 10], onto: "Wall 1" }, { at: [10, 11.5], onto: "" }]);
  });
  test("a door onto a wall that is gone goes too, and two walls do not share a name", () => {
    const keep = tower(10, 10, { doors: [{ at: [11.5, 10], onto: "West" }] });
    expect((joined([keep, wall([[30, 10], [40, 10]], "West")])[0] as Tower).doors).toEqual([]);
    const names = joined([tower(10, 10), wall([[11.5, 10], [20, 10]], "West"), wall([[8.5, 10], [0, 10]], "West")]).map(({ name }) => name);
    expect(new Set(names.slice(1)).size).toBe(2);
  });
  test("what is built together moves together", () => {
    const pieces = [tower(10, 10), wall([[11.5, 10], [20, 10]]), tower(21.5, 10), box(40, 40), wall([[20, 30], [30, 30]])];
    expect(castleOf(pieces, 0)).toEqual([0, 1, 2]);
    expect(castleOf(pieces, 3)).toEqual([3]);
  });
  test("doors are set into sides that have none", () => {
    expect(freeSides(tower(10, 10))[0]).toEqual([10, 11.5]);
    expect(freeSides(tower(10, 10, { doors: [{ at: [10, 11.5], onto: "" }] }))).toHaveLength(3);
  });
  test("water is drawn to the edge of the table", () => {
    expect(toEdge([0.8, 20], 72, 48)).toEqual([0, 20]);
    expect(toEdge([30, 47], 72, 48)).toEqual([30, 48]);
    expect(toEdge([30, 30], 72, 48)).toEqual([30, 30]);
    expect(withEnds([], 0, strip([[1, 20], [71.5, 25]]), 72, 48).course).toEqual([[0, 20], [72, 25]]);
  });
});

describe("what lies under a hand", () => {
  test("a stream before the hill it runs over, the smaller of two areas", () => {
    const pieces = [box(10, 10, 8), box(10, 10, 3), strip([[0, 10], [20, 10]])];
    expect(pieceUnder(pieces, [], [5, 10.4], 0.3)).toBe(2);
    expect(pieceUnder(pieces, [], [10, 12], 0.3)).toBe(1);
    expect(pieceUnder(pieces, [], [4, 4], 0.3)).toBe(0);
    expect(pieceUnder(pieces, [], [40, 40], 0.3)).toBeNull();
  });
  test("a tile as its book cuts it", () => {
    expect(pieceUnder([tile], [[-4, -5], [4, -5], [4, 5], [-4, 5]], [13, 14], 0.3)).toBe(0);
    expect(pieceUnder([tile], [[-4, -5], [4, -5], [4, 5], [-4, 5]], [18, 14], 0.3)).toBeNull();
  });
  test("the nearest mark within reach", () => {
    const marks = [{ at: [0, 0] as Spot, id: 1 }, { at: [1, 0] as Spot, id: 2 }];
    expect(nearest(marks, [0.7, 0], 0.5)?.id).toBe(2);
    expect(nearest(marks, [5, 0], 0.5)).toBeNull();
  });
});

describe("as the table draws them", () => {
  test("contours that the server drew are made to fit while an outline is pulled", () => {
    const before = { type: "area", id: "hill-1", kind: "hill", name: "", ring: [[0, 0], [8000, 0], [8000, 8000], [0, 8000]], contours: [{ ring: [[0, 0], [8000, 0], [8000, 8000], [0, 8000]], rise: 1 }, { ring: [[2000, 2000], [6000, 2000], [6000, 6000], [2000, 6000]], rise: 1 }] } as never;
    const pulled = drawn(area([[0, 0], [16, 0], [16, 8], [0, 8]]), "hill-1", [], 1, before);
    expect(pulled.type === "area" && pulled.contours.map(({ ring }) => ring[2])).toEqual([[16000, 8000], [12000, 6000]]);
  });
  test("a tower with its doors, and sizes", () => {
    const keep = drawn(tower(10, 10, { doors: [{ at: [10, 11.5], onto: "" }] }), "tower-1", [], 0, null);
    expect(keep.build).toEqual({ doors: [{ x: 10000, y: 11500 }] });
    expect(towerRing(tower(10, 10))).toEqual([[8.5, 8.5], [11.5, 8.5], [11.5, 11.5], [8.5, 11.5]]);
    expect(sizeOf(strip([[0, 4], [10, 6]]), [])).toEqual({ across: 10, down: 2 });
  });
});
