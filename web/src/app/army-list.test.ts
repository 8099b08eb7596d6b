import { describe, expect, it } from "vitest";
import { apart } from "./army-list";

describe("army lists", () => {
  it("say what sets a unit apart", () => {
    expect(apart({ equipment: { shield: false, melee: "two_handed_axe", leadership: 3 }, joins: "House Axes" })).toBe(
      "no shield, two handed axe, leadership 3, with House Axes",
    );
    expect(apart({ equipment: { roles: ["general", "hero"], mounted: true }, joins: "" })).toBe("general and hero, mounted");
    expect(apart({ equipment: {}, joins: "" })).toBe("");
  });
});
