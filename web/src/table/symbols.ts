/**
 * Pictograms of troops and marks, drawn on a grid of 16, front up, in one colour. The sheet is that of the server's own
 * pictures. A name that is not listed draws a plain base.
 */
import sheet from "../../../src/schiltron/drawing/symbols.json";
import { takenApart, type Stroke } from "./outline";

interface Drawing {
  readonly parts?: readonly { readonly fill?: string; readonly line?: string; readonly pen?: number }[];
  /** The one that looks the same. */
  readonly like?: string;
  readonly pointing?: boolean;
  readonly ringed?: boolean;
  readonly grave?: boolean;
}
type Drawings = Readonly<Record<string, Drawing>>;

/** A part is filled, or drawn with a pen of some width. */
export interface Part {
  readonly strokes: readonly Stroke[];
  readonly data: string;
  readonly pen: number;
}

function drawn(drawings: Drawings): Readonly<Record<string, readonly Part[]>> {
  const parts = ([name, one]: [string, Drawing]): readonly Part[] =>
    (drawings[one.like ?? name]?.parts ?? []).map(({ fill, line, pen }) => {
      const data = fill ?? line ?? "";
      return { data, strokes: takenApart(data), pen: pen ?? 0 };
    });
  return Object.fromEntries(Object.entries(drawings).map((one) => [one[0], parts(one)]));
}

const those = (drawings: Drawings, flag: "pointing" | "ringed" | "grave"): ReadonlySet<string> =>
  new Set(Object.keys(drawings).filter((name) => drawings[name]?.[flag]));

export const PICTOGRAMS = drawn(sheet.figures);
/** Weapons point to the front of their figure; all other pictograms stay upright. */
export const POINTING = those(sheet.figures, "pointing");
/** Figures that stand alone and carry a ring and a flag so that they are not lost in the crowd. */
export const RINGED = those(sheet.figures, "ringed");
/** What befell a unit, or what it has done. */
export const MARKS = drawn(sheet.marks);
/** Marks that change what a unit may do are filled, the others outlined. */
export const GRAVE = those(sheet.marks, "grave");

/** The cloth of a flag from the top of its pole, by who has it; "" for everybody else. */
export const CLOTHS: Readonly<Record<string, string>> = sheet.cloths;
/** Degrees by which the fallen lean, in turn. */
export const TUMBLE: readonly number[] = sheet.tumble;
/** Degrees and thousandths of an inch by which routers are out of line, in turn. */
export const STRAY: readonly (readonly number[])[] = sheet.stray;

/** A pictogram or mark as markup on its grid of 16, coloured by `currentColor`. */
export function markup(parts: readonly Part[]): string {
  return parts
    .map(({ data, pen }) =>
      pen
        ? `<path d="${data}" fill="none" stroke="currentColor" stroke-width="${pen}" stroke-linecap="round" stroke-linejoin="round"/>`
        : `<path d="${data}" fill="currentColor" fill-rule="evenodd"/>`,
    )
    .join("");
}

/** Every figure and mark as a `<symbol>`, beside the icons of the page. */
export function symbolSheet(): string {
  const symbols = (sort: string, drawings: typeof PICTOGRAMS): string[] =>
    Object.entries(drawings).map(([name, parts]) => `<symbol id="${sort}-${name}" viewBox="0 0 16 16">${markup(parts)}</symbol>`);
  return `<svg>${[...symbols("figure", PICTOGRAMS), ...symbols("mark", MARKS)].join("")}</svg>`;
}
