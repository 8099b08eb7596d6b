import { describe, expect, it } from "vitest";
import { apart, exampleFor } from "./army-list";

describe("army lists", () => {
  it("begin with a list of the book", () => {
    expect(exampleFor("by_this_axe")).toContain('joins = "House Axes"');
    expect(exampleFor("book_of_war")).toContain('ruleset = "book_of_war"');
    expect(exampleFor("chainmail")).toContain('ruleset = "chainmail"');
  });

  it("say what sets a unit apart", () => {
    expect(apart({ equipment: { shield: false, melee: "two_handed_axe", leadership: 3 }, joins: "House Axes" })).toBe(
      "no shield, two handed axe, leadership 3, with House Axes",
    );
    expect(apart({ equipment: { roles: ["general", "hero"], mounted: true }, joins: "" })).toBe("general and hero, mounted");
    expect(apart({ equipment: {}, joins: "" })).toBe("");
  });
});
