import { describe, expect, it } from "vitest";

import type { ArmyList, ListedUnit } from "../../../api/types";
import { added, duplicated, emptyList, faultsOf, faultsSaid, freeName, moved, remedied, removed, renamed, withAnswer, withFigures, withFiles } from "./edits";

const unit = (troop: string, figures: number, more: Partial<ListedUnit> = {}): ListedUnit => ({ troop, figures, ...more });
const army: ArmyList = {
  ...emptyList("chainmail", "Host"),
  units: [unit("heavy_foot", 12, { name: "Anvils", files: 6 }), unit("hero", 1, { name: "Aldric", joins: "Anvils" }), unit("archers", 8, { name: "Bows" })],
};
const names = ({ units }: ArmyList) => units.map(({ name }) => name);

describe("figures and files", () => {
  it("stay between one and what a list may have, and files within the figures", () => {
    expect(withFigures(army, 0, 13).units[0]).toMatchObject({ figures: 13, files: 6 });
    expect(withFigures(army, 0, 4).units[0]).toMatchObject({ figures: 4, files: 4 });
    expect(withFigures(army, 2, 4).units[2]).not.toHaveProperty("files");
    expect(withFigures(army, 0, 0).units[0]!.figures).toBe(1);
    expect(withFigures(army, 0, 999).units[0]!.figures).toBe(400);
    expect(withFigures(army, 0, NaN)).toBe(army);
    expect(withFigures(army, 0, 12)).toBe(army);
    expect(withFigures(army, 9, 3)).toBe(army);
  });

  it("begin from the front that the book gives", () => {
    expect(withFiles(army, 2, 1, 4).units[2]!.files).toBe(5);
    expect(withFiles(army, 0, -1, 9).units[0]!.files).toBe(5);
    expect(withFiles(army, 2, 40, 4).units[2]!.files).toBe(8);
    expect(withFiles(army, 2, -40, 4).units[2]!.files).toBe(1);
  });
});

describe("answers", () => {
  it("stand in the unit or in its equipment, and go where the book decides again", () => {
    const armed = withAnswer(army, 0, { key: "weapon", of_unit: false }, ["pike"]);
    expect(armed.units[0]!.equipment).toEqual({ weapon: ["pike"] });
    expect(withAnswer(armed, 0, { key: "weapon", of_unit: false }, null).units[0]!.equipment).toEqual({});
    expect(withAnswer(armed, 0, { key: "weapon", of_unit: false }, "").units[0]!.equipment).toEqual({});
    expect(withAnswer(army, 0, { key: "hedgehog", of_unit: true }, true).units[0]!.hedgehog).toBe(true);
    expect(withAnswer(army, 0, { key: "files", of_unit: true }, null).units[0]!.files).toBeNull();
  });
});

describe("rows", () => {
  it("keep their company when they are called otherwise, unless two have the name", () => {
    expect(renamed(army, 0, "Hammers").units[1]!.joins).toBe("Hammers");
    const twice = { ...army, units: [...army.units, unit("heavy_foot", 3, { name: "Anvils" })] };
    expect(renamed(twice, 0, "Hammers").units[1]!.joins).toBe("Anvils");
    expect(renamed(army, 0, "Anvils")).toBe(army);
  });

  it("are added, doubled, taken away and moved", () => {
    expect(names(added(army, unit("archers", 4), "Bows"))).toEqual(["Anvils", "Aldric", "Bows", "Bows 2"]);
    expect(names(added(army, unit("archers", 4, { name: "Mine" }), "Bows")).at(-1)).toBe("Mine");
    expect(names(duplicated(army, 0))).toEqual(["Anvils", "Anvils 2", "Aldric", "Bows"]);
    expect(names(duplicated(duplicated(army, 0), 1))).toEqual(["Anvils", "Anvils 2", "Anvils 3", "Aldric", "Bows"]);
    expect(names(removed(army, 1))).toEqual(["Anvils", "Bows"]);
    expect(removed(army, 7)).toBe(army);
    expect(names(moved(army, 0, 2))).toEqual(["Aldric", "Bows", "Anvils"]);
    expect(names(moved(army, 2, 0))).toEqual(["Bows", "Anvils", "Aldric"]);
    expect(moved(army, 0, 3)).toBe(army);
    expect(moved(army, 0, -1)).toBe(army);
    expect(freeName(army, "x".repeat(80))).toHaveLength(56);
  });

  it("are as a remedy would have them", () => {
    expect(names(remedied(army, { row: 1, unit: null }, ""))).toEqual(["Anvils", "Bows"]);
    expect(remedied(army, { row: 2, unit: unit("archers", 10, { name: "Bows" }) }, "").units[2]!.figures).toBe(10);
    expect(names(remedied(army, { row: 3, unit: unit("general", 1) }, "General")).at(-1)).toBe("General");
  });
});

describe("faults", () => {
  const fault = (place: string) => ({ violation: { place, wrong: "", right: "", rules: [] }, remedies: [] });
  const row = (...faults: string[]) => ({ cost: { label: "", terms: [], measure: "points" as const, verdict: "total" as const }, line: "", faults: faults.map(fault) });
  const bench = (rows: string[][], whole: string[]) => ({ bench: { rows: rows.map((one) => row(...one)), points: 0, left: null, faults: whole.map(fault), note: "" } });

  it.each([
    [[["a", "b"], [], ["c"]], ["d"], [0, 0, 2, null], "Two rows are not yet by the book."],
    [[["a"]], [], [0], "One row is not yet by the book."],
    [[[]], ["d"], [null], "The list as a whole is not yet by the book."],
    [[[]], [], [], "By the book."],
    [Array.from({ length: 11 }, () => ["a"]), [], Array.from({ length: 11 }, (_, at) => at), "11 rows are not yet by the book."],
  ])("of %j and %j are found row by row", (rows, whole, where, said) => {
    const found = faultsOf(bench(rows, whole));
    expect(found.map(({ row: at }) => at)).toEqual(where);
    expect(faultsSaid(found)).toBe(said);
  });
});
