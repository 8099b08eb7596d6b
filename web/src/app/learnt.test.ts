import { beforeEach, describe, expect, it } from "vitest";

import { knows, learnt, markLearnt, putAway } from "./learnt";

describe("what this browser remembers of lessons", () => {
  beforeEach(() => localStorage.clear());

  it("keeps each lesson once", () => {
    markLearnt("book_of_war/01-first-steps");
    markLearnt("book_of_war/01-first-steps");
    markLearnt("chainmail/01-first-steps");
    expect([...learnt()]).toEqual(["book_of_war/01-first-steps", "chainmail/01-first-steps"]);
  });

  it("takes no notice of what is garbled", () => {
    localStorage.setItem("schiltron-lessons", "{");
    expect(learnt().size).toBe(0);
    localStorage.setItem("schiltron-lessons", '{"a": 1}');
    expect(learnt().size).toBe(0);
  });

  it("offers nothing to who knows these games, or has done a lesson", () => {
    expect(knows()).toBe(false);
    putAway();
    expect(knows()).toBe(true);
    localStorage.clear();
    markLearnt("chainmail/01-first-steps");
    expect(knows()).toBe(true);
  });
});
