/**
 * The whole state of the table widget. It knows shapes and gestures, no rules: it is told what stands where, what may be
 * touched and what is planned, and reports what was done. Lengths are thousandths of an inch.
 */
import type { Screen } from "./camera";
import type { GroundShape } from "./ground-shapes";
import type { Mdeg, Mil } from "./lengths";
import type { Point, Pose } from "./pose";
import type { Box, Place, Ring, Shape } from "./shape";

/** What is over the table: light, and what comes down. */
export interface Sky {
  readonly light: "day" | "dusk" | "night";
  readonly falls: "" | "rain" | "storm";
}

export const FAIR: Sky = { light: "day", falls: "" };

export interface TableState {
  readonly board: Board | null;
  /** Whether it is seen from its other long edge. */
  readonly turned: boolean;
  /** The right-hand corner of the screen that buttons lie on, in pixels: nobody stands there when the page opens. */
  readonly tools: Tools | null;
  /** Whether the frame has inches on it: not where distances are for the eye. */
  readonly ruled: boolean;
  /** What the page opens on: both armies, or all of the table. */
  readonly opens: "armies" | "whole";
  readonly sky: Sky;
  readonly units: readonly TableUnit[];
  /** Pairs of units that stand edge to edge. */
  readonly contacts: readonly (readonly [string, string])[];
  /** Units that may act or be acted on; the others can only be looked at. */
  readonly touchable: ReadonlySet<string>;
  /** Units that may be taken hold of; ghosts and handles always may. */
  readonly draggable: ReadonlySet<string>;
  readonly selected: string | null;
  /** Units that are in hand with the selected one. */
  readonly along: ReadonlySet<string>;
  /** A part of the table that is being drawn round units. */
  readonly lasso: Box | null;
  /** Whether a drag over open ground draws round units: never, with Shift, or always. */
  readonly lassoes: "never" | "with shift" | "always";
  readonly targets: readonly TargetMark[];
  readonly zones: readonly Zone[];
  readonly plans: readonly PlanDrawing[];
  readonly templates: readonly Template[];
  readonly tape: Tape | null;
  readonly tags: readonly Tag[];
  /** Pieces of terrain that are only thought of yet. */
  readonly sketches: readonly Sketch[];
  /** What a drag over open ground does: move the map, or draw (a tape, a stream). */
  readonly ground: "pan" | "draw";
  /** What was done: shots, ways gone, blows and losses. */
  readonly deeds: readonly DeedMark[];
  /** Units that changed without being seen to: outlined for a moment where motion is reduced. */
  readonly flashed: ReadonlySet<string>;
  /** Units that are no part of what is going on: drawn faintly, their names as ever. */
  readonly pale: ReadonlySet<string>;
}

export const EMPTY: TableState = {
  board: null,
  turned: false,
  tools: null,
  ruled: true,
  opens: "armies",
  sky: FAIR,
  units: [],
  contacts: [],
  touchable: new Set(),
  draggable: new Set(),
  selected: null,
  along: new Set(),
  lasso: null,
  lassoes: "never",
  targets: [],
  zones: [],
  plans: [],
  templates: [],
  tape: null,
  tags: [],
  sketches: [],
  ground: "pan",
  deeds: [],
  flashed: new Set(),
  pale: new Set(),
};

export interface Tools {
  readonly width: number;
  readonly height: number;
  /** Their height where the whole table is seen and needs no overview. */
  readonly bare: number;
  readonly corner: "top" | "bottom";
  /** The scale in the upper left corner, where there is one and the table is ruled. */
  readonly scale?: Screen;
}

// ---------------------------------------------------------------- the map

export interface Board {
  readonly width: Mil;
  readonly depth: Mil;
  readonly features: readonly Feature[];
}

/** What is built on a piece of terrain: doors and gaps of a wall or tower. */
export interface Build {
  readonly doors?: readonly { readonly x: Mil; readonly y: Mil; readonly broken?: boolean }[];
  readonly gaps?: readonly { readonly x: Mil; readonly y: Mil; readonly width: Mil }[];
}

export interface Area {
  readonly type: "area";
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly ring: Ring;
  readonly contours: readonly { readonly ring: Ring; readonly rise: number }[];
  readonly build?: Build;
}

export interface Strip {
  readonly type: "strip";
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly course: Ring;
  readonly width: Mil;
  readonly build?: Build;
}

export type Feature = Area | Strip;

export interface Sketch {
  readonly feature: Feature;
  readonly barred: boolean;
}

// ---------------------------------------------------------------- units

export type Colour = "red" | "blue" | "ochre" | "teal" | "grey";

/** Sides never differ by colour alone: filled with a square chip, open with a round one, striped, dotted. */
export type Manner = "solid" | "open" | "striped" | "dotted";

export interface TableUnit {
  readonly id: string;
  readonly pose: Pose;
  readonly shape: Shape;
  readonly colour: Colour;
  readonly manner: Manner;
  readonly symbol: string;
  readonly label: string;
  readonly strength: number;
  /** What a screen reader says: "Longbows, Red, 24 figures, may move". */
  readonly spoken: string;
  readonly marks: readonly string[];
  /** So many of the last figures lie where they stood. */
  readonly fallen: number;
  readonly stance: "formed" | "hedgehog" | "flanks" | "loose" | "single";
  /** What those are who go with it: each carries a flag over its ranks. */
  readonly company?: readonly string[];
  /** Those of one band are drawn as belonging together, and one of them is labelled for all. */
  readonly band?: string;
  /** The marks on its label, where these are not all. */
  readonly labelled?: readonly string[];
  /** What its label shows, where that is not all of it. */
  readonly badge?: "marks" | "name" | "none";
  /** It is inside something: drawn as seen through a roof. */
  readonly inside?: boolean;
  /** A hull on the water, which lies beneath those aboard. */
  readonly hull?: boolean;
}

export interface TargetMark {
  readonly unit: string;
  /** The one that is looked at now; the others are only possible. */
  readonly chosen: boolean;
  readonly barred: boolean;
}

// ---------------------------------------------------------------- the overprint

export type ZoneKind = "near" | "far" | "reach" | "charge" | "arc" | "command" | "deployment" | "kept" | "firing";

export interface Zone {
  readonly kind: ZoneKind;
  readonly shape: GroundShape;
  readonly label: string;
  readonly colour?: Colour;
}

export interface Ghost {
  readonly pose: Pose;
  readonly shape: Shape;
}

/** A leg as it is drawn: straight, or round a corner. */
export interface PathLeg {
  readonly from: Point;
  readonly to: Point;
  readonly turn: number;
}

export type HandleKind =
  | "ahead"
  | "left corner"
  | "right corner"
  | "left flank"
  | "right flank"
  | "left files"
  | "right files"
  | "rear"
  | "turn"
  | "aim"
  | `point ${number}`;

export interface Handle {
  readonly kind: HandleKind;
  readonly at: Point;
  readonly name: string;
  readonly heading: number;
  /** Where its stem leads away from the body; without one it lies at its point. */
  readonly out?: Mdeg;
  /** Farther out than another that lies in the same direction. */
  readonly second?: boolean;
  /** Drawn by keys: it is shown wherever there is room for it, ringed and named. */
  readonly chosen?: boolean;
}

export interface PlanDrawing {
  readonly unit: string;
  /** The plan in hand; the others are drawn fainter and have no handles. */
  readonly live: boolean;
  readonly swept: readonly Ring[];
  readonly path: readonly PathLeg[];
  /** Where the corner is that a body is wheeling on, and the corner that swings. */
  readonly pivot: readonly [Point, Point] | null;
  readonly ghost: Ghost | null;
  /** Drawn barred and in ink: it cannot end here. */
  readonly barred: boolean;
  /** Drawn in ink and broken: it was done, and the plan is what might have been. */
  readonly done?: boolean;
  /** From where it is held back to where it was drawn. */
  readonly pull?: readonly [Point, Point] | null;
  /** Where legality ends on the way. */
  readonly stop: Pose | null;
  readonly handles: readonly Handle[];
  /** The front of the body that the handles belong to. */
  readonly front?: Mil;
}

export interface Tag {
  readonly id: string;
  readonly at: Point;
  readonly text: string;
  readonly tone: "plan" | "total" | "stop" | "ink" | "number" | "number now";
  /** Where it would like to be, seen from its point. */
  readonly side: "left" | "right" | "above" | "below" | "on";
}

export interface Tape {
  readonly from: Point;
  readonly to: Point;
  readonly label: string;
}

/** Ground that a shot covers: where it counts (`struck`), or is only passed. */
export interface ShotMark {
  readonly shape: GroundShape;
  readonly name: string;
  readonly struck: boolean;
}

/** A shot over the table: as it is aimed, or as it fell. */
export interface Template {
  readonly tone: "plan" | "fallen";
  readonly marks: readonly ShotMark[];
  /** From where it is aimed, and at what; where the eye alone measures, only the way it looks. */
  readonly line: readonly [Point, Point] | null;
  readonly aim: Point | null;
  readonly barred: boolean;
  readonly label: string;
}

/** What was done by somebody, in his colour: the present deed is drawn heavy, those before it thin. */
export interface DeedMark {
  readonly colour: Colour;
  readonly manner: Manner;
  readonly present: boolean;
  /** Not done yet: where a unit is to come. */
  readonly goal?: boolean;
  readonly shots: readonly (readonly [Point, Point])[];
  /** Where a unit stood that has moved, and the way it went. */
  readonly stood: Ghost | null;
  readonly way: readonly Point[];
  /** Where it came to blows. */
  readonly clash: Point | null;
  /** Bases of those who fell, where they stood. */
  readonly fallen: { readonly pose: Pose; readonly places: readonly Place[] } | null;
}

// ---------------------------------------------------------------- gestures

export type Thing =
  | { readonly kind: "unit"; readonly id: string }
  | { readonly kind: "ghost"; readonly id: string }
  | { readonly kind: "handle"; readonly id: HandleKind }
  | { readonly kind: "ground" };

export interface Keys {
  readonly shift: boolean;
  readonly alt: boolean;
}

export interface TableEvents {
  /** Something was pressed, by pointer or by a screen reader. */
  press?(thing: Thing, at: Point, keys: Keys): void;
  hover?(unit: string | null): void;
  grab?(thing: Thing, at: Point): void;
  drag?(thing: Thing, at: Point, keys: Keys): void;
  /** Let go; `null` when the gesture was broken off. */
  drop?(thing: Thing, at: Point | null): void;
  /** A unit has the keyboard. */
  focus?(unit: string): void;
  /** The map was moved: pixels an inch, and the part of it that is on the screen, as it is drawn. */
  view?(pixelsPerInch: number, seen: Box): void;
}
