import { describe, expect, it, vi } from "vitest";

import type { ClockShown } from "../api/types";
import { leftOf, RunningClock, termsSaid, timeSaid } from "./clock.svelte";

const clock: ClockShown = {
  type: "clock",
  terms: { kind: "live", minutes: 20, increment: 5, end: "captain" },
  seats: { red: { left: 90, runs: true }, blue: { left: 1200, runs: false } },
};

describe("a clock", () => {
  it("is said as one reads it", () => {
    expect([702, 59.9, 0, -3, 3 * 3600 + 300, 86_400 + 4 * 3600, 3 * 86_400].map(timeSaid)).toEqual(["11:42", "0:59", "out of time", "out of time", "3 h 5 min", "1 day 4 h", "3 days 0 h"]);
  });

  it("says what was agreed upon", () => {
    expect(termsSaid(clock.terms)).toBe("20 minutes a side, and 5 seconds for every turn handed over. Out of time: a captain plays on.");
    expect(termsSaid({ kind: "days", days: 1, end: "lose" })).toBe("1 day for every answer. Out of time: the battle is lost.");
  });

  it("runs for one seat and rests for the other, and presses when little is left", () => {
    expect(leftOf(clock, "red", 20)).toEqual({ left: 70, runs: true, pressing: false, said: "1:10" });
    expect(leftOf(clock, "red", 40)).toMatchObject({ left: 50, pressing: true });
    expect(leftOf(clock, "blue", 40)).toMatchObject({ left: 1200, runs: false, pressing: false });
    expect(leftOf(clock, "nobody", 0)).toBeNull();
  });

  it("goes on by itself between what the server tells", () => {
    vi.useFakeTimers();
    let now = 100;
    const running = new RunningClock(() => now);
    running.hear(clock);
    now = 110;
    vi.advanceTimersByTime(600);
    expect(running.of("red")?.said).toBe("1:20");
    running.hear({ ...clock, seats: { red: { left: 500, runs: false }, blue: { left: 3, runs: true } } });
    expect(running.of("red")?.said).toBe("8:20");
    now = 114;
    vi.advanceTimersByTime(600);
    expect(running.of("blue")?.said).toBe("out of time");
    running.hear(null);
    expect(running.of("red")).toBeNull();
    running.stop();
    vi.useRealTimers();
  });
});
