// The players' time as the page shows it: what the server told last, less what has passed since.

import type { ClockShown } from "../api/types";

export type Terms = ClockShown["terms"];

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
/** With less than this left (seconds) a time is pressing. */
const PRESSING = { live: MINUTE, days: DAY / 4 } as const;

/** A time as one reads it from a clock: 11:42, 2 h 5 min, 1 day 4 h. */
export function timeSaid(seconds: number): string {
  if (seconds <= 0) return "out of time";
  const whole = Math.floor(seconds);
  if (whole >= DAY) return `${Math.floor(whole / DAY)} ${whole < 2 * DAY ? "day" : "days"} ${Math.floor((whole % DAY) / HOUR)} h`;
  if (whole >= HOUR) return `${Math.floor(whole / HOUR)} h ${Math.floor((whole % HOUR) / MINUTE)} min`;
  return `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, "0")}`;
}

const THEN: Readonly<Record<Terms["end"], string>> = {
  captain: "Out of time: a captain plays on.",
  lose: "Out of time: the battle is lost.",
  shown: "Out of time: it is only shown.",
};

/** What was agreed upon, in words. */
export function termsSaid(terms: Terms): string {
  const how =
    terms.kind === "live"
      ? `${terms.minutes} ${terms.minutes === 1 ? "minute" : "minutes"} a side${terms.increment ? `, and ${terms.increment} seconds for every turn handed over` : ""}`
      : `${terms.days} ${terms.days === 1 ? "day" : "days"} for every answer`;
  return `${how}. ${THEN[terms.end]}`;
}

export interface TimeLeft {
  readonly left: number;
  readonly runs: boolean;
  readonly pressing: boolean;
  readonly said: string;
}

/** What a seat has left, so many seconds after the server told. */
export function leftOf(clock: ClockShown, seat: string, since: number): TimeLeft | null {
  const time = clock.seats[seat];
  if (!time) return null;
  const left = time.runs ? time.left - since : time.left;
  return { left, runs: time.runs, pressing: time.runs && left < PRESSING[clock.terms.kind], said: timeSaid(left) };
}

/** A clock that goes on between what the server tells. */
export class RunningClock {
  #told = $state.raw<ClockShown | null>(null);
  #at = 0;
  #now = $state(0);
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly watch: () => number = () => performance.now() / 1000) {}

  get told(): ClockShown | null {
    return this.#told;
  }

  hear(clock: ClockShown | null): void {
    this.#told = clock;
    this.#at = this.#now = this.watch();
    clearInterval(this.#timer);
    if (clock && Object.values(clock.seats).some(({ runs }) => runs)) this.#timer = setInterval(() => (this.#now = this.watch()), 500);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  of(seat: string): TimeLeft | null {
    return this.#told && leftOf(this.#told, seat, this.#now - this.#at);
  }
}
