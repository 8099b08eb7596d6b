/** From a battle to what the table draws. The page attaches no rule to any of it. */
import type { Battle, Shape as ServerShape, Unit } from "../api/types";
import { capital } from "../app/words";
import { MARKS } from "../table/symbols";
import type { Pose } from "../table/pose";
import { NO_SHAPE, type Shape } from "../table/shape";
import type { Colour, Manner, TableUnit } from "../table/state";

const COLOURS: readonly Colour[] = ["red", "blue", "ochre", "teal"];
const MANNERS: readonly Manner[] = ["solid", "open", "striped", "dotted"];

export interface Look {
  readonly colour: Colour;
  readonly manner: Manner;
}

/** Sides differ by colour and by the manner of their bases. */
export function lookOf(battle: Battle, side: string): Look {
  const place = battle.sides.findIndex((one) => one.id === side);
  const said = battle.sides[place]?.colour;
  const colour = COLOURS.find((one) => one === said) ?? COLOURS[place] ?? "grey";
  return { colour, manner: MANNERS[place] ?? "solid" };
}

export function poseOf(unit: Unit): Pose | null {
  return "pose" in unit.place ? unit.place.pose : null;
}

export function shapeOf(shapes: Readonly<Record<string, ServerShape>>, id: string): Shape {
  return (shapes[id] as Shape | undefined) ?? NO_SHAPE;
}

function isTouching(battle: Battle, unit: string): boolean {
  return battle.engagements.some((one) => one.touching && (one.attacker === unit || one.defender === unit));
}

/** What is marked on a unit: its lasting marks, contact, and what it did with its turn if a picture says that. */
export function marksOf(battle: Battle, unit: Unit): string[] {
  const own = Object.entries((unit.own ?? {}) as Record<string, unknown>)
    .filter(([name, value]) => value === true && name in MARKS)
    .map(([name]) => name);
  const hidden = unit.place.type === "hidden" ? ["hidden"] : [];
  const contact = isTouching(battle, unit.id) ? ["contact"] : [];
  return [...unit.marks, ...contact, ...hidden, ...own];
}

/** "Longbows, Red, 24 figures, routed, may move". */
function spokenOf(battle: Battle, unit: Unit, may: string): string {
  const side = capital(lookOf(battle, unit.side).colour);
  const figures = `${unit.figures} ${unit.figures === 1 ? "figure" : "figures"}`;
  const marks = marksOf(battle, unit).map((mark) => (mark === "contact" ? "in contact" : mark === "moved" ? "has moved" : mark === "shot" ? "has shot" : mark));
  return [unit.name, side, figures, ...marks, may].filter(Boolean).join(", ");
}

function stanceOf(unit: Unit): TableUnit["stance"] {
  if (unit.body.type === "scatter") return "loose";
  if (unit.body.type === "single") return "single";
  return unit.body.hedgehog ? "hedgehog" : "formed";
}

/** What a seat may do with each unit, for those who listen; missing ones can do nothing now. */
export type Mays = Readonly<Record<string, string>>;

/** Keeps the drawing of a unit for as long as nothing about it differs, so that nothing is drawn anew. */
export class Cast {
  #kept = new Map<string, { key: readonly unknown[]; drawn: TableUnit }>();

  units(battle: Battle, shapes: Readonly<Record<string, ServerShape>>, mays: Mays, planned: ReadonlySet<string>): TableUnit[] {
    const drawn: TableUnit[] = [];
    for (const unit of Object.values(battle.units)) {
      const pose = poseOf(unit);
      if (!pose) continue;
      const marks = marksOf(battle, unit);
      if (planned.has(unit.id)) marks.push("planned");
      const shape = shapeOf(shapes, unit.id);
      const key = [unit, shape, marks.join(), mays[unit.id] ?? ""];
      const kept = this.#kept.get(unit.id);
      if (kept && kept.key.every((part, index) => part === key[index])) {
        drawn.push(kept.drawn);
        continue;
      }
      const one: TableUnit = {
        id: unit.id,
        pose,
        shape,
        ...lookOf(battle, unit.side),
        symbol: unit.kind,
        label: unit.name,
        strength: unit.figures,
        spoken: spokenOf(battle, unit, mays[unit.id] ?? ""),
        marks,
        fallen: unit.fallen,
        stance: stanceOf(unit),
      };
      this.#kept.set(unit.id, { key, drawn: one });
      drawn.push(one);
    }
    return drawn;
  }
}

/** Pairs that stand edge to edge. */
export function contactsOf(battle: Battle): [string, string][] {
  return battle.engagements.filter((one) => one.touching).map((one) => [one.attacker, one.defender]);
}

/** Figures standing and brought, of one side. */
export function strengthOf(battle: Battle, side: string): { left: number; brought: number } {
  let [left, brought] = [0, 0];
  for (const unit of Object.values(battle.units))
    if (unit.side === side) {
      left += unit.figures;
      brought += unit.original;
    }
  return { left, brought };
}
