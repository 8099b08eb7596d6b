/** The log: what belongs together is one line, dice and tallies behind it, under turn, side and phase. */
import type { LogEntry } from "../app/BattleStore.svelte";
import type { Battle, Ended, Tally, ToldEvent } from "../api/types";
import { capital } from "../app/words";
import { chanceOf, isDraw, needOf, type Need } from "./counting";
import { rowsOf, type TallyRows } from "./tallies";

export interface Part {
  readonly text: string;
  readonly strong: boolean;
}

export interface Pool {
  readonly label: string;
  readonly side: string;
  readonly sides: number;
  /** Which faces count; null where the dice are added up or looked at one by one. */
  readonly need: Need | null;
  readonly faces: readonly number[];
  readonly came: string;
  readonly hits: number;
  readonly expected: number | null;
}

export interface Said {
  readonly side: string;
  readonly parts: readonly Part[];
}

export interface Beat extends Said {
  readonly key: string;
  readonly position: number;
  /** Which of the things that happened in its entry; missing where only the sentences are known. */
  readonly group?: number;
  readonly kind: string;
  readonly result: string;
  /** What the dice decided, told without being asked for. */
  readonly decided: readonly Said[];
  readonly more: readonly Said[];
  readonly pools: readonly Pool[];
  readonly tallies: readonly TallyRows[];
  readonly rules: readonly string[];
  /** Told before we came: dice and tallies can be asked for. */
  readonly faded: boolean;
}

export interface Chapter {
  readonly key: string;
  readonly turn: number;
  readonly side: string;
  readonly phase: string;
  readonly beats: readonly Beat[];
}

const FALLEN = "fallen";

// ---------------------------------------------------------------- chapters

/** That somebody has answered in secret is news until something follows; that all have, shows in what follows. */
const isOldNews = (kind: string, entry: LogEntry, log: readonly LogEntry[]): boolean =>
  kind === "revealed" || (kind === "sealed" && entry !== log.at(-1));

/** All that was told, newest last. */
export function chapters(log: readonly LogEntry[], battle: Battle): Chapter[] {
  const found: { key: string; turn: number; side: string; phase: string; beats: Beat[] }[] = [];
  const open = (turn: number, side: string, phase: string, position: number): void => {
    const last = found.at(-1);
    if (last && last.turn === turn && last.side === side && last.phase === phase) return;
    if (last && !last.beats.length) found.pop();
    found.push({ key: `${position}-${found.length}`, turn, side, phase, beats: [] });
  };
  for (const entry of log) {
    if (!entry.events) {
      // The moment of an entry is the one it led to: what was told before that began belongs to the moment before.
      const turning = entry.lines.findIndex((line) => line.kind === "began");
      const beats = plainBeats(entry, battle).filter(({ place }) => !isOldNews(entry.lines[place]?.kind ?? "", entry, log));
      if (turning < 0 || !found.length) open(entry.turn, entry.active, entry.phase, entry.position);
      found.at(-1)!.beats.push(...beats.filter((beat) => turning < 0 || beat.place < turning));
      if (turning >= 0) {
        open(entry.turn, entry.active, entry.phase, entry.position);
        found.at(-1)!.beats.push(...beats.filter((beat) => beat.place > turning));
      }
      continue;
    }
    if (!found.length) open(entry.turn, entry.active, entry.phase, entry.position);
    for (const [index, group] of grouped(entry.events).entries()) {
      const head = group[0]!;
      if (isOldNews(head.type, entry, log)) continue;
      if (head.type === "began") {
        const now = found.at(-1)!;
        if (head.what === "turn") open(head.turn, head.side, "", entry.position);
        else open(head.turn || now.turn, head.side || now.side, head.what, entry.position);
        continue;
      }
      const beat = beatOf(group, battle, entry.position, found.at(-1)!.beats.length);
      if (beat) found.at(-1)!.beats.push({ ...beat, group: index });
    }
  }
  return found.filter((chapter) => chapter.beats.length);
}

/** For a screen that two people share: what was drawn is nobody else's business. */
export function discreet(log: readonly LogEntry[]): LogEntry[] {
  const hushed = (text: string): string => text.replace(/ (draws?) .*$/, " $1 a card.");
  return log.map((entry) => {
    if (!entry.lines.some(({ kind }) => kind === "drew")) return entry;
    const lines = entry.lines.map((line) => (line.kind === "drew" ? { ...line, text: hushed(line.text), rules: [] } : line));
    const events = entry.events?.map((event) =>
      event.type === "drew" && event.told ? { ...event, told: hushed(event.told), rules: [] } : event,
    );
    return { ...entry, lines, events: events ?? null };
  });
}

function plainBeats(entry: LogEntry, battle: Battle): (Beat & { place: number })[] {
  return entry.lines
    .map((line, place) => ({ line, place }))
    .filter(({ line }) => line.kind !== "began")
    .map(({ line, place }, index) => ({
      place,
      ...saidOf(line.text, battle, mentioned(line.text, battle)),
      key: `${entry.position}.${index}`,
      position: entry.position,
      kind: line.kind,
      result: "",
      decided: [],
      more: [],
      pools: [],
      tallies: [],
      rules: line.rules,
      faded: line.kind === "struck" || line.kind === "landed" || line.kind === "checked" || line.kind === "rolled",
    }));
}

// ---------------------------------------------------------------- what belongs together

/** Dice, hits and losses of one attack are one thing that happened. */
export function grouped(events: readonly ToldEvent[]): ToldEvent[][] {
  const groups: ToldEvent[][] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last && joins(event, last)) last.push(event);
    else groups.push([event]);
  }
  return groups;
}

function joins(event: ToldEvent, group: readonly ToldEvent[]): boolean {
  const head = group[0]!;
  if (head.type === "began" || head.type === "ended") return false;
  const only = (...types: string[]): boolean => group.every((one) => types.includes(one.type));
  const about = (unit: string): boolean =>
    group.some((one) => ("unit" in one && one.unit === unit) || ("target" in one && one.target === unit));
  switch (event.type) {
    case "struck":
      return only("rolled") && diceIn(group) === event.dice;
    case "checked":
    case "landed":
      return only("rolled");
    case "fell":
      return group.some((one) => (one.type === "struck" && one.target === event.unit) || (one.type === "landed" && one.struck.some(([unit]) => unit === event.unit)));
    case "ruled":
      // Why a move was cut short or a shot wasted is news of its own: it is never folded away.
      return head.type === "rolled" && only("rolled", "ruled");
    case "touched":
    case "parted":
      return ["moved", "compelled", "removed", "rolled", "checked", "formed"].includes(head.type);
    case "marked":
    case "formed":
      return about(event.unit);
    case "moved":
      return (head.type === "compelled" || head.type === "detached") && head.unit === event.unit;
    case "attached":
      return head.type === "moved" && head.unit === event.unit;
    case "drew":
      return only("drew") && head.type === "drew" && head.side === event.side;
    case "removed":
      return event.why === FALLEN ? only("removed", "formed", "parted") : about(event.unit);
    case "declared":
      return only("declared");
    default:
      return false;
  }
}

/** Saves come before the blow they are made against, too: they are other dice. */
function diceIn(group: readonly ToldEvent[]): number {
  const pools = group.flatMap((one) => (one.type === "rolled" ? one.roll.pools : []));
  return pools.reduce((sum, { count }) => sum + count, 0);
}

const LEADS = ["struck", "landed", "checked", "compelled", "moved"];

function beatOf(group: readonly ToldEvent[], battle: Battle, position: number, place: number): Beat | null {
  const lead = LEADS.map((type) => group.find((one) => one.type === type)).find(Boolean) ?? group[0]!;
  if (!lead.told) return null;
  const led = lead.type === "struck" || lead.type === "landed" || lead.type === "checked";
  const rest = group.filter((one) => one !== lead && !(led && one.type === "rolled") && one.told);
  const fallen = lead.type === "removed" && lead.why === FALLEN;
  const line: Said = fallen
    ? { side: "", parts: [{ text: "The fallen are taken off the table", strong: false }] }
    : saidOf(headline(lead), battle, namesIn(lead, battle), sideOfEvent(lead, battle));
  const told = fallen ? [lead, ...rest] : rest;
  const said = (one: ToldEvent): Said => saidOf(trimmed(one.told!), battle, namesIn(one, battle), sideOfEvent(one, battle));
  const pools = group.flatMap((one) => (one.type === "rolled" ? poolsOf(one) : []));
  return {
    ...line,
    key: `${position}-${place}`,
    position,
    kind: lead.type,
    result: resultOf(lead, group),
    decided: told.filter((one) => one.type === "ruled").map(said),
    more: told.filter((one) => one.type !== "ruled").map(said),
    pools,
    tallies: talliesOf(group),
    rules: [...new Set(group.flatMap((one) => one.rules))],
    faded: false,
  };
}

/** What is said before the figures: those stand at the end of the line. */
function headline(event: ToldEvent): string {
  const told = trimmed(event.told ?? "");
  if (event.type === "struck" || event.type === "checked") return told.replace(/:[^:]*$/, "");
  return event.type === "rolled" && isListed(poolsOf(event)) ? capital(event.roll.purpose) : told;
}

/** Whether pools are shown one under the other, each with its label and what it came to. */
const isListed = (pools: readonly Pool[]): boolean => pools.length > 1 && pools.every(({ faces }) => faces.length > 0);

function resultOf(lead: ToldEvent, group: readonly ToldEvent[]): string {
  switch (lead.type) {
    case "struck":
      return `${lead.hits || "no"} ${lead.each ?? "hit"}${lead.hits === 1 ? "" : "s"}`;
    case "landed":
      return `${lead.struck.reduce((sum, [, figures]) => sum + figures, 0) || "none"} struck`;
    case "checked": {
      const marked = group.find((one) => one.type === "marked" && one.on);
      if (marked?.type === "marked") return capital(marked.mark.replaceAll("_", " "));
      return lead.passed ? "Pass" : "Fail";
    }
    default:
      return "";
  }
}

// ---------------------------------------------------------------- sentences

/** A sentence without the name of its side, which is shown as a sign, and with its units in strong type. */
function saidOf(text: string, battle: Battle, names: readonly string[], side?: string): Said {
  let told = trimmed(text);
  let whose = side;
  for (const one of battle.sides) {
    if (told.includes(` (${one.name})`)) whose ??= one.id;
    told = told.replaceAll(` (${one.name})`, "");
  }
  return { side: whose ?? "", parts: partsOf(told, names) };
}

function partsOf(text: string, names: readonly string[]): Part[] {
  const known = [...new Set(names)].filter(Boolean).sort((a, b) => b.length - a.length);
  if (!known.length) return [{ text, strong: false }];
  const pattern = new RegExp(`(${known.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`);
  return text
    .split(pattern)
    .filter(Boolean)
    .map((part) => ({ text: part, strong: known.includes(part) }));
}

function namesIn(event: ToldEvent, battle: Battle): string[] {
  const ids = [
    "unit" in event ? event.unit : "",
    "target" in event ? event.target : "",
    "other" in event ? event.other : "",
    "host" in event ? event.host : "",
    event.type === "placed" ? event.what : "",
    ...(event.type === "spent" ? event.units : []),
    ...(event.type === "landed" ? event.struck.map(([unit]) => unit) : []),
  ];
  const names = ids.map((id) => battle.units[id]?.name ?? "");
  return event.type === "rolled" || event.type === "ruled" ? mentioned(event.told ?? "", battle) : names;
}

function mentioned(text: string, battle: Battle): string[] {
  return Object.values(battle.units)
    .map((unit) => unit.name)
    .filter((name) => text.includes(name));
}

function sideOfEvent(event: ToldEvent, battle: Battle): string | undefined {
  switch (event.type) {
    case "placed":
    case "began":
    case "drew":
    case "spent":
      return event.side;
    case "rolled": {
      const throwers = new Set(event.roll.pools.map((pool) => pool.whose));
      return throwers.size === 1 ? [...throwers][0] : "";
    }
    case "ended":
      return event.outcome.winner;
    case "sealed":
    case "proposed":
    case "took_back":
      return battle.seats.find((seat) => seat.id === event.seat)?.side ?? "";
    default:
      return "unit" in event ? (battle.units[event.unit]?.side ?? "") : undefined;
  }
}

const trimmed = (text: string): string => text.trim().replace(/\.$/, "");
// ---------------------------------------------------------------- dice and tallies

type RolledEvent = Extract<ToldEvent, { type: "rolled" }>;

export function poolsOf(event: RolledEvent): Pool[] {
  if (isDraw(event.roll)) return [];
  return event.roll.pools.flatMap((pool, index) => {
    const thrown = event.pools[index];
    if (!thrown) return [];
    const faces = thrown.faces.length ? thrown.faces : facesOf(thrown.classes, pool.reading.type);
    const hits = thrown.classes.find(([value]) => value === 1)?.[1] ?? 0;
    const need = needOf(pool.reading);
    return [
      {
        label: pool.label,
        side: pool.whose,
        sides: pool.sides,
        need,
        faces,
        hits: need ? hits : 0,
        came: pool.reading.type === "sum" ? String(thrown.classes[0]?.[0] ?? "") : need ? `${hits} of ${pool.count}` : faces.join(" "),
        expected: need && pool.count * chanceOf(need, pool.sides),
      },
    ];
  });
}

function facesOf(classes: readonly (readonly [number, number])[], reading: string): number[] {
  if (reading !== "each_face") return [];
  return classes.flatMap(([face, number]) => Array<number>(number).fill(face));
}

function talliesOf(group: readonly ToldEvent[]): TallyRows[] {
  const tallies = group.flatMap((event): Tally[] => {
    if (event.type === "struck" || event.type === "landed") return event.tallies;
    if (event.type === "checked") return [event.tally];
    return event.type === "ended" ? (event as Ended).outcome.reckoning.map(([, tally]) => tally) : [];
  });
  const need = group.find((event) => event.type === "checked");
  const seen = new Map(tallies.map((tally) => [JSON.stringify(tally), tally]));
  const under = group.some((event) =>
    event.type === "rolled" ? event.roll.pools.some(({ reading }) => reading.type === "at_most") : event.type === "checked" && event.under,
  );
  return [...seen.values()].map((tally) => rowsOf(tally, need?.type === "checked" ? need.need : null, under));
}

/** How many hits were to be expected of some dice, and how many came. */
export function luckOf(pools: readonly Pool[]): { expected: number; rolled: number } | null {
  const counted = pools.filter((pool) => pool.expected !== null);
  if (!counted.length) return null;
  return {
    expected: counted.reduce((sum, pool) => sum + (pool.expected ?? 0), 0),
    rolled: counted.reduce((sum, pool) => sum + pool.hits, 0),
  };
}
