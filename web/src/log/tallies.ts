/** Tallies as players read them: every term with its value and rule, and what it comes to. */
import type { Tally } from "../api/types";
import { amount as points, capital } from "../app/words";
import { showInches } from "../table/lengths";
import { needed as onDie } from "./counting";

export interface TallyRows {
  readonly label: string;
  readonly rows: readonly { readonly label: string; readonly value: string; readonly rule: string }[];
  readonly total: string;
}

/** How a total is read: against `need`; as what a die has to show (`needed`); `under` where low is good. */
interface Reading {
  readonly need?: number | null;
  readonly needed?: boolean;
  readonly under?: boolean;
}

/** A tally as players read it: term, value, rule; the total under a heavy line. */
export function rowsOf(tally: Tally, reading: Reading = {}): TallyRows {
  return {
    label: capital(tally.label),
    rows: tally.terms.map((term, index) => ({
      label: term.label,
      value: amount(term.value, tally, index > 0),
      rule: term.rule,
    })),
    total: totalOf(tally, reading),
  };
}

function totalOf(tally: Tally, { need = null, needed = false, under = false }: Reading): string {
  if (tally.verdict !== "total") return tally.verdict;
  const total = tally.terms.reduce((sum, term) => sum + term.value, 0);
  if (need !== null) return under ? `${need} or less` : `${total} of ${need}`;
  if (needed) return onDie({ face: total, orLess: under });
  return amount(total, tally, false);
}

function amount(value: number, tally: Tally, signed: boolean): string {
  const size = sized(Math.abs(value), tally);
  return `${value < 0 ? "−" : signed ? "+" : ""}${size}`;
}

function sized(value: number, { measure }: Tally): string {
  if (measure === "eighths") return points(value / 8);
  if (measure === "tenths") return String(value / 10);
  if (measure === "hundredths") return String(value / 100);
  return measure === "thousandths" ? showInches(value) : String(value);
}
