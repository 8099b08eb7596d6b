/** A plotted path as the table prints it: the server's word where it has spoken, our own reckoning until then. */
import type { Manoeuvre, MenuEntry, Preview, PreviewLeg, Reason, Turn, Wheel } from "../api/types";
import { FULL_TURN, HALF_TURN, modulo, QUARTER_TURN, showDegrees, showInches } from "../table/lengths";
import { pivotOf, world, type Point } from "../table/pose";
import { halfFront, type Place, type Shape } from "../table/shape";
import type { Handle, PlanDrawing, Tag } from "../table/state";
import { anchorOf, isBent, tailTurn, type Turning } from "./hands";
import { legInWords, type Forming } from "./leg-words";
import { pathLegs, samePath, shapeOfFigures, signedTurn, walked, type Path, type Stand } from "./plotting";

export interface Plotted {
  readonly unit: string;
  readonly start: Stand;
  readonly path: Path;
  /** The server's word on this very path, or null while it is thinking. */
  readonly preview: Preview | null;
  /** Its word on the path before, good enough for a moment, and that path. */
  readonly last: Preview | null;
  readonly lastPath?: Path;
  readonly live: boolean;
}

const kept = new WeakMap<readonly Place[], Shape>();

/** The shape of a previewed leg; the same figures give the same value, so that nothing is drawn twice. */
function previewShape(leg: PreviewLeg): Shape {
  let shape = kept.get(leg.figures);
  if (!shape) kept.set(leg.figures, (shape = shapeOfFigures(leg.figures)));
  return shape;
}

/**
 * Where the body would stand at the end of what is plotted: no farther than it may go, and where it may not go at all,
 * as it was drawn. While the server thinks, a body that was held back and is drawn farther stays where it was held.
 */
export function endOf(plotted: Plotted): Stand {
  const { start, path } = plotted;
  if (!path.length) return start;
  const preview = plotted.preview ?? (drawnOn(plotted) ? plotted.last : null);
  const mine = walked(start, path);
  const own = mine.length === path.length ? mine.at(-1)! : null;
  if (!preview) return own ?? mine.at(-1) ?? start;
  const leg = preview.legs.at(-1) ?? preview.beyond.at(-1);
  if (!leg) return own ?? start;
  return { pose: leg.pose, shape: sameFigures(own?.shape, leg) ?? previewShape(leg), body: own?.body ?? null };
}

/** Whether a path only draws on what the last word on it held back already. */
function drawnOn({ path, last, lastPath }: Plotted): boolean {
  if (!last || last.legal || !last.legs.length || lastPath?.length !== path.length) return false;
  const [ends, ended] = [path.at(-1)!, lastPath.at(-1)!];
  if (!samePath(path.slice(0, -1), lastPath.slice(0, -1)) || ends.type !== "advance" || ended.type !== "advance") return false;
  const held = last.legs.at(-1)!.manoeuvre;
  return held?.type === "advance" && ends.distance >= held.distance;
}

/** Whether some of the path can be made, though not all of it: what is barred as a whole is not held back. */
export function isHeldBack({ path, preview, last, lastPath }: Plotted): boolean {
  const word = preview ?? last;
  if (!word || word.legal) return false;
  const made = legalPart(word);
  return made.length > 0 && !samePath(made, preview ? path : (lastPath ?? []));
}

/** As much of a path as is legal; squaring up comes of itself. */
export function legalPart({ legs }: Preview): Path {
  return legs.flatMap((leg) => leg.manoeuvre ?? []).filter((leg) => leg.type !== "square_up");
}

/** What stands against a path: of what can be made in part, what truly ended it, which is said last. */
export function stoppedBy(preview: Preview): readonly Reason[] {
  return legalPart(preview).length ? preview.reasons.slice(-1) : preview.reasons;
}

/** Where the body stands after the first legs of a path, by the server's last word where that had the same legs. */
export function standAfter(path: Path, spoken: { readonly path: Path; readonly preview: Preview } | null): Stand | null {
  const leg = spoken?.preview.legs[path.length - 1];
  const alike = spoken !== null && path.every((one, index) => JSON.stringify(one) === JSON.stringify(spoken.path[index]));
  return leg && alike ? standOfLeg(leg) : null;
}

/** Our own shape where the server means the same, so that the ghost is not drawn anew while a hand moves it. */
function sameFigures(own: Shape | undefined, leg: PreviewLeg): Shape | null {
  if (!own || own.figures.length !== leg.figures.length) return null;
  const alike = own.figures.every((place, index) =>
    place.every((value, part) => Math.abs(value - leg.figures[index]![part]!) < 2),
  );
  return alike ? own : null;
}

export function drawPlan(plotted: Plotted, handles: readonly Handle[]): PlanDrawing {
  const { unit, start, path, preview, live } = plotted;
  if (!path.length)
    return { unit, live, swept: [], path: [], pivot: null, ghost: null, barred: false, stop: null, handles, front: frontOf(start) };
  const end = endOf(plotted);
  const barred = isBarred(plotted) && !isHeldBack(plotted);
  const legal = preview ? preview.legs.map(standOfLeg) : walked(start, path);
  const made = preview ? preview.legs.flatMap((leg) => leg.manoeuvre ?? []) : path;
  return {
    unit,
    live,
    swept: preview ? preview.legs.flatMap((leg) => leg.swept) : [],
    path: pathLegs(start, made as Manoeuvre[], legal),
    pivot: pivotLine(start, path, legal),
    ghost: { pose: end.pose, shape: end.shape },
    barred,
    stop: isBarred(plotted) ? (legal.at(-1)?.pose ?? start.pose) : null,
    pull: isHeldBack(plotted) ? pullOf(plotted, end) : null,
    handles,
    front: frontOf(end),
  };
}

/** From where it is held to where it was drawn. */
function pullOf({ start, path, preview }: Plotted, end: Stand): readonly [Point, Point] | null {
  const mine = walked(start, path);
  const to = preview?.beyond.at(-1)?.pose ?? (mine.length === path.length ? mine.at(-1)!.pose : null);
  return to && [end.pose, to];
}

/** A lone figure has none to speak of. */
function frontOf({ shape, body }: Stand): number {
  return body || shape.figures.length > 1 ? 2 * halfFront(shape) : 0;
}

export function isBarred({ preview, last }: Plotted): boolean {
  return preview ? !preview.legal : last ? !last.legal : false;
}

function standOfLeg(leg: PreviewLeg): Stand {
  return { pose: leg.pose, shape: previewShape(leg), body: null };
}

/** From the corner a last wheel turns on to the corner that swings. */
function pivotLine(start: Stand, path: Path, stands: readonly Stand[]): readonly [Point, Point] | null {
  const last = path.at(-1);
  if (last?.type !== "wheel") return null;
  const from = stands[path.length - 2] ?? (path.length === 1 ? start : null);
  if (!from) return null;
  const half = halfFront(from.shape);
  const turn = signedTurn(last);
  return [pivotOf(from.pose, half, turn), pivotOf(from.pose, half, -turn)];
}

// ---------------------------------------------------------------- tags

/** What each leg is and costs, what it comes to, and every reason against it. */
export function planTags(plotted: Plotted, allowance: number, forming: Forming): Tag[] {
  const { start, path, preview, last } = plotted;
  if (!path.length) return [];
  const stands = preview ? preview.legs.map(standOfLeg) : walked(start, path);
  const tags: Tag[] = [];
  let from = start;
  for (const [index, stand] of stands.entries()) {
    const leg = preview ? preview.legs[index]?.manoeuvre : path[index];
    const cost = preview?.legs[index]?.cost;
    if (leg && stands.length > 1 && leg.type !== "square_up")
      tags.push({
        id: `leg-${index}`,
        at: { x: (from.pose.x + stand.pose.x) / 2, y: (from.pose.y + stand.pose.y) / 2 },
        text: legTag(leg, cost, forming),
        tone: "plan",
        side: index % 2 ? "right" : "left",
      });
    from = stand;
  }
  const end = endOf(plotted);
  const spent = preview?.cost ?? last?.cost;
  const half = halfFront(end.shape);
  if (spent !== undefined && allowance)
    tags.unshift({
      id: "total",
      at: world(end.pose, -half, 0),
      text: `${showInches(roughly(spent))} of ${showInches(allowance)}`.replace("″ of", " of"),
      tone: isBarred(plotted) ? "stop" : "total",
      side: "left",
    });
  const said = preview ?? last;
  const reasons = said ? [...stoppedBy(said), ...(said.bars ?? [])] : [];
  reasons.forEach(({ text }, index) =>
    tags.push({ id: `reason-${index}`, at: world(end.pose, half, 0), text: shortened(text), tone: "stop", side: "right" }),
  );
  return tags;
}

function legTag(leg: Manoeuvre, cost: number | undefined, forming: Forming): string {
  if (leg.type === "advance") return `advance ${showInches(roughly(leg.distance))}`;
  const words = leg.type === "wheel" || leg.type === "turn" ? turnInWords(leg) : legInWords(leg, forming);
  return !cost && (leg.type === "turn" || cost === undefined) ? words : `${words}: ${showInches(roughly(cost ?? 0))}`;
}

/** Which way it goes is drawn. */
const turnInWords = ({ type, angle }: Wheel | Turn): string =>
  type === "turn" && Math.abs(angle) === HALF_TURN ? "turn about" : `${type} ${showDegrees(Math.abs(angle))}`;

/** To a twentieth of an inch: nobody reads thousandths off a map. */
export function roughly(mil: number): number {
  return mil % 250 === 0 ? mil : Math.round(mil / 50) * 50;
}

export function shortened(text: string): string {
  return text.length > 58 ? `${text.slice(0, 56).replace(/\s+\S*$/, "")} …` : text;
}

// ---------------------------------------------------------------- handles

/** Something to take hold of for whatever the menu offers, on stems away from the body. */
export function handlesAt(end: Stand, menu: readonly MenuEntry[], turning: Turning): Handle[] {
  const offered = (test: (leg: Manoeuvre) => boolean): boolean => menu.some((entry) => entry.legs.some(test));
  const { heading } = end.pose;
  const handles: Handle[] = [];
  const put = (kind: Handle["kind"], bearing: number, name: string, second = false): void => {
    handles.push({ kind, at: anchorOf(kind, end), name, heading, out: modulo(heading + bearing, FULL_TURN), ...(second ? { second } : {}) });
  };
  const wheels = (side: "left" | "right"): boolean => offered((leg) => leg.type === "wheel" && leg.side === side);
  const spins = turning.corners === "turn" && end.body !== null;
  if (spins || wheels("right")) put("left corner", -EIGHTH_TURN, spins ? "turn: A, D" : "wheel right: E");
  if (spins || wheels("left")) put("right corner", EIGHTH_TURN, spins ? "turn: A, D" : "wheel left: Q");
  if (offered((leg) => leg.type === "advance")) put("ahead", 0, turning.slant ? "advance: W; aside for an oblique" : "advance: W");
  const about = offered((leg) => leg.type === "face" && leg.to === "rear");
  if (about) put("rear", HALF_TURN + (isBent(end.body) ? tailTurn(end.shape) : 0), "about: R");
  if (turning.middle && !spins) put("turn", end.body ? HALF_TURN : 0, "turn: A, D", end.body !== null && about);
  if (isBent(end.body)) return handles;
  if (offered((leg) => leg.type === "face" && leg.to === "left")) {
    put("left flank", -QUARTER_TURN, "face left: F");
    put("right flank", QUARTER_TURN, "face right: F F");
  }
  if (offered((leg) => leg.type === "reform")) {
    put("left files", -HALF_TURN + EIGHTH_TURN, "files: [ ]");
    put("right files", HALF_TURN - EIGHTH_TURN, "files: [ ]");
  }
  return handles;
}

const EIGHTH_TURN = QUARTER_TURN / 2;
