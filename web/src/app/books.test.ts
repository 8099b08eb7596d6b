import { describe, expect, it } from "vitest";
import { bookOf, bookTitle, byBook, shortTitle } from "./books";

describe("books", () => {
  it("are known by the letters of their rules", () => {
    expect(bookOf("TA-CMD-01")).toBe("by_this_axe");
  });

  it("have a title", () => {
    expect(bookTitle("by_this_axe")).toBe("By This Axe");
    expect(bookTitle("book_of_war")).toBe("Book of War");
    expect(["By This Axe: Battle Rules", "Book of War (2011)"].map(shortTitle)).toEqual(["By This Axe", "Book of War"]);
  });

  it("part what lies on the shelves", () => {
    const all = [{ id: 1, ruleset: "a" }, { id: 2, ruleset: "b" }, { id: 3, ruleset: "a" }];
    expect(byBook(all).map(([book, those]) => [book, those.map(({ id }) => id)])).toEqual([["a", [1, 3]], ["b", [2]]]);
  });
});
