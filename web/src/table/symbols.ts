/**
 * Pictograms of troops and marks, drawn on a grid of 16, front up, in one colour. A name that is not listed draws a
 * plain base. Silhouettes carry the meaning: at table size a pictogram is seven pixels high.
 */
import { circle, takenApart, type Stroke } from "./outline";

/** A part is filled, or drawn with a pen of some width. */
export interface Part {
  readonly strokes: readonly Stroke[];
  readonly data: string;
  readonly pen: number;
}

const fill = (data: string): Part => ({ data, strokes: takenApart(data), pen: 0 });
const line = (data: string, pen: number): Part => ({ data, strokes: takenApart(data), pen });

const HORSE =
  "M4.2 15.4C4.6 12.4 6.4 11.2 7 9.2L4.9 10.6 3 11 1.6 9 5.2 4.4 6.6 3.4 6.9 .8 9.1 2.9C12.8 4.2 14.4 8 13.9 15.4Z";
const OUTLINED_HORSE =
  "M4.64 14.71C5 12.04 6.6 10.97 7.13 9.19L5.26 10.43 3.57 10.79 2.32 9.01 5.53 4.92 6.77 4.03 7.04 1.71 9 3.58C12.29 4.74 13.72 8.12 13.27 14.71Z";
const SMALL_HORSE =
  "M3.26 15.54C3.57 13.21 4.96 12.28 5.43 10.73L3.8 11.82 2.33 12.13 1.24 10.58 4.03 7.01 5.12 6.24 5.35 4.22 7.05 5.85C9.92 6.86 11.16 9.8 10.77 15.54Z";
const SHIELD = "M2.6 2.2Q8 .6 13.4 2.2V7.6Q13.4 12.6 8 15.2Q2.6 12.6 2.6 7.6Z";
const ARROW_HEAD = "M8 0 10.3 3.8H5.7Z";
const STANDARD = [line("M3.4 15.2V.9", 2), fill("M4.4 1.6H15.2L12.4 5.3 15.2 9H4.4Z")];

const CATAPULT = [
  line("M3.6 14.6 7.6 7.4 12.4 14.6M1.6 14.6H14.4", 1.9),
  line("M2.4 11.2 12.6 3.2", 2),
  fill(circle(13.2, 2.7, 2.3)),
];

export const PICTOGRAMS: Readonly<Record<string, readonly Part[]>> = {
  infantry: [fill(SHIELD)],
  light_infantry: [line(circle(8, 8, 5.4), 2.3), fill(circle(8, 8, 1.9))],
  medium_infantry: [fill(SHIELD)],
  heavy_infantry: [
    fill("M2.4 1.6Q8 -.2 13.6 1.6L14 9.6 11.4 15.4H4.6L2 9.6ZM3.8 5.7V7.6H7.2V12.6H8.8V7.6H12.2V5.7Z"),
  ],
  spearmen: [line("M8 15V5", 2), fill("M8 .4 10.9 5.6 8 8 5.1 5.6Z"), line("M2.8 11.2H13.2", 1.8)],
  pikemen: [line("M4.6 15.2V5M11.4 15.2V5", 2), fill("M4.6 .2 7 5.6H2.2ZM11.4 .2 13.8 5.6H9Z")],
  archers: [
    line("M1.6 9.4Q2.4 3.4 8 3.4T14.4 9.4", 2.2),
    line("M1.6 9.4 8 13.4 14.4 9.4", 1.1),
    line("M8 14.6V2.6", 1.7),
    fill(ARROW_HEAD),
  ],
  longbowmen: [
    line("M1 12.2Q2.2 4 8 4T15 12.2", 2.2),
    line("M1 12.2H15", 1.1),
    line("M8 15.2V2.6", 1.7),
    fill(ARROW_HEAD),
  ],
  crossbowmen: [line("M8 15V2.4", 2.8), line("M1.4 8Q3.4 4.6 8 4.6T14.6 8", 2.4)],
  heavy_crossbows: [
    line("M8 13.6V2", 2.8),
    line("M1.5 7.6Q3.4 4 8 4T14.5 7.6", 2.9),
    line("M4 13.8H12", 2.4),
  ],
  slingers: [
    line("M4.6 15C.4 9 3.4 3.6 9.4 4.2M4.6 15C5.4 11.4 7 9.4 9.6 8.4", 1.6),
    fill(circle(11.2, 5.6, 3.6)),
  ],
  arquebusiers: [
    line("M8 10.4V.9", 2),
    fill("M6.4 9H9.6L11.2 15.4H6.4Z"),
    line("M9.4 8.2Q13 7.8 12.6 4.4", 1.6),
  ],
  cavalry: [fill(HORSE)],
  light_cavalry: [line(OUTLINED_HORSE, 1.7)],
  medium_cavalry: [fill(HORSE)],
  heavy_cavalry: [fill(`${HORSE}M8.2 6.4L13.2 7.9 13.7 9.6 7.6 8ZM5.9 11L14 12.9 14 14.6 4.9 12.6Z`)],
  horse_archers: [
    fill(SMALL_HORSE),
    line("M7.2 1.4Q14.4 1.2 14.6 8.4", 1.9),
    line("M7.2 1.4 14.6 8.4", 1),
  ],
  hero: [fill("M2.4 14.6 1 4.4 5 8 8 1.6 11 8 15 4.4 13.6 14.6Z")],
  general: [
    line("M8 15.4V.8M2.2 2.4H13.8", 1.8),
    fill("M3.2 3H12.8V13.2L10.4 10.8 8 13.2 5.6 10.8 3.2 13.2Z"),
  ],
  leader: STANDARD,
  wizard: [
    fill(
      "M8 .2 9.19 5.14 13.52 2.48 10.86 6.81 15.8 8 10.86 9.19 13.52 13.52 9.19 10.86 8 15.8 6.81 10.86 2.48 13.52 5.14 9.19 .2 8 5.14 6.81 2.48 2.48 6.81 5.14Z",
    ),
  ],
  monster: [
    fill(
      "M1.7 .6C2 3.6 3.6 4.9 5.4 4.6Q8 3.8 10.6 4.6C12.4 4.9 14 3.6 14.3 .6 16 4.4 15.2 7.4 13 8.6 12.6 10.6 11 11.4 10.8 15.2H5.2C5 11.4 3.4 10.6 3 8.6 .8 7.4 0 4.4 1.7 .6Z",
    ),
  ],
  artillery: CATAPULT,
  catapult: CATAPULT,
  halberdiers: [line("M6 15.4V1.8", 2), fill("M6 .2 7.8 3.4 13.8 3Q15 6.4 13.2 9.8L7.2 8.2 6 9.6 2.2 6.2 4.4 3.6Z")],
  peasants: [line("M8 15.4V7.6M3.4 1V4.4Q3.4 7.6 8 7.6T12.6 4.4V1M8 1V7", 2)],
  cannon: [line("M2.6 8.2V14.2M13.4 8.2V14.2M2.6 11.2H13.4", 2.2), fill("M6.2 .8H9.8L10.6 15.2H5.4Z")],
  bombard: [
    line("M2.2 9.4V14.6M13.8 9.4V14.6", 2.2),
    fill("M4.4 .8H11.6V3.2H10.6L11.6 12.2 10 15.4H6L4.4 12.2 5.4 3.2H4.4Z"),
  ],
  wagon: [
    line("M3.4 2.2H12.6V13.8H3.4ZM3.4 6H12.6M3.4 10H12.6", 1.6),
    line("M1.4 2.6V6M14.6 2.6V6M1.4 10V13.4M14.6 10V13.4", 2.2),
  ],
  knights: [fill(SMALL_HORSE), line("M13.4 15V5.4", 1.7), fill("M13.4 .4 15.4 5.8H11.4Z")],
  standard: STANDARD,
};

/** Weapons point to the front of their figure; all other pictograms stay upright. */
export const POINTING: ReadonlySet<string> = new Set([
  "spearmen",
  "pikemen",
  "halberdiers",
  "peasants",
  "archers",
  "longbowmen",
  "crossbowmen",
  "heavy_crossbows",
  "arquebusiers",
  "slingers",
  "cannon",
  "bombard",
  "wagon",
]);

/** Figures that stand alone and carry a ring and a flag so that they are not lost in the crowd. */
export const RINGED: ReadonlySet<string> = new Set(["general", "leader", "hero", "wizard"]);

/** What befell a unit, or what it has done. */
export const MARKS: Readonly<Record<string, readonly Part[]>> = {
  routed: [line("M4 14.6V1.6", 1.8), line("M4.6 2.2Q7.4 .8 9.4 2.4T14 2.6V9Q11.4 10.4 9.4 8.8T4.6 8.8Z", 1.6)],
  cornered: [line("M3 2.6V13H13.4", 2.2), line("M13 3 7.4 8.6M7.2 4.6V8.8H11.4", 1.8)],
  wounded: [fill("M8 1Q13 7.2 13 10.2A5 5 0 0 1 3 10.2Q3 7.2 8 1Z")],
  disordered: [
    line("M1.8 5.2 5 3.2M7 6.6 9.6 3.6M11.4 4.4 14.4 6.4M2.2 11 5.6 12.6M7.4 10 8.6 13.4M11.2 12.2 14.2 10.2", 2),
  ],
  moved: [line("M2.6 8.6 6.4 12.4 13.4 4", 2.4)],
  shot: [line("M2 8H12", 2), fill("M9.4 3.6 15 8 9.4 12.4Z")],
  contact: [line("M2.4 2.4 13.6 13.6M13.6 2.4 2.4 13.6", 2.4)],
  charging: [line("M3 9.4 8 4.4 13 9.4M3 14 8 9 13 14", 2.2)],
  in_a_duel: [line("M2.4 2 11.6 11.2M13.6 2 4.4 11.2M9 13.4 13.4 9M7 13.4 2.6 9", 1.9)],
  shamed: [line("M2.6 4.4 8 9.8 13.4 4.4M2.6 9.2 8 14.6 13.4 9.2", 2)],
  retreating: [line("M8 2V13M3.6 8.8 8 13.4 12.4 8.8", 2.2)],
  fatigued: [line("M3 2.4H13M3 13.6H13M4.4 2.4Q4.4 5.6 8 8T11.6 13.6M11.6 2.4Q11.6 5.6 8 8T4.4 13.6", 1.8)],
  forming: [line("M2.4 2.4H6M10 2.4H13.6V6M13.6 10V13.6H10M6 13.6H2.4V10M2.4 6V2.4", 2)],
  staked: [line("M3 14V4.4M8 14V2.4M13 14V4.4M1.4 10.4H14.6", 1.9)],
  reorganizing: [
    line("M2.6 7.4A5.4 5.4 0 0 1 12.4 5M13.4 8.6A5.4 5.4 0 0 1 3.6 11", 2),
    fill("M14 1.8V6.4H9.4ZM2 14.2V9.6H6.6Z"),
  ],
  guarding: [line("M4.6 7.4V5A3.4 3.4 0 0 1 11.4 5V7.4", 1.9), fill("M3 7H13V14.4H3Z")],
  unloaded: [line("M8 13.8V6M4.4 8.4 8 4.8 11.6 8.4M3 2.4H13", 2)],
  mutinous: [line("M8 1.8V9.4", 2.6), fill(circle(8, 13, 1.7))],
  deserting: [line("M8.4 2.4H2.6V13.6H8.4M6.6 8H14M11 5 14 8 11 11", 2)],
  bribed: [line(circle(8, 8, 5.6), 1.9), line(circle(8, 8, 2.2), 1.6)],
  out_for_plunder: [
    fill("M5.6 4.6H10.4Q14.2 8.6 13.4 12.6 13 14.6 8 14.6T2.6 12.6Q1.8 8.6 5.6 4.6ZM5.2 1.4H10.8L9.8 3.4H6.2Z"),
  ],
  out_of_command: [line("M3.4 15V1.4M7 2.6 13.4 9M13.4 2.6 7 9", 2)],
  shield_wall: [line("M2.8 2.2H13.2V8Q13.2 12.6 8 14.6 2.8 12.6 2.8 8Z", 2)],
  set_spears: [line("M2 14 5.6 2M6.2 14 9.8 2M10.4 14 14 2", 1.9)],
  gaps: [line("M1.8 5.4H5.2M10.8 5.4H14.2M1.8 11H14.2", 2.2)],
  attacks_on_its_own: [fill("M9.8 1 3.6 9.2H7.6L6 15 12.4 6.8H8.4Z")],
  hidden: [line("M1.4 8Q8 1 14.6 8 8 15 1.4 8ZM3 13.6 13 2.4", 1.8)],
  company: [line("M4 15V1.4", 2), fill("M5 1.6 14.6 5 5 8.6Z")],
  planned: [line("M3.4 12.8V5.6Q3.4 3.2 5.8 3.2H13", 2), fill("M10.4 0 15.2 3.2 10.4 6.4Z")],
};

/** Marks that change what a unit may do are filled, the others outlined. */
export const GRAVE: ReadonlySet<string> = new Set([
  "routed",
  "retreating",
  "cornered",
  "wounded",
  "fatigued",
  "contact",
  "charging",
  "in_a_duel",
  "mutinous",
  "deserting",
  "out_of_command",
  "attacks_on_its_own",
]);

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
