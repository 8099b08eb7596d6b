import { describe, expect, it } from "vitest";
import { besideShot, drawFalling, drawShot, fallTime } from "./shots";
import type { ShotMark } from "./state";

const circle: ShotMark = { shape: { type: "disc", x: 10_000, y: 20_000, radius: 1750 }, name: "", struck: true };
const streak = (from: number, to: number, struck: boolean): ShotMark => ({ shape: { type: "corridor", from_x: from, from_y: 0, to_x: to, to_y: 0, width: 500 }, name: struck ? "white" : "black", struck });
const ball = [streak(0, 4000, true), streak(4000, 8000, false), streak(8000, 12_000, true)];

describe("a shot on the table", () => {
  it("covers a circle, or stretches of which some count", () => {
    expect(drawShot([circle])).toBe('<circle class="shot-ground" cx="10" cy="20" r="1.75"/>');
    const drawn = drawShot(ball);
    expect(drawn.match(/shot-ground/g)).toHaveLength(2);
    expect(drawn.match(/shot-passed/g)).toHaveLength(1);
    expect(drawn).not.toMatch(/NaN|undefined/);
  });
  it("is told beside the circle, or beside the first stretch that counts", () => {
    expect(besideShot([circle])).toEqual({ x: 11_750, y: 20_000 });
    expect(besideShot(ball.slice(1))!.x).toBe(10_250);
    expect(besideShot([])).toBeNull();
  });
  it("takes its time by the bounce", () => {
    expect(fallTime(ball)).toBeGreaterThan(fallTime(ball.slice(1)));
    expect(fallTime([circle])).toBeGreaterThan(0);
  });
  it("closes in from above", () => {
    const radius = (share: number): number => Number(/shot-ground"[^>]* r="([\d.]+)"/.exec(drawFalling([circle], share))![1]);
    expect(radius(0)).toBeGreaterThan(radius(0.5));
    expect(radius(1)).toBe(1.75);
  });
  it("bounces from stretch to stretch and lies still at the end", () => {
    const half = drawFalling(ball, 0.5);
    expect(half.match(/shot-ground/g)).toHaveLength(1);
    expect(half.match(/shot-passed/g)).toHaveLength(1);
    expect(half).toContain("shot-ball");
    expect(drawFalling(ball, 1)).toBe(drawShot(ball));
  });
});
