import { describe, expect, it } from "vitest";
import { addressed, awaited, theUnit } from "./prompt";

describe("the prompt", () => {
  it("speaks to a side", () => {
    expect(addressed("Red", "Move a unit, or end the movement phase.")).toBe("Red, move a unit, or end the movement phase.");
    expect(addressed("Red", "Red sets down one of 4 units.")).toBe("Red sets down one of 4 units.");
    expect(addressed("Red", "Wall Archers: from which end?")).toBe("Wall Archers: from which end?");
  });
  it("says what others are to do", () => {
    expect(awaited("Blue", "Move a unit, or end the movement phase.")).toBe("Blue is to move a unit, or end the movement phase.");
    expect(awaited("Blue", "Harrow Pikes may turn.")).toBe("Harrow Pikes may turn.");
  });
  it("puts an article before a name that can bear one", () => {
    expect(theUnit("Longbows")).toBe("the Longbows");
    expect(theUnit("The King's Axes")).toBe("The King's Axes");
    expect(theUnit("Sir Aldwin")).toBe("Sir Aldwin");
  });
});
