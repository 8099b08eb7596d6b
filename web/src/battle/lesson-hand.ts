/** What a step of a lesson asks of the hand: how much of it is done, by which mark, and where it leads. */
import type { Answer, Manoeuvre, StepShown } from "../api/types";
import type { HandleKind } from "../table/state";

/** The amount of a goal's legs in a path: inches or degrees. */
export function amountOf(step: Pick<StepShown, "leg" | "side">, path: readonly Manoeuvre[]): number {
  return path.reduce((sum, leg) => sum + (isLeg(step, leg) ? sizeOf(leg) : 0), 0);
}

function isLeg({ leg: kind, side }: Pick<StepShown, "leg" | "side">, leg: Manoeuvre): boolean {
  if (leg.type !== kind) return false;
  if (!side) return true;
  if (leg.type === "wheel") return leg.side === side;
  if (leg.type === "turn" || leg.type === "oblique") return leg.angle > 0 === (side === "right");
  return leg.type === "face" && leg.to === side;
}

function sizeOf(leg: Manoeuvre): number {
  if (leg.type === "wheel" || leg.type === "turn") return Math.abs(leg.angle) / 1000;
  return leg.type === "advance" || leg.type === "oblique" ? leg.distance / 1000 : 1;
}

/** What is left to do of a goal, in words; nothing where it is done or has no measure. */
export function toGo(step: Pick<StepShown, "leg" | "side" | "least">, path: readonly Manoeuvre[]): string {
  const left = step.least - amountOf(step, path);
  if (!step.least || left <= 0) return "";
  const turning = step.leg === "wheel" || step.leg === "turn";
  return turning ? `${Math.ceil(left)}° to go` : `${Math.ceil(left * 2) / 2}″ to go`;
}

/** A path as far as a hand has drawn it, with a share of all its legs. */
export function drawnPart(path: readonly Manoeuvre[], share: number): Manoeuvre[] {
  const upto = share * path.length;
  return path.flatMap((leg, place): Manoeuvre[] => {
    const part = Math.min(1, upto - place);
    if (part <= 0) return [];
    if (leg.type === "advance" || leg.type === "oblique") return [{ ...leg, distance: Math.round((leg.distance * part) / 100) * 100 }];
    if (leg.type === "wheel" || leg.type === "turn") return [{ ...leg, angle: Math.round((leg.angle * part) / 1000) * 1000 }];
    return part >= 1 ? [leg] : [];
  });
}

const isTurn = ({ leg }: Pick<StepShown, "leg">): boolean => leg === "wheel" || leg === "turn";

/** The mark that does it: of a wheel the corner that walks, which is not the one it turns to. */
export function handleFor({ leg, side }: Pick<StepShown, "leg" | "side">): HandleKind | null {
  const other = side === "left" ? "right" : "left";
  switch (leg) {
    case "advance":
      return "ahead";
    case "wheel":
      return `${other} corner`;
    case "turn":
      return "turn";
    case "face":
      return side === "rear" ? "rear" : side === "left" || side === "right" ? `${side} flank` : null;
    case "reform":
    case "expand":
      return "right files";
    default:
      return null;
  }
}

const GRAIN = 120;

/** The part of a way that is just enough. */
function until(path: readonly Manoeuvre[], enough: (part: readonly Manoeuvre[]) => boolean): readonly Manoeuvre[] {
  for (let grain = 1; grain < GRAIN; grain++) {
    const part = drawnPart(path, grain / GRAIN);
    if (enough(part)) return part;
  }
  return path;
}

/** As much of the way shown as does the step. */
export const goalPath = (step: StepShown, path: readonly Manoeuvre[]): readonly Manoeuvre[] =>
  until(path, (part) => amountOf(step, part) >= step.least);

/** How much a press adds, in words: "Turn 15°", "Go 2″". */
export const stepOn = (step: Pick<StepShown, "leg" | "least">): string =>
  !step.least ? "" : isTurn(step) ? "Turn 15°" : step.leg === "advance" ? "Go 2″" : "";

/** A press more of the way shown than is plotted, or all of it. */
export function partOn(step: StepShown, path: readonly Manoeuvre[], now: readonly Manoeuvre[]): Manoeuvre[] {
  const wanted = amountOf(step, now) + (isTurn(step) ? 15 : 2) - 0.01;
  return [...until(path, (part) => amountOf(step, part) >= wanted)];
}

/** Whom the step is about; nobody in particular where it is a choice. */
export function openUnits(step: Pick<StepShown, "ring" | "target">, answer: Answer): ReadonlySet<string> | null {
  const commands = answer.type === "commanded" ? [answer] : answer.type === "planned" ? answer.commands : [];
  const named = commands.flatMap(({ actor, form }) => [
    actor,
    ...(form?.type === "aimed" || form?.type === "played" ? [form.target ?? ""] : []),
    ...(form?.type === "played" ? form.units : []),
  ]);
  const open = [step.ring, step.target, ...named].filter(Boolean);
  return commands.some(({ actor }) => actor) ? new Set(open) : null;
}
