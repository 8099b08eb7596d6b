/** The way a unit went, leg by leg, as the table lets it travel. */
import type { Leg, Moved, Silhouette } from "../api/types";
import { formedShape } from "../table/formed";
import type { Journey, Stretch } from "../table/motion";
import { halfFront, type Shape } from "../table/shape";
import { middleOf, signedTurn } from "./plotting";
import { shapeOf } from "./scene";

/** Manoeuvres that are seen to be made; others are taken up where they stand. */
const ON_THE_WAY = new Set(["advance", "wheel", "turn", "square_up"]);

type Shapes = Readonly<Record<string, Silhouette>>;

export function journeyOf(event: Moved, before: Shapes, after: Shapes): Journey {
  let shape = shapeOf(before, event.unit);
  let from = event.start;
  const stretches = event.legs.map((leg): Stretch => {
    const next = shapeAfter(leg, shape, shapeOf(after, event.unit));
    const { manoeuvre } = leg;
    const spins = manoeuvre.type === "turn" && !event.carried_by;
    const stretch = {
      from,
      to: leg.pose,
      turn: spins ? manoeuvre.angle : manoeuvre.type === "wheel" ? signedTurn(manoeuvre) : 0,
      ...(spins ? { about: middleOf({ pose: from, shape, body: null }) } : {}),
      halfFront: halfFront(shape),
      shape: next,
      atOnce: !ON_THE_WAY.has(leg.manoeuvre.type),
    };
    from = leg.pose;
    shape = next;
    return stretch;
  });
  return { unit: event.unit, stretches };
}

function shapeAfter(leg: Leg, before: Shape, final: Shape): Shape {
  const { body } = leg;
  if (body.type !== "formed") return before;
  if (body.left || body.right || body.bends.length) return final;
  const count = before.figures.length;
  const same = before.figures.length && formedShape(body, count);
  return same && JSON.stringify(same.figures) !== JSON.stringify(before.figures) ? same : before;
}
