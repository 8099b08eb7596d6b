import { describe, expect, it } from "vitest";
import { drawHonours, standsAlone } from "./figures";
import { formedShape } from "./formed";
import type { TableUnit } from "./state";

const alone = (symbol: string, heading = 0): TableUnit => ({
  id: "kay",
  pose: { x: 0, y: 0, heading },
  shape: { figures: [[0, 0, 0, 1000, 2000]], front: [], rects: [] },
  colour: "red",
  manner: "solid",
  symbol,
  label: "Kay",
  strength: 1,
  spoken: "Kay",
  marks: [],
  fallen: 0,
  stance: "single",
});
const cloth = (svg: string): string => /class="cloth" d="([^"]*)"/.exec(svg)![1]!;

describe("one who stands alone", () => {
  it("has a ring round his whole base and a flag, a general two rings", () => {
    expect(drawHonours(alone("hero"))).toMatch(/class="ring" x="-.74" y="-1.24" width="1.48" height="2.48"/);
    expect(drawHonours(alone("general")).match(/class="ring"/g)).toHaveLength(2);
    expect(new Set(["hero", "leader", "general"].map((symbol) => cloth(drawHonours(alone(symbol))))).size).toBe(3);
  });

  it("has a flag that flies up the page", () => {
    expect(drawHonours(alone("hero"))).not.toContain("rotate");
    expect(drawHonours(alone("hero", 180_000))).toContain("rotate(180)");
  });

  it("is a character, no engine and no unit of one rank", () => {
    expect(drawHonours(alone("artillery"))).toBe("");
    const shape = formedShape({ base: { width: 1000, depth: 1000 }, files: 1, spacing: 0, hedgehog: false }, 1);
    expect(drawHonours({ ...alone("hero"), shape, stance: "formed" })).toBe("");
    expect(standsAlone(alone("leader"))).toBe(true);
  });
});
