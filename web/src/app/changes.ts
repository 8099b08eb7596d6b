import type { Battle, Changes, LoggedStep, Silhouette, Step, ToldEvent } from "../api/types";

/** The battle after a step. Values that did not change are the very same, so that nothing is drawn anew for them. */
export function changed(battle: Battle, changes: Changes): Battle {
  const { units, ...rest } = changes;
  delete rest.shapes;
  return { ...battle, ...rest, units: units ? merged(battle.units, units) : battle.units };
}

export function shapesAfter(shapes: Record<string, Silhouette>, changes: Changes): Record<string, Silhouette> {
  if (!changes.shapes && !changes.units) return shapes;
  const gone = Object.entries(changes.units ?? {}).filter(([, unit]) => unit === null);
  return merged(shapes, { ...Object.fromEntries(gone), ...changes.shapes } as Record<string, Silhouette | null>);
}

/** What the log shows of a step. The events are missing for steps of before we came: they can be recalled. */
export interface LogEntry extends LoggedStep {
  events: ToldEvent[] | null;
  /** The round of a duel that was fought when it came about. */
  round?: number | null;
}

export function remembered(log: LoggedStep[]): LogEntry[] {
  return log.map((step) => ({ ...step, events: null }));
}

export function logged(log: LogEntry[], { position, turn, phase, active, beats, events }: Step, round: number | null = null): LogEntry[] {
  return beats.length ? [...log, { position, turn, phase, active, beats, events, round }] : log;
}

function merged<T>(old: Record<string, T>, news: Record<string, T | null>): Record<string, T> {
  const all = { ...old };
  for (const [key, value] of Object.entries(news)) {
    if (value === null) delete all[key];
    else all[key] = value;
  }
  return all;
}
