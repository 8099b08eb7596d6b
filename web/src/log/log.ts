/** The log: what belongs together is one line, dice and tallies behind it, under turn, side and phase. */
import type { LogEntry } from "../app/BattleStore.svelte";
import type { BeatShown, Ended, Tally, ToldEvent } from "../api/types";
import { discreet as hushed } from "../app/text";
import { chanceOf, isDraw, needOf, type Need } from "./counting";
import { rowsOf, type TallyRows } from "./tallies";

export interface Pool {
  readonly label: string;
  /** What tells it from the other pools of its throw. */
  readonly short: string;
  /** The unit that throws it, where that is known. */
  readonly thrower: string;
  readonly side: string;
  readonly sides: number;
  /** Which faces count; null where the dice are added up or looked at one by one. */
  readonly need: Need | null;
  readonly faces: readonly number[];
  readonly came: string;
  readonly hits: number;
  readonly expected: number | null;
}

export interface Beat extends BeatShown {
  readonly key: string;
  readonly position: number;
  /** Which of the things that happened in its entry. */
  readonly group: number;
  readonly pools: readonly Pool[];
  readonly tallies: readonly TallyRows[];
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

// ---------------------------------------------------------------- chapters

/** What has dice or tallies behind it. */
const DEEP = ["struck", "landed", "checked", "rolled"];

/** That somebody has answered in secret is news until something follows; that all have, shows in what follows. */
const isOldNews = (kind: string, entry: LogEntry, log: readonly LogEntry[]): boolean =>
  kind === "revealed" || (kind === "sealed" && entry !== log.at(-1));

/** All that was told, newest last. */
export function chapters(log: readonly LogEntry[]): Chapter[] {
  const found: { key: string; turn: number; side: string; phase: string; beats: Beat[] }[] = [];
  const open = (turn: number, side: string, phase: string, position: number): void => {
    const last = found.at(-1);
    if (last && last.turn === turn && last.side === side && last.phase === phase) return;
    if (last && !last.beats.length) found.pop();
    found.push({ key: `${position}-${found.length}`, turn, side, phase, beats: [] });
  };
  for (const entry of log) {
    if (!found.length) open(entry.turn, entry.active, entry.phase, entry.position);
    for (const [index, beat] of entry.beats.entries()) {
      const now = found.at(-1)!;
      const { moment } = beat;
      if (moment?.phase) open(moment.turn || now.turn, moment.side || now.side, moment.phase, entry.position);
      else if (moment) open(moment.turn, moment.side, "", entry.position);
      else if (!isOldNews(beat.kind, entry, log)) now.beats.push(beatOf(beat, index, entry, now.beats.length));
    }
  }
  return found.filter((chapter) => chapter.beats.length);
}

function beatOf(beat: BeatShown, group: number, { position, events }: LogEntry, place: number): Beat {
  const heard = events?.slice(beat.first, beat.last + 1) ?? [];
  return {
    ...beat,
    key: `${position}-${place}`,
    position,
    group,
    pools: heard.flatMap((one) => (one.type === "rolled" ? poolsOf(one) : [])),
    tallies: talliesOf(heard),
    faded: !events && DEEP.includes(beat.kind),
  };
}

/** For a screen that two people share: what was drawn is nobody else's business. */
export function discreet(log: readonly LogEntry[]): LogEntry[] {
  return log.map((entry) => {
    if (!entry.beats.some(({ kind }) => kind === "drew")) return entry;
    const beats = entry.beats.map((beat) =>
      beat.kind === "drew" ? { ...beat, line: hushed(beat.line), more: beat.more.map((said) => ({ ...said, text: hushed(said.text) })), rules: [] } : beat,
    );
    return { ...entry, beats };
  });
}

// ---------------------------------------------------------------- dice and tallies

type RolledEvent = Extract<ToldEvent, { type: "rolled" }>;

/** Dice as they are shown. */
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
        short: event.labels[index] ?? pool.label,
        thrower: event.throwers[index] ?? "",
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
  const tallies = group.flatMap((event): { tally: Tally; needed: boolean }[] => {
    if (event.type === "struck" || event.type === "landed") return event.tallies.map((tally, index) => ({ tally, needed: event.needed[index] ?? false }));
    if (event.type === "checked") return [{ tally: event.tally, needed: false }];
    return event.type === "ended" ? (event as Ended).outcome.reckoning.map(([, tally]) => ({ tally, needed: false })) : [];
  });
  const need = group.find((event) => event.type === "checked");
  const seen = new Map(tallies.map((one) => [JSON.stringify(one.tally), one]));
  const under = group.some((event) =>
    event.type === "rolled" ? event.roll.pools.some(({ reading }) => reading.type === "at_most") : event.type === "checked" && event.under,
  );
  return [...seen.values()].map(({ tally, needed }) => rowsOf(tally, { need: need?.type === "checked" ? need.need : null, needed, under }));
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
