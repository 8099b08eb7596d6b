import { describe, expect, it } from "vitest";

import { read } from "./router.svelte";

describe("an address", () => {
  it.each([
    ["/", "", { page: "start" }],
    ["/setup", "", { page: "setup" }],
    ["/mine/", "", { page: "mine" }],
    ["/armies", "", { page: "armies", army: "" }],
    ["/armies/green-coats", "", { page: "armies", army: "green-coats" }],
    ["/rules", "", { page: "rules", book: "", rule: "" }],
    ["/rules/book_of_war/BW-B1-08", "", { page: "rules", book: "book_of_war", rule: "BW-B1-08" }],
    ["/battles/abc", "", { page: "battle", id: "abc", claim: {} }],
    ["/battles/abc", "?token=s3cret", { page: "battle", id: "abc", claim: { token: "s3cret" } }],
    ["/battles/abc", "?seat=red", { page: "battle", id: "abc", claim: { seat: "red" } }],
    ["/battles/abc", "?watch=1", { page: "battle", id: "abc", claim: { watch: "1" } }],
  ])("%s%s leads to its page", (path, search, route) => {
    expect(read(path, search)).toEqual(route);
  });

  it.each(["/nonsense", "/battles", "/setup/more", "/battles/abc/def", "/rules/a/b/c", "/mine/%E0%A4%A"])(
    "%s leads nowhere",
    (path) => {
      expect(read(path)).toEqual({ page: "missing" });
    },
  );
});
