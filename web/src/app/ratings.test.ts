import { describe, expect, it } from "vitest";
import type { BookLadder } from "../api/types";
import { rated, ratedBy } from "./ratings";

const level = (captain: string, rating: number, margin: number | null): BookLadder["levels"][number] => ({ captain, rating, margin, games: 40, wins: 30, draws: 0, losses: 10 });
const ladder: BookLadder = {
  levels: [level("captain", 1210, 40), level("recruit", 1000, null)],
  pairings: [],
  scenarios: ["ford", "hill"],
  games: 40,
  program: "1",
  seed: 1,
  budget: "",
};

describe("a rating", () => {
  it("is told with how far off it may be", () => {
    expect(rated("captain", ladder)).toBe("rating 1210 ± 40");
    expect(rated("recruit", ladder)).toBe("rating 1000");
  });

  it("is not made up for who has none", () => {
    expect(rated("marshal", ladder)).toBe("not rated yet");
    expect(rated("captain", null)).toBe("not rated yet");
  });

  it("says how many games it rests on", () => {
    expect(ratedBy(ladder)).toBe("Ratings count from 1000 for a recruit, and rest on 40 games on 2 battles of this book; ± is the 95% interval.");
    expect(ratedBy({ ...ladder, scenarios: ["ford"] })).toContain("on one battle of");
    expect(ratedBy(null)).toBe("");
  });
});
