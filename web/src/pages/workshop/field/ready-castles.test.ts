import { describe, expect, test } from "vitest";

import type { Castle, Rampart, Tower } from "../../../api/generated";
import { castleMoved, castleTurned, setDown, standing, takenApart, withCastle, withoutCastle } from "./ready-castles";
import { builtAs, kindOf, rebuilt } from "./shapes";
import { emptyField } from "./sides";

const wall: Rampart = { form: "wall", course: [[-6, 2], [6, 2]], width: 1, name: "North Wall" };
const tower: Tower = { form: "tower", at: [8, 2], size: 3, heading: 0, outline: [], room: 1, doors: [{ at: [6.5, 2], onto: "North Wall" }], name: "Watch", built: "gatehouse" };
const keep: Castle = { id: "keep", title: "The Keep", ruleset: "chainmail", description: "", terrain: [wall, tower] };
const entry = { castle: "keep", at: [30, 20] as [number, number], heading: 90 };
const field = { ...emptyField("chainmail", [96, 60], null), castles: [entry] };
const goals = { by: null, turn_limit: 0, objectives: ["Watch", "Mill"], conditions: [{ side: "red", does: "hold" as const, what: "Watch" }] };

describe("castles by name", () => {
  test("their pieces stand about a point, turned clockwise, doors and all", () => {
    const [built, watch] = setDown(keep, entry) as [Rampart, Tower];
    expect(built.course).toEqual([[28, 14], [28, 26]]);
    expect([watch.at, watch.heading, watch.doors[0]!.at]).toEqual([[28, 28], 90, [28, 26.5]]);
  });
  test("the box about them turns with them; of one that nobody knows nothing stands", () => {
    const { ring, pieces, title } = standing([keep], { ...entry, castle: "chainmail/keep" });
    expect([title, pieces.length, ring[0]]).toEqual(["The Keep", 2, [29.5, 14]]);
    expect(standing([keep], { ...entry, castle: "camelot" })).toMatchObject({ title: "camelot", pieces: [], ring: [] });
  });
  test("moved and turned they stay one line of the file", () => {
    const made = withCastle(field, 0, castleTurned(castleMoved(entry, 1.5, -2), -105));
    expect(made.castles).toEqual([{ castle: "keep", at: [31.5, 18], heading: 345 }]);
  });
  test("without a castle nothing is to be done about its pieces, unless another has one of that name", () => {
    expect(withoutCastle({ ...field, victory: goals }, 0, [keep]).victory).toMatchObject({ objectives: ["Mill"], conditions: [] });
    expect(withoutCastle({ ...field, castles: [entry, entry], victory: goals }, 1, [keep]).victory).toEqual(goals);
  });
  test("taken apart its pieces are the scenario's", () => {
    const made = takenApart({ ...field, victory: goals }, 0, [keep]);
    expect([made.castles, made.terrain, made.victory]).toEqual([[], setDown(keep, entry), goals]);
    expect(takenApart(field, 0, [])).toBe(field);
  });
});

test("walls and towers are of the plain sort unless they say of which", () => {
  expect([kindOf(wall), kindOf(tower)]).toEqual(["castle_wall", "gatehouse"]);
  expect([builtAs("castle_wall"), builtAs("palisade")]).toEqual([{}, { built: "palisade" }]);
  expect("built" in rebuilt(tower, "tower")).toBe(false);
  expect(kindOf(rebuilt(wall, "gate"))).toBe("gate");
});
