import { describe, expect, it } from "vitest";
import { bookOf, bookTitle, byBook, calledBook, ruleAddress, shortTitle, usualCaptain } from "./books";

describe("books", () => {
  it("are known by the letters of their rules", () => {
    const books = [{ name: "book_of_war", prefix: "BW" }, { name: "by_this_axe", prefix: "TA" }];
    expect(bookOf("TA-CMD-01", books)).toBe("by_this_axe");
    expect(ruleAddress("TA-CMD-01")).toBe("/rules/of/TA-CMD-01");
  });

  it("have a title", () => {
    expect(bookTitle("by_this_axe")).toBe("By This Axe");
    expect(bookTitle("book_of_war")).toBe("Book of War");
    expect(calledBook("BATTLESYSTEM (1985), basic and intermediate game")).toBe("BATTLESYSTEM");
    expect(calledBook("Chainmail, 2nd edition (1972)")).toBe("Chainmail");
    expect(calledBook("By This Axe: Medieval Fantasy Battle Rules")).toBe("By This Axe");
    expect(["By This Axe: Battle Rules", "Book of War (2011)"].map(shortTitle)).toEqual(["By This Axe", "Book of War"]);
  });

  it("have a captain who is met unless another is asked for", () => {
    expect(usualCaptain([{ name: "recruit" }, { name: "captain" }, { name: "marshal" }])).toBe("captain");
    expect(usualCaptain([{ name: "recruit" }])).toBe("recruit");
    expect(usualCaptain()).toBe("captain");
  });

  it("part what lies on the shelves", () => {
    const all = [{ id: 1, ruleset: "a" }, { id: 2, ruleset: "b" }, { id: 3, ruleset: "a" }];
    expect(byBook(all).map(([book, those]) => [book, those.map(({ id }) => id)])).toEqual([["a", [1, 3]], ["b", [2]]]);
  });
});
