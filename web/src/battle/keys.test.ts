import { afterEach, describe, expect, it } from "vitest";

import { isTaken, keysOf } from "./keys";

const PROMPT = '<footer class="prompt"><div class="acts"><button>Undo</button><button aria-keyshortcuts="Enter">Stand</button></div></footer>';
const TOOLS = '<div class="zoom"><button>Zoom out</button></div>';

/** Whether a key that is pressed on the first such thing belongs to that. */
function taken(page: string, at: string, key: string): boolean {
  document.body.innerHTML = page;
  let found = false;
  document.addEventListener("keydown", (event) => (found = isTaken(event)), { once: true });
  document.querySelector(at)!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  return found;
}

describe("a key that is pressed on a button", () => {
  afterEach(() => (document.body.innerHTML = ""));

  it("is Enter for the marked button of the prompt, also on its neighbours and on the tools of the map", () => {
    for (const at of [".acts button", ".zoom button"]) expect(taken(PROMPT + TOOLS, at, "Enter")).toBe(false);
  });

  it("belongs to the button where nothing is marked, where it is Space, and elsewhere on the page", () => {
    const unmarked = PROMPT.replace("<button aria-keyshortcuts", "<button disabled aria-keyshortcuts");
    expect(taken(unmarked + TOOLS, ".zoom button", "Enter")).toBe(true);
    expect(taken(PROMPT + TOOLS, ".zoom button", " ")).toBe(true);
    expect(taken(`${PROMPT}<nav><button>Menu</button></nav>`, "nav button", "Enter")).toBe(true);
  });
});

describe("the list of keys", () => {
  const told = (onTable: boolean): string[] => keysOf([["X", "an order of the book"]], onTable).flatMap(({ lines }) => lines.map(({ does }) => does));

  it("leaves out those of the map where there is none, and nothing else", () => {
    const without = told(false);
    expect(without).toContain("undo");
    expect(without).toContain("these keys");
    for (const does of ["move the map", "measure", "both armies; again, the whole table", "an order of the book", "about"]) {
      expect(told(true)).toContain(does);
      expect(without).not.toContain(does);
    }
  });
});
