import { describe, expect, it } from "vitest";

import { frameKey } from "./frame";

const pressed = (key: string, more: Partial<Parameters<typeof frameKey>[0]> = {}) =>
  frameKey({ key, ctrlKey: true, metaKey: false, shiftKey: false, altKey: false, target: document.body, ...more });

describe("keys of the frame", () => {
  it.each([
    ["z", {}, "undo"],
    ["Z", { shiftKey: true }, "redo"],
    ["y", {}, "redo"],
    ["z", { ctrlKey: false, metaKey: true }, "undo"],
    ["z", { ctrlKey: false }, null],
    ["z", { altKey: true }, null],
    ["a", {}, null],
  ])("%s %o is %s", (key, more, what) => {
    expect(pressed(key, more)).toBe(what);
  });

  it("belong to a field while one types in it", () => {
    const field = document.createElement("input");
    expect(pressed("z", { target: field })).toBeNull();
    field.type = "radio";
    expect(pressed("z", { target: field })).toBe("undo");
  });
});
