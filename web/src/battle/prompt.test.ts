import { describe, expect, it } from "vitest";
import { addressed, awaited, theUnit } from "./prompt";

describe("the prompt", () => {
  const units = [{ id: "Wall Archers", original: 12 }, { id: "The King's Axes", original: 9 }, { id: "Sir Kay", original: 1 }];
  const said = (shared: boolean, put: "told" | "you" | "plain", first: string, rest = ""): string => {
    const unit = put === "plain" ? ({ type: "unit", unit: first, words: first } as const) : first;
    const prompts = [{ decision: "d", text: [unit, rest], put }];
    return addressed({ side: "Red", units, shared, prompts }, { id: "d", prompt: first + rest });
  };

  it("speaks to who is asked", () => {
    expect(said(false, "told", "Move a unit, or end the movement phase.")).toBe("Red, move a unit, or end the movement phase.");
    expect(said(false, "plain", "Wall Archers", ": from which end?")).toBe("Your Wall Archers: from which end?");
    expect(said(false, "plain", "The King's Axes", " are cornered.")).toBe("Your King's Axes are cornered.");
    expect(said(false, "plain", "Sir Kay", " is tricked.")).toBe("Sir Kay is tricked.");
    expect(said(false, "plain", "Orcs", " charge Wall Archers.")).toBe("Orcs charge Wall Archers.");
    expect(said(false, "you", "You threw higher: choose.")).toBe("You threw higher: choose.");
  });
  it("names the side where two share a screen", () => {
    expect(said(true, "told", "Move a unit.")).toBe("Red, move a unit.");
    expect(said(true, "plain", "Wall Archers", ": from which end?")).toBe("Red: Wall Archers: from which end?");
    expect(said(true, "you", "You threw higher: choose.")).toBe("Red: you threw higher: choose.");
  });
  it("says whom others wait for", () => {
    expect(awaited("Blue", "Town Watch to answer the challenge")).toBe("Waiting for Blue: Town Watch to answer the challenge.");
    expect(awaited("", "to move a unit.")).toBe("Waiting for the others: to move a unit.");
  });
  it("puts an article before a name that can bear one", () => {
    expect(theUnit("Longbows")).toBe("the Longbows");
    expect(theUnit("The King's Axes")).toBe("The King's Axes");
    expect(theUnit("Sir Aldwin")).toBe("Sir Aldwin");
  });
});
