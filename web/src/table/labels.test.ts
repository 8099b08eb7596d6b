import { describe, expect, it } from "vitest";
import { crowdedTable } from "./bench/crowded";
import { LabelView, lettering, placeLabels } from "./labels";
import { shared } from "./shape";

describe("labels", () => {
  it("keep off each other on a crowded table", () => {
    const layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
    const { units, board } = crowdedTable();
    const scale = 13;
    const views = units.map((unit) => {
      const view = new LabelView(layer, unit);
      view.show(unit, true, false);
      return view;
    });
    const table = { width: board!.width / 1000, depth: board!.depth / 1000 };
    placeLabels(views, views.map(({ unit }) => unit), () => true, [], table, lettering(scale), "figures");
    const rooms = views.map((view) => view.room(view.unit.pose, scale));
    const hidden = rooms.flatMap((room, index) => rooms.slice(index + 1).map((other) => shared(room, other)));
    expect(Math.max(...hidden)).toBeLessThan(0.15);
    for (const room of rooms) {
      expect(room.left).toBeGreaterThan(0);
      expect(room.right).toBeLessThan(table.width);
    }
  });
});
