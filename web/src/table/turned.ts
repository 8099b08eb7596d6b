/**
 * The table seen from its other long edge: whatever is told in its own measure is turned half round before it is drawn,
 * and what a hand does there is turned back. What has not changed stays the same value, so that nothing is drawn twice.
 */
import type { GroundShape } from "./ground-shapes";
import { FULL_TURN, HALF_TURN, modulo } from "./lengths";
import type { Journey } from "./motion";
import type { Point, Pose } from "./pose";
import type { Box, Ring } from "./shape";
import type { Board, Build, DeedMark, Feature, Handle, PlanDrawing, ShotMark, TableState, TableUnit, Template } from "./state";

export class HalfTurn {
  readonly #kept = new WeakMap<object, object>();

  constructor(readonly board: Board) {}

  readonly point = <P extends Point>(at: P): P => ({ ...at, x: this.board.width - at.x, y: this.board.depth - at.y });

  readonly pose = (pose: Pose): Pose => ({ ...this.point(pose), heading: about(pose.heading) });

  readonly ring = (ring: Ring): Ring => ring.map(([x, y]) => [this.board.width - x, this.board.depth - y] as const);

  box({ left, top, right, bottom }: Box): Box {
    const { width, depth } = this.board;
    return { left: width - right, top: depth - bottom, right: width - left, bottom: depth - top };
  }

  journey({ unit, stretches }: Journey): Journey {
    const turn = stretches.map((one) => ({
      ...one,
      from: this.pose(one.from),
      to: this.pose(one.to),
      ...(one.about ? { about: this.point(one.about) } : {}),
    }));
    return { unit, stretches: turn };
  }

  readonly shape = (shape: GroundShape): GroundShape => {
    const { width, depth } = this.board;
    switch (shape.type) {
      case "disc":
        return this.point(shape);
      case "corridor":
        return { ...shape, from_x: width - shape.from_x, from_y: depth - shape.from_y, to_x: width - shape.to_x, to_y: depth - shape.to_y };
      case "cone":
        return { ...this.point(shape), heading: about(shape.heading) };
      case "plot":
        return { ...shape, rings: shape.rings.map(this.ring) };
    }
  };

  readonly mark = (mark: ShotMark): ShotMark => ({ ...mark, shape: this.shape(mark.shape) });

  /** So much of the state as is told. */
  state(told: Partial<TableState>): Partial<TableState> {
    const { board, units, zones, plans, templates, tape, tags, sketches, deeds, lasso } = told;
    return {
      ...told,
      ...(board && { board: this.#once(board, () => ({ ...board, features: board.features.map(this.#feature) })) }),
      ...(units && { units: this.#all(units, this.#unit) }),
      ...(zones && { zones: this.#all(zones, (zone) => ({ ...zone, shape: this.shape(zone.shape) })) }),
      ...(plans && { plans: this.#all(plans, this.#plan) }),
      ...(templates && { templates: this.#all(templates, this.#template) }),
      ...(deeds && { deeds: this.#all(deeds, this.#deed) }),
      ...(tape && { tape: this.#once(tape, () => ({ ...tape, from: this.point(tape.from), to: this.point(tape.to) })) }),
      ...(lasso && { lasso: this.box(lasso) }),
      ...(tags && { tags: this.#all(tags, (tag) => ({ ...tag, at: this.point(tag.at) })) }),
      ...(sketches && { sketches: this.#all(sketches, (sketch) => ({ ...sketch, feature: this.#feature(sketch.feature) })) }),
    };
  }

  readonly #unit = (unit: TableUnit): TableUnit => ({ ...unit, pose: this.pose(unit.pose) });

  readonly #feature = (feature: Feature): Feature =>
    feature.type === "strip"
      ? { ...feature, course: this.ring(feature.course), ...this.#built(feature) }
      : { ...feature, ...this.#built(feature), ring: this.ring(feature.ring), contours: feature.contours.map((one) => ({ ...one, ring: this.ring(one.ring) })) };

  readonly #built = ({ build }: Feature): { build?: Build } => {
    if (!build) return {};
    const turned = <T extends { readonly x: number; readonly y: number }>(spots: readonly T[] | undefined) =>
      spots?.map((spot) => this.point(spot)) ?? [];
    return { build: { ...build, doors: turned(build.doors), gaps: turned(build.gaps) } };
  };

  readonly #plan = (plan: PlanDrawing): PlanDrawing => ({
    ...plan,
    swept: plan.swept.map(this.ring),
    path: plan.path.map((leg) => ({ ...leg, from: this.point(leg.from), to: this.point(leg.to) })),
    pivot: this.#pair(plan.pivot),
    pull: this.#pair(plan.pull ?? null),
    ghost: plan.ghost && { ...plan.ghost, pose: this.pose(plan.ghost.pose) },
    stop: plan.stop && this.pose(plan.stop),
    handles: plan.handles.map(this.#handle),
  });

  readonly #handle = (handle: Handle): Handle => ({
    ...handle,
    at: this.point(handle.at),
    heading: about(handle.heading),
    ...(handle.out === undefined ? {} : { out: about(handle.out) }),
  });

  readonly #template = (template: Template): Template => ({
    ...template,
    marks: template.marks.map(this.mark),
    line: this.#pair(template.line),
    aim: template.aim && this.point(template.aim),
  });

  readonly line = ([from, to]: readonly [Point, Point]): readonly [Point, Point] => [this.point(from), this.point(to)];

  readonly #deed = (deed: DeedMark): DeedMark => ({
    ...deed,
    shots: deed.shots.map(this.line),
    stood: deed.stood && { ...deed.stood, pose: this.pose(deed.stood.pose) },
    way: deed.way.map(this.point),
    clash: deed.clash && this.point(deed.clash),
    fallen: deed.fallen && { ...deed.fallen, pose: this.pose(deed.fallen.pose) },
  });

  #pair(pair: readonly [Point, Point] | null): readonly [Point, Point] | null {
    return pair && [this.point(pair[0]), this.point(pair[1])];
  }

  #all<T extends object>(list: readonly T[], turn: (one: T) => T): readonly T[] {
    return this.#once(list, () => list.map((one) => this.#once(one, () => turn(one))));
  }

  #once<T extends object>(value: T, turn: () => T): T {
    const known = this.#kept.get(value) as T | undefined;
    if (known) return known;
    const made = turn();
    this.#kept.set(value, made);
    return made;
  }
}

const about = (heading: number): number => modulo(heading + HALF_TURN, FULL_TURN);
