import { describe, expect, it } from "vitest";
import { direction, headingOf, showInches, signed } from "./lengths";
import { advanced, local, pivoted, pivotOf, wheeled, world } from "./pose";

/** What the engine makes of a pose: an advance, and a wheel on a front corner. */
const ENGINE = [
  [[42445, 9886, 207001], 10664, [37603, 19388], 697, 141478, [41141, 9709, 348479]],
  [[12337, 23965, 305548], 950, [11564, 23413], 2578, 10829, [11970, 23646, 316377]],
  [[11265, 28419, 219242], 1144, [10541, 29305], 1485, 145453, [8635, 27358, 4695]],
  [[55642, 3873, 296460], 2028, [53826, 2969], 1414, 152284, [56241, 1193, 88744]],
  [[51993, 3249, 115910], 763, [52679, 3582], 2780, 76919, [53489, 6367, 192829]],
  [[54937, 9453, 283475], 1929, [53061, 9004], 2838, -147868, [52248, 14198, 135607]],
] as const;

describe("poses", () => {
  it.each(ENGINE)("lead where the engine says: from %j", ([x, y, heading], far, ahead, half, turn, after) => {
    const pose = { x, y, heading };
    expect(advanced(pose, far)).toEqual({ x: ahead[0], y: ahead[1], heading });
    expect(wheeled(pose, half, turn)).toEqual({ x: after[0], y: after[1], heading: after[2] });
    expect(pivoted(pose, pivotOf(pose, half, turn), turn)).toEqual(wheeled(pose, half, turn));
  });

  it("look up the page at 0 and to the right at 90 degrees", () => {
    expect(direction(0)).toEqual([0, -1]);
    expect(direction(90_000)).toEqual([1, 0]);
    expect(headingOf(-1, 0)).toBe(270_000);
    expect(signed(270_000)).toBe(-90_000);
  });

  it("see the table from where they stand, and back again", () => {
    const pose = { x: 10_000, y: 20_000, heading: 37_500 };
    const at = world(pose, 1200, 3400);
    expect(local(pose, at).lateral).toBeCloseTo(1200, 6);
    expect(local(pose, at).forward).toBeCloseTo(3400, 6);
  });
});

describe("lengths", () => {
  it.each([
    [3000, "3″"],
    [6500, "6½″"],
    [250, "¼″"],
    [0, "0″"],
    [7125, "7.125″"],
    [-1500, "−1½″"],
  ])("are written as players do: %i is %s", (mil, shown) => expect(showInches(mil)).toBe(shown));
});
