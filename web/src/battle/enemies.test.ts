import { describe, expect, it } from "vitest";
import type { Battle } from "../api/types";
import { enemiesOf, nextEnemy } from "./enemies";

const unit = (id: string, side: string, x: number, more: object = {}): object => ({
  id, side, figures: 8, place: { type: "on_table", pose: { x, y: 0, heading: 0 } }, ...more,
});
const field = (...units: object[]): Battle => ({ units: Object.fromEntries(units.map((one) => [(one as { id: string }).id, one])) }) as unknown as Battle;

describe("the enemy by keys", () => {
  const fought = field(
    unit("bows", "blue", 3000),
    unit("axes", "red", 1000),
    unit("knights", "blue", 1000),
    unit("gone", "blue", 0, { figures: 0 }),
    unit("late", "blue", 0, { place: { type: "off_table", why: "reserve" } }),
    unit("jarl", "blue", 0, { place: { type: "aboard", host: "bows" } }),
  );

  it("goes from left to right through all who are there, and round again", () => {
    expect(enemiesOf(fought, "red")).toEqual(["knights", "bows", "jarl"]);
    expect(nextEnemy(fought, "red", null, 1)).toBe("knights");
    expect(nextEnemy(fought, "red", "axes", -1)).toBe("jarl");
    expect(nextEnemy(fought, "red", "bows", 1)).toBe("jarl");
    expect(nextEnemy(fought, "red", "jarl", 1)).toBe("knights");
    expect(nextEnemy(fought, "red", "knights", -1)).toBe("jarl");
  });

  it("finds nobody where there is nobody, and everybody for who looks on", () => {
    expect(nextEnemy(field(unit("axes", "red", 0)), "red", null, 1)).toBeNull();
    expect(enemiesOf(fought, "")).toHaveLength(4);
  });
});
