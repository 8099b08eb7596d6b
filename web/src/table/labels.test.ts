import { describe, expect, it } from "vitest";
import { crowdedTable } from "./bench/crowded";
import { detailAt } from "./camera";
import { formedShape } from "./formed";
import { crosses, placeLabels, type Seen } from "./label-spots";
import { LabelView, lettering } from "./labels";
import { tabledPatches } from "./placing";
import { shared, type Box } from "./shape";
import type { TableUnit } from "./state";

interface Laid {
  readonly views: readonly LabelView[];
  readonly rooms: readonly Box[];
}

function laid(units: readonly TableUnit[], table: { width: number; depth: number }, scale: number, seen: Seen | null = null): Laid {
  const layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
  const views = units.map((unit) => {
    const view = new LabelView(layer, unit);
    view.show(unit, true, false);
    return view;
  });
  placeLabels(views, units, () => true, [], table, lettering(scale), detailAt(scale), seen);
  for (const view of views) view.follow(view.unit.pose, scale);
  return { views, rooms: views.map((view) => view.room(view.unit.pose, scale)) };
}

/** Lines that have met, askew and in no order: every unit touches two others. */
function melee(count: number, turn: number, width: number, depth: number): TableUnit[] {
  const [{ units: [model] }, angle] = [crowdedTable(), (turn * Math.PI) / 180];
  return Array.from({ length: 2 * count }, (_, index) => {
    const red = index % 2 === 0;
    const along = (Math.floor(index / 2) - (count - 1) / 2) * 5600;
    const away = red ? 20 : -20;
    return {
      ...model!,
      id: `unit-${index}`,
      label: ["Spears of the Upper Town", "Bows", "Guild of Masons", "The Reeve's Men"][index % 4]!,
      pose: {
        x: width * 500 + Math.cos(angle) * along - Math.sin(angle) * away,
        y: depth * 500 + Math.sin(angle) * along + Math.cos(angle) * away,
        heading: (turn * 1000 + (red ? 0 : 180_000) + 360_000) % 360_000,
      },
      shape: formedShape({ base: { width: 750, depth: 750 }, files: 7, spacing: 0, hedgehog: false }, 21 - (index % 3)),
      marks: ["contact", "charging"].slice(0, 1 + (index % 2)),
    };
  });
}

/** The most that a room hides of any of these. */
const hiding = (room: Box, others: readonly Box[]): number => Math.max(0, ...others.map((other) => shared(room, other)));

const bodyOf = ({ pose, shape }: TableUnit): Box[] => tabledPatches(pose, shape);

describe("labels", () => {
  it.each([6, 9, 13, 24, 60])("keep off each other and off every body on a crowded table at %d pixels an inch", (scale) => {
    const { units, board } = crowdedTable();
    const table = { width: board!.width / 1000, depth: board!.depth / 1000 };
    const { rooms } = laid(units, table, scale);
    for (const [index, room] of rooms.entries()) {
      expect(hiding(room, rooms.slice(index + 1))).toBe(0);
      expect(hiding(room, units.flatMap(bodyOf))).toBe(0);
      expect(room.left).toBeGreaterThan(0);
      expect(room.right).toBeLessThan(table.width);
    }
  });

  it.each([
    [0, 48, 48, 7],
    [17, 72, 48, 11],
    [90, 96, 60, 14.6],
    [213, 60, 60, 9],
    [340, 108, 72, 24],
  ])("step out of a melee turned by %d degrees on a table of %d by %d at %d pixels an inch", (turn, width, depth, scale) => {
    const units = melee(5, turn, width, depth);
    const { views, rooms } = laid(units, { width, depth }, scale);
    for (const [index, room] of rooms.entries()) {
      expect(hiding(room, rooms.slice(index + 1))).toBe(0);
      expect(hiding(room, units.flatMap(bodyOf))).toBe(0);
    }
    for (const [index, view] of views.entries()) {
      const [room, own] = [rooms[index]!, bodyOf(view.unit)];
      const gap = Math.min(...own.map((box) => apart(room, box)));
      // Whoever does not stand by his unit is tied to it, and to no other.
      expect(Boolean(view.leader)).toBe(gap > 0.75 * lettering(scale));
      if (!view.leader) continue;
      const end: [number, number] = [view.unit.pose.x / 1000 + view.leader[0], view.unit.pose.y / 1000 + view.leader[1]];
      expect(own.some((box) => apart({ left: end[0], right: end[0], top: end[1], bottom: end[1] }, box) < 0.01)).toBe(true);
      expect(view.group.querySelector(".leader")!.getAttribute("d")).not.toBe("");
    }
  });

  it("are tied to their units where lines have met", () => {
    const { views } = laid(melee(5, 0, 48, 48), { width: 48, depth: 48 }, 7);
    expect(views.filter(({ leader }) => leader).length).toBeGreaterThan(3);
  });

  it("lie in view and off the buttons where their units are in view", () => {
    const [one] = crowdedTable().units;
    const low = { ...one!, pose: { x: 30_000, y: 20_000, heading: 0 } };
    const far = { ...one!, id: "far", pose: { x: 80_000, y: 20_000, heading: 0 } };
    const seen = { frame: { left: 10, right: 50, top: 5, bottom: 23 }, covered: [{ left: 30, right: 50, top: 10, bottom: 30 }] };
    const { rooms } = laid([low, far], { width: 100, depth: 40 }, 14.6, seen);
    const [room] = rooms;
    expect(room!.bottom).toBeLessThan(23);
    expect(shared(room!, seen.covered[0]!)).toBe(0);
    expect(rooms[1]).toEqual(laid([low, far], { width: 100, depth: 40 }, 14.6).rooms[1]);
  });

  it("stand behind their units where there is room, without a line", () => {
    const [one] = crowdedTable().units;
    const unit = { ...one!, pose: { x: 30_000, y: 20_000, heading: 0 } };
    const { views, rooms } = laid([unit], { width: 60, depth: 40 }, 14.6);
    expect(views[0]!.leader).toBeNull();
    expect(rooms[0]!.top).toBeGreaterThan(20);
    expect(views[0]!.group.querySelector(".leader")!.getAttribute("d")).toBe("");
  });
});

describe("a leader line", () => {
  const box = { left: 0, right: 2, top: 0, bottom: 2 };
  it("goes through a box or past it", () => {
    expect(crosses([-1, 1], [3, 1], box)).toBe(true);
    expect(crosses([-1, 3], [3, 3], box)).toBe(false);
    expect(crosses([-1, -1], [0.5, 0.5], box)).toBe(true);
    expect(crosses([3, 0], [3, 2], box)).toBe(false);
  });
});

function apart(a: Box, b: Box): number {
  return Math.hypot(Math.max(0, a.left - b.right, b.left - a.right), Math.max(0, a.top - b.bottom, b.top - a.bottom));
}
