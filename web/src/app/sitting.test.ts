import { afterEach, describe, expect, it, vi } from "vitest";

import { sitDown } from "./sitting";

const answer = (status: number, body: object) =>
  vi.stubGlobal(
    "fetch",
    vi.fn(() => Promise.resolve(new Response(JSON.stringify(body), { status }))),
  );

describe("taking the seat of an invitation", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("gives the token to the server in a body, and gets the seat", async () => {
    answer(200, { seat: "blue", link: "/battles/b?seat=blue" });
    expect(await sitDown("b", "s3cret")).toEqual({ seat: "blue" });
    const [address, request] = vi.mocked(fetch).mock.calls[0] ?? [];
    expect(address).toBe("/api/battles/b/seats");
    expect(request).toMatchObject({ method: "POST", body: JSON.stringify({ token: "s3cret", also: false }) });
  });

  it.each([
    [410, "this invitation has been taken already", "not open any more"],
    [403, "this link opens no seat of this battle", "opens no seat"],
    [404, "there is no such battle", "no such battle"],
    [503, "the store does not answer", "could not be taken"],
  ])("says what is wrong where the server answers %i", async (status, what, title) => {
    answer(status, { error: { what, where: "", right: "", reasons: [] } });
    expect(await sitDown("b", "s3cret")).toMatchObject({ title: expect.stringContaining(title) });
  });

  it("says of a link that was taken that it was", async () => {
    answer(410, { error: { what: "this invitation has been taken already", where: "", right: "", reasons: [] } });
    expect(await sitDown("b", "s3cret")).toMatchObject({ text: expect.stringContaining("This invitation has been taken already.") });
  });

  it("asks whoever sits at the table already whether they mean it", async () => {
    answer(409, { error: { what: "this link is for another player", where: "also", right: "", reasons: [] } });
    expect(await sitDown("b", "s3cret")).toEqual({ also: true });
    answer(200, { seat: "blue", link: "" });
    expect(await sitDown("b", "s3cret", true)).toEqual({ seat: "blue" });
    expect(vi.mocked(fetch).mock.calls[0]?.[1]).toMatchObject({ body: JSON.stringify({ token: "s3cret", also: true }) });
  });
});
