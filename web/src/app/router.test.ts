import { describe, expect, it } from "vitest";

import { invitationIn, read } from "./router.svelte";

describe("an address", () => {
  it.each([
    ["/", "", { page: "start" }],
    ["/setup", "", { page: "setup" }],
    ["/mine/", "", { page: "mine" }],
    ["/armies", "", { page: "armies", army: "" }],
    ["/armies/green-coats", "", { page: "armies", army: "green-coats" }],
    ["/rules", "", { page: "rules", book: "", rule: "" }],
    ["/rules/book_of_war/BW-B1-08", "", { page: "rules", book: "book_of_war", rule: "BW-B1-08" }],
    ["/battles/abc", "", { page: "battle", id: "abc", claim: {}, invitation: "" }],
    ["/battles/abc", "?seat=red", { page: "battle", id: "abc", claim: { seat: "red" }, invitation: "" }],
    ["/workshop", "", { page: "workshop", part: "army", kept: "" }],
    ["/workshop/army/k3", "", { page: "workshop", part: "army", kept: "k3" }],
    ["/workshop/scenario", "", { page: "workshop", part: "scenario", kept: "" }],
    ["/workshop/from-dnd", "", { page: "workshop", part: "from-dnd", kept: "" }],
    ["/workshop/house/k3", "", { page: "workshop", part: "house", kept: "k3" }],
    ["/compare/abc/def", "", { page: "compare", first: "abc", second: "def" }],
    ["/battles/abc", "?watch=1", { page: "battle", id: "abc", claim: { watch: "1" }, invitation: "" }],
  ])("%s%s leads to its page", (path, search, route) => {
    expect(read(path, search)).toEqual(route);
  });

  it.each(["/nonsense", "/battles", "/setup/more", "/battles/abc/def", "/compare/abc", "/compare/a/b/c", "/rules/a/b/c", "/mine/%E0%A4%A", "/workshop/draughts", "/workshop/from-dnd/x", "/workshop/army/a/b"])(
    "%s leads nowhere",
    (path) => {
      expect(read(path)).toEqual({ page: "missing" });
    },
  );
});

describe("an invitation", () => {
  it.each([
    ["", "#invitation=s3cret", "s3cret"],
    ["?watch=1", "#invitation=a-b_c", "a-b_c"],
    ["?token=older", "", "older"],
    ["", "", ""],
    ["?seat=red", "#rules", ""],
  ])("is read from %s%s", (search, hash, token) => {
    expect(invitationIn(search, hash)).toBe(token);
  });

  it("leads to its battle", () => {
    expect(read("/battles/abc", "", "s3cret")).toMatchObject({ page: "battle", id: "abc", claim: {}, invitation: "s3cret" });
  });

  it("does not stay in the address", async () => {
    const { vi } = await import("vitest");
    vi.resetModules();
    history.replaceState(null, "", "/battles/abc?seat=red#invitation=s3cret");
    const { router } = await import("./router.svelte");
    expect(location.href).not.toContain("s3cret");
    expect(location.pathname + location.search + location.hash).toBe("/battles/abc?seat=red");
    expect(router.invitation).toBe("s3cret");
    history.replaceState(null, "", "/battles/abc?token=older&watch=1");
    router.rename(location.href);
    expect(location.pathname + location.search).toBe("/battles/abc?watch=1");
    expect(router.invitation).toBe("older");
    router.rename("/battles/abc?seat=blue");
    expect(router.invitation).toBe("");
  });
});
