// Changes of an army list. A list is never changed in place.

import type { ArmyList, BenchRow, ListedUnit, ListShown, Remedy, RowFault, RowQuestion } from "../../../api/types";

export const MOST_FIGURES = 400;
export const COLOURS = ["red", "blue", "ochre", "teal", "grey"] as const;
export type Colour = (typeof COLOURS)[number];

export const emptyList = (ruleset: string, name: string): ArmyList => ({ ruleset, name, units: [] });

const withUnits = (army: ArmyList, units: ListedUnit[]): ArmyList => ({ ...army, units });

export function withUnit(army: ArmyList, row: number, unit: ListedUnit): ArmyList {
  return withUnits(army, army.units.map((one, index) => (index === row ? unit : one)));
}

/** Of another number of figures; no more files than figures. */
export function withFigures(army: ArmyList, row: number, figures: number): ArmyList {
  const unit = army.units[row];
  const wanted = Math.min(MOST_FIGURES, Math.max(1, Math.round(figures)));
  if (!unit || wanted === unit.figures || !Number.isFinite(figures)) return army;
  const files = unit.files == null ? unit.files : Math.min(unit.files, wanted);
  return withUnit(army, row, { ...unit, figures: wanted, ...(files === undefined ? {} : { files }) });
}

/** With another front; `now` is how many files it has while the list leaves that to the book. */
export function withFiles(army: ArmyList, row: number, step: number, now: number): ArmyList {
  const unit = army.units[row];
  if (!unit) return army;
  const files = Math.min(unit.figures, Math.max(1, (unit.files ?? now) + step));
  return files === unit.files ? army : withUnit(army, row, { ...unit, files });
}

export function withAnswer(army: ArmyList, row: number, question: Pick<RowQuestion, "key" | "of_unit">, value: unknown): ArmyList {
  const unit = army.units[row];
  if (!unit) return army;
  if (question.of_unit) return withUnit(army, row, { ...unit, [question.key]: value } as ListedUnit);
  const { [question.key]: _, ...rest } = unit.equipment ?? {};
  const equipment = value === null || value === "" ? rest : { ...rest, [question.key]: value };
  return withUnit(army, row, { ...unit, equipment } as ListedUnit);
}

/** Called otherwise; whoever starts with it goes on doing so. */
export function renamed(army: ArmyList, row: number, name: string): ArmyList {
  const unit = army.units[row];
  if (!unit || (unit.name ?? "") === name) return army;
  const old = unit.name ?? "";
  const alone = old !== "" && army.units.filter((one) => one.name === old).length === 1;
  const units = army.units.map((one, index) => {
    if (index === row) return { ...one, name };
    return alone && one.joins === old ? { ...one, joins: name } : one;
  });
  return withUnits(army, units);
}

/** Added at the end, with a name that no other unit has. */
export function added(army: ArmyList, unit: ListedUnit, called: string): ArmyList {
  return withUnits(army, [...army.units, { ...unit, name: unit.name || freeName(army, called) }]);
}

/** A name that is still free: Spearmen, Spearmen 2, Spearmen 3. */
export function freeName(army: ArmyList, called: string): string {
  const taken = new Set(army.units.map(({ name }) => name));
  const stem = called.slice(0, 56);
  for (let number = 1; ; number++) {
    const name = number === 1 ? stem : `${stem} ${number}`;
    if (!taken.has(name)) return name;
  }
}

/** The same once more, behind it. */
export function duplicated(army: ArmyList, row: number): ArmyList {
  const unit = army.units[row];
  if (!unit) return army;
  const again = { ...unit, name: unit.name ? freeName(army, unit.name.replace(/ \d+$/, "")) : "" };
  return withUnits(army, army.units.toSpliced(row + 1, 0, again));
}

export const removed = (army: ArmyList, row: number): ArmyList => (army.units[row] ? withUnits(army, army.units.toSpliced(row, 1)) : army);

/** With the row in another place. */
export function moved(army: ArmyList, from: number, to: number): ArmyList {
  const unit = army.units[from];
  if (!unit || from === to || to < 0 || to >= army.units.length) return army;
  return withUnits(army, army.units.toSpliced(from, 1).toSpliced(to, 0, unit));
}

/** As a remedy would have it: another unit in a row, a new one at the end, or a row less. */
export function remedied(army: ArmyList, { row, unit }: Pick<Remedy, "row" | "unit">, called: string): ArmyList {
  if (!unit) return removed(army, row);
  return row >= army.units.length ? added(army, unit, called) : withUnit(army, row, unit);
}

/** A fault with the row that it speaks of; of the list as a whole, none. */
export interface Placed {
  readonly row: number | null;
  readonly fault: RowFault;
}

export function faultsOf({ bench }: Pick<ListShown, "bench">): Placed[] {
  const ofRows = bench.rows.flatMap(({ faults }: BenchRow, row) => faults.map((fault) => ({ row, fault })));
  return [...ofRows, ...bench.faults.map((fault) => ({ row: null, fault }))];
}

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"] as const;

/** "Two rows are not yet by the book." */
export function faultsSaid(faults: readonly Placed[]): string {
  const rows = new Set(faults.map(({ row }) => row).filter((row) => row !== null)).size;
  const number = NUMBERS[rows] ?? `${rows}`;
  if (!rows) return faults.length ? "The list as a whole is not yet by the book." : "By the book.";
  return `${number} ${rows === 1 ? "row is" : "rows are"} not yet by the book.`;
}
