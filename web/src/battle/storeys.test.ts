import { describe, expect, it } from "vitest";

import type { Battle } from "../api/types";
import type { TableUnit } from "../table/state";
import { fullness, towerOf, towersOf, whoIsThere } from "./storeys";

const KEEP = {
  type: "area",
  id: "keep",
  kind: "tower",
  name: "Keep",
  ring: [[18_500, 18_500], [21_500, 18_500], [21_500, 21_500], [18_500, 21_500]],
  contours: [],
  build: { storeys: 3, room: 4, doors: [{ x: 20_000, y: 21_500 }] },
};
const GATE = { ...KEEP, id: "gate", name: "Gatehouse", build: { storeys: 2 } };
const WALL = { type: "strip", id: "wall", kind: "castle_wall", name: "Wall", course: [], width: 1_000, build: { storeys: 1 } };
const upon = (feature: string, storey: number) => ({ type: "on_table", level: { type: "upon", feature, storey } });

function battle(places: Record<string, unknown>): Battle {
  const units = Object.fromEntries(Object.entries(places).map(([id, place]) => [id, { id, place, figures: 1 }]));
  return { board: { features: [WALL, KEEP, GATE] }, units } as unknown as Battle;
}

const drawn = (...ids: string[]): TableUnit[] => ids.map((id) => ({ id, label: id, strength: 7 }) as unknown as TableUnit);

describe("a tower cut open", () => {
  const fought = battle({ "Bows 1": upon("keep", 3), "Bows 2": upon("keep", 3), Guard: upon("keep", 1), Sentry: upon("gate", 1), Out: { type: "on_table", level: null }, "On the wall": upon("wall", 1) });
  const towers = towersOf(fought, drawn("Bows 1", "Bows 2", "Guard", "Sentry", "Out", "On the wall"));

  it("shows every storey from the roof down, and no walls", () => {
    expect(towers.map(({ work }) => work.id)).toEqual(["keep", "gate"]);
    expect(towers[0]!.storeys.map(({ title, figures }) => [title, figures])).toEqual([["Roof", 2], ["First floor", 0], ["Ground floor", 1]]);
    expect(towers[0]!.figures).toBe(3);
    expect(towers[1]!.storeys.map(({ title }) => title)).toEqual(["Roof", "Ground floor"]);
  });

  it("says how full each is and who is there", () => {
    const [keep, gate] = towers as [(typeof towers)[0], (typeof towers)[0]];
    expect(keep.storeys.map((one) => fullness(keep, one))).toEqual(["2 of 4", "0 of 4", "1 of 4"]);
    expect(gate.storeys.map((one) => fullness(gate, one))).toEqual(["nobody", "1 man"]);
    expect(keep.storeys.map((one) => whoIsThere(fought, one))).toEqual(["Bows 2", "", "Guard"]);
  });

  it("leaves out who is not seen", () => {
    expect(towersOf(fought, drawn("Guard"))[0]!.storeys.map(({ figures }) => figures)).toEqual([0, 0, 1]);
  });

  it("opens where the unit in hand is, else where most are", () => {
    expect(towerOf(fought, towers, "Sentry")?.work.id).toBe("gate");
    expect(towerOf(fought, towers, "Out")?.work.id).toBe("keep");
    expect(towerOf(fought, towers, null)?.work.id).toBe("keep");
    expect(towerOf(battle({}), [], null)).toBeUndefined();
  });
});
