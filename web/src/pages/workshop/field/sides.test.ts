import { describe, expect, test } from "vitest";

import { emptyField, freeEdges, pulledZone, strips, tableOf, withEdge, withList, withReadyArmy, withSide, withSideChanged, withoutSide } from "./sides";

const field = emptyField("by_this_axe", [72, 48], ["by_this_axe/a", "by_this_axe/b"]);

describe("sides", () => {
  test("a new field has two, on opposite edges, with their armies", () => {
    expect(Object.values(field.sides).map(({ edge, army }) => [edge, army])).toEqual([["south", "by_this_axe/a"], ["north", "by_this_axe/b"]]);
    expect(tableOf(field)).toEqual({ width: 72, depth: 48 });
    expect(tableOf({ ...field, table: { width: 6, depth: 4, measure: "feet" } })).toEqual({ width: 72, depth: 48 });
    expect(tableOf({ ...field, table: null })).toBeNull();
  });
  test("a third has a colour, an edge and a zone of its own, and no zones cross", () => {
    const three = withSide(field, 12);
    expect(Object.keys(three.sides)).toEqual(["red", "blue", "ochre"]);
    expect(three.sides["ochre"]!.edge).toBe("west");
    const zones = Object.values(three.sides).map(({ zone }) => zone!);
    for (const [index, one] of zones.entries())
      for (const other of zones.slice(index + 1)) expect(one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom).toBe(false);
    expect(Object.keys(withSide(withSide(three, 12), 12).sides)).toHaveLength(4);
  });
  test("without the third the two set up along their edges again, and what it was to do is gone", () => {
    const three = { ...withSide(field, 12), victory: { by: null, turn_limit: 0, objectives: [], conditions: [{ side: "ochre", does: "hold" as const, what: "Hump" }] } };
    const two = withoutSide(three, "ochre", 12);
    expect(Object.values(two.sides).map(({ edge, zone }) => [edge, zone])).toEqual([["south", null], ["north", null]]);
    expect(two.victory!.conditions).toEqual([]);
    expect(withoutSide(two, "red", 12)).toBe(two);
  });
  test("of two the other comes from the edge opposite; of three they change places", () => {
    expect(Object.values(withEdge(field, "red", "west").sides).map(({ edge }) => edge)).toEqual(["west", "east"]);
    const three = withEdge(withSide(field, 12), "red", "west");
    expect(Object.values(three.sides).map(({ edge }) => edge)).toEqual(["west", "north", "south"]);
  });
  test("a list brings its units and types of its own; a ready army takes their place", () => {
    const led = withList(field, "red", { ruleset: "by_this_axe", name: "Mine", units: [{ troop: "wolves", figures: 3 }], creatures: { wolves: { price: 4, like: "wolf" } }, troops: { carls: { price: 5, like: "foot" } }, items: { horn: { price: 1 } } } as never);
    expect([led.sides["red"]!.troops, led.sides["red"]!.items].map((own) => Object.keys(own!))).toEqual([["carls"], ["horn"]]);
    expect([led.sides["red"]!.army, led.sides["red"]!.units[0]!.troop, Object.keys(led.sides["red"]!.creatures)]).toEqual([null, "wolves", ["wolves"]]);
    const ready = withReadyArmy(led, "red", "by_this_axe/b");
    expect([ready.sides["red"]!.units, ready.sides["red"]!.creatures, ready.sides["red"]!.troops, ready.sides["red"]!.items, ready.sides["red"]!.name]).toEqual([[], {}, {}, {}, ""]);
    expect(withSideChanged(field, "red", { defends: true }).sides["red"]!.defends).toBe(true);
  });
});

describe("zones", () => {
  test("strips leave the corners to those at the sides", () => {
    const { north, west } = strips(["north", "south", "west"], 72, 48, 10);
    expect([north.left, north.right, west.bottom]).toEqual([10, 72, 48]);
  });
  test("an edge is pulled to a quarter of an inch, and stays on the table and on its side", () => {
    const zone = { left: 0, top: 36, right: 72, bottom: 48 };
    expect(freeEdges(zone, 72, 48)).toEqual(["north"]);
    expect(pulledZone(zone, "north", [10, 30.2], 72, 48).top).toBe(30.25);
    expect(pulledZone(zone, "north", [10, 60], 72, 48).top).toBe(47);
    expect(pulledZone(zone, "east", [90, 40], 72, 48).right).toBe(72);
  });
});
