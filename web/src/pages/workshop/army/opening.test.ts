import { describe, expect, it } from "vitest";

import { linkIn } from "./opening";

describe("a link", () => {
  it.each([
    ["#copy=aB3_-xyz", { kind: "copy", share: "aB3_-xyz" }],
    [" http://far.example/workshop/army#copy=aB3_-xyz\n", { kind: "copy", share: "aB3_-xyz" }],
    ["#edit=id7.k-ey", { kind: "edit", id: "id7", key: "k-ey" }],
    ["#edit=id7.", { kind: "edit", id: "id7", key: "" }],
    ["#ready=chainmail/three-orders", { kind: "ready", name: "chainmail/three-orders" }],
    ["", null],
    ["#main", null],
    ["#copy=../x", null],
    ["#copy=", null],
    ["#edit=noKey", null],
    ["#ready=../secret", null],
    ["no link at all", null],
  ])("%j opens %o", (text, opening) => {
    expect(linkIn(text)).toEqual(opening);
  });
});
