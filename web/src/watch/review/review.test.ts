import { afterEach, describe, expect, it, vi } from "vitest";

import { api, Refused } from "../../api/http";
import type { PointTold, ReviewShown, ReviewTold, Snapshot, Step } from "../../api/types";
import { Film } from "../film.svelte";
import { changeOf, points, Scale, signs } from "./curve";
import { positionOf, Turning } from "./turning.svelte";

const both = (red: number): Record<string, number> => ({ red, blue: -red });
const shares = (dice: number, red: number, blue: number, rest: number) => ({ dice, decisions: { red, blue }, rest });

function point(number: number, entry: number, kind: "decision" | "dice", before: number, after: number): PointTold {
  const missed = kind === "decision" ? [{ answer: null, unit: "a", said: "Spears hold", result: both(before), why: ["It is safer"], moved: [] }] : [];
  return { number, entry, turn: 1, phase: "movement", active: "red", seat: "red", side: "red", kind, before: both(before), after: both(after), error: 2, said: ["It went wrong"], likely: "", played: null, unit: "a", missed, playouts: 8 } as unknown as PointTold;
}

const stretch = (since: number, entry: number, turn: number, kind: "decision" | "dice" | "rest", before: number, after: number) => ({ since, entry, turn, phase: "", active: "red", kind, side: "red", before: both(before), after: both(after) });

const REVIEW: ReviewTold = {
  sides: ["red", "blue"],
  first: both(10),
  last: both(-100),
  curve: [stretch(2, 3, 1, "decision", 10, -20), stretch(3, 6, 1, "rest", -20, -30), stretch(6, 6, 2, "rest", -30, -40), stretch(6, 8, 2, "dice", -40, -100)],
  turns: [
    { turn: 1, entry: 6, after: both(-30), shares: { red: shares(0, -30, 0, -10), blue: shares(0, 30, 0, 10) } },
    { turn: 2, entry: 8, after: both(-100), shares: { red: shares(-60, 0, 0, -10), blue: shares(60, 0, 0, 10) } },
  ],
  shares: { red: shares(-60, -30, 0, -20), blue: shares(60, 30, 0, 20) },
  points: [point(1, 3, "decision", 10, -20), point(2, 8, "dice", -40, -100)],
  lucks: 4,
  playouts: 100,
  whole: false,
};
const FRAME = { left: 30, top: 10, width: 200, height: 100 };

function film(): Film {
  const made = new Film("b", {});
  made.begin({ battle: { turn: 0, active: "", units: {}, sides: [] }, shapes: {}, log: [], last: 8 } as unknown as Snapshot);
  made.add(Array.from({ length: 8 }, (_, index) => ({ position: index + 1, turn: 1, phase: "", active: "red", events: [], beats: [], changes: {} }) as unknown as Step));
  return made;
}

function answers(...told: (ReviewShown | Refused)[]): void {
  let next = 0;
  vi.spyOn(api, "review").mockImplementation(() => {
    const one = told[Math.min(next++, told.length - 1)]!;
    return one instanceof Refused ? Promise.reject(one) : Promise.resolve(one);
  });
}

async function reviewed(): Promise<Turning> {
  answers({ progress: 1, review: REVIEW });
  const turning = new Turning(film(), "red");
  await turning.ask();
  return turning;
}

afterEach(() => vi.restoreAllMocks());

describe("the curve", () => {
  it("gives every turn as much room, and every entry of it", () => {
    const scale = new Scale(REVIEW, "red", FRAME);
    expect([2, 4, 6, 7, 8].map((entry) => scale.x(entry))).toEqual([30, 80, 130, 180, 230]);
    expect([30, 80, 130, 180, 230].map((x) => scale.entryAt(x))).toEqual([2, 4, 6, 7, 8]);
    expect([scale.x(0), scale.x(99)]).toEqual([30, 230]);
  });

  it("goes as far up and down as the result does, and always over zero", () => {
    const scale = new Scale(REVIEW, "red", FRAME);
    expect([scale.high, scale.low]).toEqual([25, -100]);
    expect([scale.y(25), scale.y(-100)]).toEqual([10, 110]);
    const other = new Scale(REVIEW, "blue", FRAME);
    expect([other.high, other.low]).toEqual([100, -25]);
  });

  it("steps at one entry, and slopes over several", () => {
    expect(new Scale(REVIEW, "red", FRAME).line()).toBe("M30.0 22.0H55.0V46.0L130.0 54.0H130.0V62.0L230.0 110.0");
  });

  it("has its signs apart from each other", () => {
    const near = [1, 2, 3].map((number) => point(number, 3, "decision", 10, -20));
    const put = signs(new Scale(REVIEW, "red", { ...FRAME, height: 200 }), near);
    for (const [index, one] of put.entries()) for (const other of put.slice(index + 1)) expect(Math.abs(one.y - other.y)).toBeGreaterThanOrEqual(22);
  });

  it("says points with their sign", () => {
    expect([points(-25.6), points(0.3), points(19.2)]).toEqual(["−26", "0", "+19"]);
    expect(changeOf(REVIEW.points[0]!, "blue")).toBe(30);
  });
});

describe("turning points", () => {
  it("are waited for, and how far they are is told", async () => {
    vi.useFakeTimers();
    answers({ progress: 0.4, review: null }, { progress: 1, review: REVIEW });
    const turning = new Turning(film(), "");
    const asked = turning.ask();
    await vi.advanceTimersByTimeAsync(1);
    expect([turning.progress, turning.review]).toEqual([0.4, null]);
    await vi.advanceTimersByTimeAsync(1000);
    await asked;
    expect(turning.review).toBe(REVIEW);
    expect(turning.side).toBe("red");
    vi.useRealTimers();
  });

  it("say what the server refuses, and can be asked for again", async () => {
    answers(new Refused(429, { what: "too many requests", where: "", right: "", rules: [] } as never), { progress: 1, review: REVIEW });
    const turning = new Turning(film(), "red");
    await turning.ask();
    expect(turning.wrong).toBe("Too many requests.");
    await turning.ask();
    expect([turning.wrong, turning.review]).toEqual(["", REVIEW]);
  });

  it("lead to an order before it is given and to dice after they fell", async () => {
    const turning = await reviewed();
    expect(REVIEW.points.map(positionOf)).toEqual([2, 8]);
    turning.step(1);
    expect([turning.film.at, turning.point?.number]).toEqual([2, 1]);
    turning.step(1);
    expect([turning.film.at, turning.point?.number]).toEqual([8, 2]);
    turning.step(1);
    expect(turning.film.at).toBe(8);
    turning.step(-1);
    expect(turning.point?.number).toBe(1);
  });

  it("are left as soon as one looks elsewhere, and found again from there", async () => {
    const turning = await reviewed();
    turning.step(1);
    turning.film.go(5);
    expect(turning.point).toBeNull();
    turning.step(-1);
    expect(turning.point?.number).toBe(1);
    turning.film.go(5);
    turning.step(1);
    expect(turning.point?.number).toBe(2);
  });

  it("name as missed only what promised more to who decided", async () => {
    const turning = await reviewed();
    turning.pick(REVIEW.points[0]!);
    expect(turning.missed.map(({ said }) => said)).toEqual(["Spears hold"]);
    const right = { ...REVIEW.points[0]!, missed: REVIEW.points[0]!.missed.map((one) => ({ ...one, result: both(-50) })) };
    turning.review = { ...REVIEW, points: [right] };
    expect(turning.missed).toEqual([]);
  });
});
