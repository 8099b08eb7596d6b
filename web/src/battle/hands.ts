/** What a hand on the table means for a path. */
import type { Manoeuvre } from "../api/types";
import { local, type Point } from "../table/pose";
import { halfFront } from "../table/shape";
import type { Thing } from "../table/state";
import { drawnAhead, swung, towards, unplotted, wheelOf, widened, type Path, type Stand } from "./plotting";

/** The legs that stay as they are: the unit itself is plotted anew, and a leg of the same kind is taken up again. */
export function baseOf(thing: Thing, path: Path): Path {
  if (thing.kind === "unit") return [];
  const last = path.at(-1);
  const goesOn =
    last?.type === "advance"
      ? thing.kind === "ghost" || (thing.kind === "handle" && thing.id === "ahead")
      : last?.type === "wheel"
        ? thing.kind === "handle" && thing.id === (last.side === "right" ? "left corner" : "right corner")
        : last?.type === "reform" && thing.kind === "handle" && (thing.id === "left flank" || thing.id === "right flank");
  return goesOn ? unplotted(path) : path;
}

/** The legs from a stand to where the hand is. `off` is where the body was taken hold of, seen from its front. */
export function legsFor(thing: Thing, from: Stand, at: Point, off: Point, fine: boolean): Manoeuvre[] {
  const hand = { x: at.x - off.x, y: at.y - off.y };
  if (thing.kind !== "handle") return towards(from, hand, fine);
  switch (thing.id) {
    case "left corner":
    case "right corner": {
      const turn = swung(from.pose, halfFront(from.shape), thing.id === "left corner" ? "right" : "left", at, fine);
      return turn ? [wheelOf(turn)] : [];
    }
    case "ahead": {
      const distance = drawnAhead(from.pose, hand, fine);
      return distance ? [{ type: "advance", distance }] : [];
    }
    case "left flank":
    case "right flank": {
      const files = widened(from, at);
      return files === from.body?.files ? [] : [{ type: "reform", files }];
    }
    case "rear":
      return local(from.pose, at).forward < -1500 ? [{ type: "face", to: "rear" }] : [];
    default:
      return [];
  }
}
