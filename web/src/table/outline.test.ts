import { describe, expect, it } from "vitest";
import { placing, stamped, takenApart } from "./outline";
import { MARKS, PICTOGRAMS } from "./symbols";

const IDENTITY = placing(0, 0, 0);

describe("path data taken apart", () => {
  it("keeps lines and makes them absolute", () => {
    expect(stamped(takenApart("M1 2l3 4H9V0z"), IDENTITY)).toBe("M1 2L4 6L9 6L9 0Z");
  });

  it("reads coordinates that follow each other without a letter as lines", () => {
    expect(stamped(takenApart("M0 0 1 0 1 1"), IDENTITY)).toBe("M0 0L1 0L1 1");
  });

  it("turns a smooth quadratic about the last knee", () => {
    const data = stamped(takenApart("M0 0Q1 2 2 0T4 0"), IDENTITY);
    expect(data).toBe("M0 0C.667 1.333 1.333 1.333 2 0C2.667 -1.333 3.333 -1.333 4 0");
  });

  it("draws a circle that stays on its radius", () => {
    for (const { letter, at } of takenApart("M2 5A3 3 0 1 1 8 5A3 3 0 1 1 2 5Z")) {
      if (letter !== "C") continue;
      expect(Math.hypot(at[4]! - 5, at[5]! - 5)).toBeCloseTo(3, 6);
    }
  });

  it("carries a drawing to its place", () => {
    expect(stamped(takenApart("M0 -1L1 0"), placing(10, 10, Math.PI / 2, 2))).toBe("M12 10L10 12");
  });

  it("can take every pictogram and mark apart", () => {
    for (const parts of [...Object.values(PICTOGRAMS), ...Object.values(MARKS)])
      for (const part of parts) expect(stamped(part.strokes, IDENTITY)).not.toMatch(/NaN|undefined/);
  });
});
