/**
 * What was done, as one follows it: each move, shot, melee and check of a turn is a deed with a number, whole in one
 * sentence, with its dice, its losses and what is drawn of it. A deed is what the log tells in one line.
 */
import type { Battle, BeatShown, Moved, Silhouette, Step, ToldEvent } from "../api/types";
import { unsided } from "../app/text";
import { isDraw } from "../log/counting";
import { poolsOf, type Pool } from "../log/log";
import { distance, world, type Point, type Pose } from "../table/pose";
import { placeAt, type Journey } from "../table/motion";
import { boxOf, tableBox, type Shape } from "../table/shape";
import type { DeedMark } from "../table/state";
import { journeyOf } from "./journey";
import { lookOf, poseOf, shapeOf } from "./scene";

export type DeedKind = Exclude<BeatShown["deed"], "">;

export interface Deed {
  /** The entry of the journal and the line of it: what the log knows it by. */
  readonly key: string;
  /** 0 for what is not counted: one's own doings. */
  readonly number: number;
  readonly position: number;
  /** Which of the things that happened in its entry. */
  readonly group: number;
  readonly kind: DeedKind;
  readonly side: string;
  readonly unit: string;
  readonly target: string;
  readonly name: string;
  readonly sentence: string;
  readonly rules: readonly string[];
  readonly pools: readonly Pool[];
  readonly hits: number | null;
  readonly passed: boolean | null;
  readonly fallen: number;
  /** Figures of whom it was done to, before. */
  readonly of: number;
  readonly mark: DeedMark;
  /** Whom the eye should be on. */
  readonly at: Point;
  /** How far the body reaches from there, aside and up and down. */
  readonly half: Point;
  /** What a move took, in thousandths of an inch. */
  readonly spent: number;
  /** Its first and last event within the step. */
  readonly first: number;
  readonly last: number;
}

/** Something that stood at one time, to tell a step from. */
export interface Standing {
  readonly battle: Battle;
  readonly shapes: Readonly<Record<string, Silhouette>>;
}

/** Ways of less than this are no move to follow (thousandths of an inch). */
const STIRRED = 250;
const SAMPLES = 16;

/** The deeds of a step, not numbered yet. */
export function deedsOf(step: Step, before: Standing, after: Standing): Deed[] {
  return step.beats.flatMap(({ deed: kind, first, last }, group) => {
    const deed = kind && deedOf(kind, step.events.slice(first, last + 1), step, before, after);
    return deed ? [{ ...deed, key: `${step.position}:${group}`, group, first, last }] : [];
  });
}

type Bare = Omit<Deed, "key" | "group" | "first" | "last">;

function deedOf(kind: DeedKind, group: readonly ToldEvent[], step: Step, before: Standing, after: Standing): Bare | null {
  const lead =
    group.find(({ type }) => type === "struck") ??
    group.find(({ type }) => type === "landed") ??
    group.find(({ type }) => type === "checked") ??
    group.find(({ type }) => type === "moved");
  if (!lead || !lead.told || !("unit" in lead)) return null;
  const { battle } = before;
  const unit = battle.units[lead.unit] ?? after.battle.units[lead.unit];
  if (!unit) return null;
  const target = lead.type === "struck" ? lead.target : lead.type === "landed" ? (lead.struck[0]?.[0] ?? "") : "";
  const suffers = target || unit.id;
  const fell = group.filter((one) => one.type === "fell");
  const fallen = fell.reduce((sum, one) => sum + (one.type === "fell" && one.unit === suffers ? one.figures : 0), 0);
  const mark = markOf(lead, kind, { target, fallen }, before, after, unit.side);
  if (lead.type === "moved" && !mark.way.length) return null;
  return {
    number: 0,
    position: step.position,
    kind,
    side: unit.side,
    unit: unit.id,
    target,
    name: unit.name,
    sentence: sentenceOf([lead, ...fell, ...group.filter((one) => one.type === "marked" && lead.type === "checked")]),
    rules: [...new Set(group.flatMap(({ rules }) => rules))],
    pools: group.flatMap((one) => (one.type === "rolled" && !isDraw(one.roll) ? poolsOf(one) : [])),
    hits: lead.type === "struck" ? lead.hits : lead.type === "landed" ? lead.struck.reduce((sum, [, some]) => sum + some, 0) : null,
    passed: lead.type === "checked" ? lead.passed : null,
    fallen,
    of: battle.units[suffers]?.figures ?? 0,
    mark,
    at: placeOf(suffers, after) ?? placeOf(suffers, before) ?? { x: 0, y: 0 },
    half: halfOf(suffers, poseIn(suffers, after) ? after : before),
    spent: lead.type === "moved" ? lead.spent : 0,
  };
}

/** Whole sentences, without the names of sides, each said once. */
const sentenceOf = (events: readonly ToldEvent[]): string => [...new Set(events.map(({ told }) => unsided(told)))].filter(Boolean).join(" ");

// ---------------------------------------------------------------- what is drawn of it

function markOf(lead: ToldEvent, kind: DeedKind, done: { target: string; fallen: number }, before: Standing, after: Standing, side: string): DeedMark {
  const look = lookOf(before.battle, side);
  const plain: DeedMark = { ...look, present: false, shots: [], stood: null, way: [], clash: null, fallen: null };
  if (lead.type === "moved") return { ...plain, ...trailOf(lead, before, after), clash: kind === "charge" ? frontOf(lead.unit, after) : null };
  const suffers = done.target || ("unit" in lead ? lead.unit : "");
  const fallen = done.fallen ? lyingOf(suffers, done.fallen, before, after) : null;
  if (kind === "shot" && lead.type === "struck") return { ...plain, fallen, shots: linesOf(lead.unit, lead.target, before) };
  if (kind === "melee" && lead.type === "struck") return { ...plain, fallen, clash: betweenOf(lead.unit, lead.target, before) };
  return { ...plain, fallen };
}

/** Where it stood, and the way of the middle of its front. */
function trailOf(event: Moved, before: Standing, after: Standing): Pick<DeedMark, "stood" | "way"> {
  const shape = shapeOf(before.shapes, event.unit);
  const journey = journeyOf(event, before.shapes, after.shapes);
  if (!journey.stretches.length) return { stood: null, way: [] };
  const way = wayOf(journey);
  const long = way.reduce((sum, at, index) => sum + (index ? distance(way[index - 1]!, at) : 0), 0);
  return long < STIRRED ? { stood: null, way: [] } : { stood: { pose: event.start, shape }, way };
}

/** Points along a journey, as many as a curve needs. */
function wayOf(journey: Journey): readonly Point[] {
  const straight = journey.stretches.length === 1 && !journey.stretches[0]!.turn;
  const ends: readonly Pose[] = [journey.stretches[0]!.from, journey.stretches.at(-1)!.to];
  if (straight) return ends.map(({ x, y }) => ({ x, y }));
  return Array.from({ length: SAMPLES + 1 }, (_, index) => {
    const { x, y } = index ? placeAt(journey, index / SAMPLES).pose : ends[0]!;
    return { x, y };
  });
}

/** Up to four lines, from along the front of the shooters to along the front of whom they shoot at. */
function linesOf(unit: string, target: string, standing: Standing): DeedMark["shots"] {
  const [from, to] = [poseIn(unit, standing), placeOf(target, standing)];
  if (!from || !to) return [];
  const shape = shapeOf(standing.shapes, unit);
  const wide = widthOf(shape);
  const number = Math.max(1, Math.min(4, Math.ceil(shape.figures.length / 2)));
  const apart = Math.min(widthOf(shapeOf(standing.shapes, target)), wide) * 0.5;
  const aim = Math.atan2(to.y - from.y, to.x - from.x) + Math.PI / 2;
  return Array.from({ length: number }, (_, index): readonly [Point, Point] => {
    const share = number === 1 ? 0 : index / (number - 1) - 0.5;
    const aside = share * apart;
    return [world(from, share * wide * 0.8, 0), { x: to.x + Math.cos(aim) * aside, y: to.y + Math.sin(aim) * aside }];
  });
}

function widthOf(shape: Shape): number {
  const { left, right } = boxOf(shape);
  return right - left;
}

/** The last so many of a body, where they stood; a book that leaves them lying itself needs no second drawing. */
function lyingOf(unit: string, count: number, before: Standing, after: Standing): DeedMark["fallen"] {
  const pose = poseIn(unit, before);
  if (!pose || (after.battle.units[unit]?.fallen ?? 0) > 0) return null;
  const { figures } = shapeOf(before.shapes, unit);
  return figures.length ? { pose, places: figures.slice(-Math.min(count, figures.length)) } : null;
}

function poseIn(unit: string, { battle }: Standing): Pose | null {
  const one = battle.units[unit];
  if (!one) return null;
  if (one.place.type !== "aboard") return poseOf(one);
  const host = battle.units[one.place.host];
  return host ? poseOf(host) : null;
}

/** The middle of a body. */
function placeOf(unit: string, standing: Standing): Point | null {
  const pose = poseIn(unit, standing);
  if (!pose) return null;
  const { left, right, top, bottom } = boxOf(shapeOf(standing.shapes, unit));
  return world(pose, (left + right) / 2, -(top + bottom) / 2);
}

function halfOf(unit: string, standing: Standing): Point {
  const pose = poseIn(unit, standing);
  if (!pose) return { x: 0, y: 0 };
  const { left, right, top, bottom } = tableBox(pose, shapeOf(standing.shapes, unit));
  return { x: (right - left) / 2, y: (bottom - top) / 2 };
}

const frontOf = (unit: string, standing: Standing): Point | null => {
  const pose = poseIn(unit, standing);
  return pose && { x: pose.x, y: pose.y };
};

function betweenOf(one: string, other: string, standing: Standing): Point | null {
  const [a, b] = [placeOf(one, standing), placeOf(other, standing)];
  return a && b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : (a ?? b);
}
