/** The legs of a path, and orders, in words. */
import type { Manoeuvre, Verb, Vocabulary } from "../api/types";
import { capital, words } from "../app/words";
import { HALF_TURN, showDegrees, showInches } from "../table/lengths";
import type { Path } from "./plotting";

/** What it is called to take up some formations, as the server says. */
export type Forming = Readonly<Record<string, string>>;

export function legInWords(leg: Manoeuvre, forming: Forming): string {
  switch (leg.type) {
    case "advance":
      return leg.distance < 0 ? `go back ${showInches(-leg.distance)}` : `advance ${showInches(leg.distance)}`;
    case "oblique":
      return `oblique ${leg.angle < 0 ? "left" : "right"} ${showDegrees(Math.abs(leg.angle))} for ${showInches(leg.distance)}`;
    case "wheel":
      return `wheel ${leg.side} ${showDegrees(leg.angle)}`;
    case "turn":
      return Math.abs(leg.angle) === HALF_TURN ? "turn about" : `turn ${leg.angle < 0 ? "left" : "right"} ${showDegrees(Math.abs(leg.angle))}`;
    case "face":
      return leg.to === "rear" ? "face about" : `face ${leg.to}`;
    case "reform":
      return `form ${leg.files} ${leg.files === 1 ? "file" : "files"}`;
    case "hedgehog":
      return "form hedgehog";
    case "form_up":
      return forming[leg.to] ?? `form ${words(leg.to)}`;
    case "wrap":
      return `wrap ${both(leg.left, leg.right)}`;
    case "expand":
      return `expand ${both(leg.left, leg.right)}`;
    case "square_up":
      return "square up";
  }
}

function both(left: number, right: number): string {
  if (left && right) return `${left} left, ${right} right`;
  return left ? `${left} left` : `${right} right`;
}

export function pathInWords(path: Path, forming: Forming): string {
  return capital(path.map((leg) => legInWords(leg, forming)).join(", "));
}

/** An action in words: as the book has it, or by its own name. */
export function verbOf(verbs: Vocabulary["verbs"], action: string): Verb {
  const verb = words(action);
  return verbs[action] ?? { does: capital(verb), at: verb, may: "may be chosen", goes: "", aimed: false };
}

/** A short name for a leg on the meter. */
export function legShort(leg: Manoeuvre): string {
  switch (leg.type) {
    case "square_up":
      return "square";
    case "reform":
      return "form";
    case "form_up":
      return words(leg.to);
    default:
      return leg.type;
  }
}
