import { describe, expect, it } from "vitest";
import { between, detailAt, fitted, held, shown, toScreen, toTable, zoomed } from "./camera";

const screen = { width: 1088, height: 737 };

describe("the view of the table", () => {
  it("fits the table with its frame: 14.6 pixels an inch beside the side column", () => {
    expect(fitted(72, 48, screen).scale).toBeCloseTo(14.55, 1);
  });

  it("leaves the point under the hand where it is", () => {
    const camera = fitted(72, 48, screen);
    const hand = { x: 300, y: 200 };
    const before = toTable(camera, hand);
    const after = toTable(zoomed(camera, 1.7, hand, 1), hand);
    expect(after.x).toBeCloseTo(before.x, 6);
    expect(after.y).toBeCloseTo(before.y, 6);
  });

  it("goes neither too near nor too far", () => {
    const camera = fitted(72, 48, screen);
    expect(zoomed(camera, 1e6, { x: 0, y: 0 }, 9).scale).toBe(96);
    expect(zoomed(camera, 1e-6, { x: 0, y: 0 }, 9).scale).toBe(9);
  });

  it("never loses the table", () => {
    const lost = held({ scale: 14, x: 99_999, y: -99_999 }, 72, 48, screen);
    expect(lost.x).toBeLessThan(screen.width);
    expect(lost.y + 48 * 14).toBeGreaterThan(0);
  });

  it("brings a part of the table to the middle", () => {
    const camera = shown({ left: 10, right: 30, top: 10, bottom: 20 }, screen);
    const middle = toScreen(camera, { x: 20_000, y: 15_000 });
    expect(middle).toEqual({ x: 544, y: 368.5 });
  });

  it("draws figures from nine pixels an inch on, chips below five", () => {
    expect([detailAt(9), detailAt(8.9), detailAt(5), detailAt(4.9)]).toEqual(["figures", "blocks", "blocks", "chips"]);
  });

  it("ends a flight exactly where it leads", () => {
    const [from, to] = [fitted(72, 48, screen), { scale: 30, x: 1, y: 2 }];
    expect(between(from, to, 1)).toEqual(to);
    expect(between(from, to, 0).scale).toBeCloseTo(from.scale, 9);
  });
});
