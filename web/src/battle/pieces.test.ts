import { describe, expect, it } from "vitest";
import { boxAround, freeCourse, freeTile, onEdge, plainCourse, tile } from "./pieces";

const table = { width: 72_000, depth: 48_000 };

describe("pieces of terrain", () => {
  it("cuts a tile that stays inside its size and fills more than half of it", () => {
    const { ring } = tile("woods", { x: 30_000, y: 20_000, heading: 0 }, 8500, 11_000);
    const box = boxAround(ring);
    expect(box.right - box.left).toBeLessThanOrEqual(8500);
    expect(box.bottom - box.top).toBeLessThanOrEqual(11_000);
    const area = Math.abs(ring.reduce((sum, [x, y], i) => sum + x * ring[(i + 1) % ring.length]![1] - ring[(i + 1) % ring.length]![0] * y, 0)) / 2;
    expect(area).toBeGreaterThan((8500 * 11_000) / 2);
  });
  it("finds a place beside what lies there already", () => {
    const taken = [{ left: 28_000, right: 44_000, top: 16_000, bottom: 32_000 }];
    const pose = freeTile({ width: 8500, depth: 11_000 }, table, taken);
    const box = boxAround(tile("woods", pose, 8500, 11_000).ring);
    expect(box.left >= 44_000 || box.right <= 28_000 || box.top >= 32_000 || box.bottom <= 16_000).toBe(true);
  });
  it("lets a stream run from edge to edge round what lies in its way", () => {
    const course = freeCourse(2000, table, [{ left: 30_000, right: 40_000, top: 20_000, bottom: 28_000 }]);
    expect(course[0]!.x).toBe(0);
    expect(course.at(-1)!.x).toBe(72_000);
    expect(course).not.toEqual(plainCourse(table));
  });
  it("puts the end of a stream on the nearest edge", () => {
    expect(onEdge({ x: 500, y: 20_000 }, table)).toEqual({ x: 0, y: 20_000 });
    expect(onEdge({ x: 30_000, y: 47_000 }, table)).toEqual({ x: 30_000, y: 48_000 });
  });
});
