import { describe, expect, it } from "vitest";

import type { Book, BookLadder, Opponent, OwnPlace } from "../api/types";
import { along, measured, nextOf, rated, rungsOf, scaleOf } from "./ratings";

const level = (captain: string, rating: number, margin: number | null): BookLadder["levels"][number] => ({ captain, rating, margin, games: 40, wins: 30, draws: 0, losses: 10 });
const ladder: BookLadder = {
  levels: [level("captain:bold", 1012, 38), level("captain", 1000, null), level("recruit", 640, 52)],
  pairings: [
    { one: "captain", other: "recruit", games: 20, wins: 18, draws: 0, losses: 2 },
    { one: "captain", other: "captain:bold", games: 12, wins: 6, draws: 0, losses: 6 },
  ],
  scenarios: ["ford", "hill"],
  games: 1032,
  program: "0.1.0",
  seed: 1,
  budget: "",
  when: "2026-11-18",
};
const opponent = (name: string, kind: Opponent["kind"] = "level"): Opponent => ({ name, title: name, called: name, about: "", kind });
const book: Pick<Book, "opponents" | "ladder"> = {
  opponents: [opponent("recruit"), opponent("captain"), opponent("captain:bold", "temperament"), opponent("marshal:0.1s"), opponent("marshal")],
  ladder,
};
const own: OwnPlace = { games: 7, wins: 3, draws: 0, losses: 4, beaten: ["recruit"], rating: 905, margin: 150 };

describe("a rating", () => {
  it("is told with how far off it may be", () => {
    expect(rated("captain:bold", ladder)).toBe("rating 1,012 ± 38");
    expect(rated("captain", ladder)).toBe("rating 1,000");
  });

  it("is not made up for who has none", () => {
    expect(rated("marshal", ladder)).toBe("not rated yet");
    expect(rated("captain", null)).toBe("not rated yet");
  });
});

describe("the ladder", () => {
  it("has the strongest first, oneself among them, and those without a rating last", () => {
    expect(rungsOf(book, own).map(({ title }) => title)).toEqual(["captain:bold", "captain", "You", "recruit", "marshal", "marshal:0.1s"]);
  });

  it("does not show oneself before there are enough battles", () => {
    expect(rungsOf(book, { ...own, rating: null, margin: null }).some(({ kind }) => kind === "you")).toBe(false);
    expect(rungsOf(book, undefined)).toHaveLength(5);
  });

  it("has one scale with room beside both ends", () => {
    const scale = scaleOf(rungsOf(book, own))!;
    expect(scale).toEqual({ low: 520, high: 1132, ticks: [600, 800, 1000] });
    expect(along(scale, 520 + 306)).toBeCloseTo(50);
    expect(along(scale, -400)).toBe(0);
    expect(scaleOf(rungsOf({ ...book, ladder: null }, undefined))).toBeNull();
  });

  it("offers the next stronger than those who are beaten", () => {
    const rungs = rungsOf(book, own);
    expect(nextOf(rungs, [])?.name).toBe("recruit");
    expect(nextOf(rungs, ["recruit"])?.name).toBe("captain");
    expect(nextOf(rungs, ["captain"])?.name).toBe("captain:bold");
    expect(nextOf(rungs, ["captain:bold"])).toBeNull();
  });

  it("says how it was measured", () => {
    const said = measured(ladder, (scenario) => `The ${scenario}`);
    expect(said[0]).toBe("1,032 games on The ford and The hill: everybody against everybody, 12 to 20 games each, half of them from either side with the same dice.");
    expect(said.at(-1)).toContain("By Schiltron 0.1.0, on 18 November 2026.");
    expect(said).toHaveLength(3);
    expect(measured({ ...ladder, budget: "12" }, String)[2]).toContain("12 imagined battles for each decision");
    expect(measured({ ...ladder, budget: "0.5s" }, String)[2]).toContain("0.5 seconds for each decision");
  });
});
