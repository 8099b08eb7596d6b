/** Tallies as players read them: every term with its value and rule, and what it comes to. */
import type { Tally } from "../api/types";
import { amount as points, capital } from "../app/words";
import { showInches } from "../table/lengths";
import { needed } from "./counting";

export interface TallyRows {
  readonly label: string;
  readonly rows: readonly { readonly label: string; readonly value: string; readonly rule: string }[];
  readonly total: string;
}

/** A tally as players read it: term, value, rule; the total under a heavy line. */
export function rowsOf(tally: Tally, need: number | null = null, under = false): TallyRows {
  return {
    label: capital(tally.label),
    rows: tally.terms.map((term, index) => ({
      label: term.label,
      value: amount(term.value, tally, index > 0),
      rule: term.rule,
    })),
    total: totalOf(tally, need, under),
  };
}

function totalOf(tally: Tally, need: number | null, under: boolean): string {
  if (tally.verdict !== "total") return tally.verdict;
  const total = tally.terms.reduce((sum, term) => sum + term.value, 0);
  if (need !== null) return under ? `${need} or less` : `${total} of ${need}`;
  if (/^to (hit|save)\b/.test(tally.label)) return needed({ face: total, orLess: under });
  return amount(total, tally, false);
}

function amount(value: number, tally: Tally, signed: boolean): string {
  const size = sized(Math.abs(value), tally);
  return `${value < 0 ? "−" : signed ? "+" : ""}${size}`;
}

function sized(value: number, { measure }: Tally): string {
  if (measure === "eighths") return points(value / 8);
  if (measure === "tenths") return String(value / 10);
  return measure === "thousandths" ? showInches(value) : String(value);
}
