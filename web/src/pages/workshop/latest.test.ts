import { describe, expect, it } from "vitest";

import { Refused } from "../../api/http";
import { Latest } from "./latest";

const refusal = (status: number) => new Refused(status, { what: "no", where: "", right: "", reasons: [] });
const settled = () => new Promise((done) => setTimeout(done));

/** A server that answers when it is told to. */
function asked() {
  const open: { question: number; answer: (said: string) => void; refuse: (status: number) => void }[] = [];
  const heard: [number, string][] = [];
  const refused: [number, number][] = [];
  const latest = new Latest<number, string>(
    (question) => new Promise((answer, reject) => open.push({ question, answer, refuse: (status) => reject(refusal(status)) })),
    (question, answer) => heard.push([question, answer]),
    (question, { status }) => refused.push([question, status]),
    () => Promise.resolve(),
  );
  return { latest, open, heard, refused };
}

describe("the latest question", () => {
  it("waits for the one under way, and those between are never asked", async () => {
    const { latest, open, heard } = asked();
    latest.about(1);
    latest.about(2);
    latest.about(3);
    expect(open.map(({ question }) => question)).toEqual([1]);
    open[0]!.answer("one");
    await settled();
    expect(open.map(({ question }) => question)).toEqual([1, 3]);
    open[1]!.answer("three");
    await settled();
    expect(heard).toEqual([[1, "one"], [3, "three"]]);
    latest.about(4);
    expect(open).toHaveLength(3);
  });

  it("is told when it is refused, and the next is asked all the same", async () => {
    const { latest, open, heard, refused } = asked();
    latest.about(1);
    latest.about(2);
    open[0]!.refuse(422);
    await settled();
    open[1]!.answer("two");
    await settled();
    expect([refused, heard]).toEqual([[[1, 422]], [[2, "two"]]]);
  });

  it.each([[429, []], [503, []], [0, [[1, 0]]]])("is asked again after %d", async (status, told) => {
    const { latest, open, heard, refused } = asked();
    latest.about(1);
    open[0]!.refuse(status);
    await settled();
    expect(open.map(({ question }) => question)).toEqual([1, 1]);
    open[1]!.answer("now");
    await settled();
    expect(heard).toEqual([[1, "now"]]);
    expect(refused).toEqual(told);
  });

  it("gives way to a newer one while it waits to be asked again", async () => {
    const { latest, open } = asked();
    latest.about(1);
    latest.about(2);
    open[0]!.refuse(429);
    await settled();
    expect(open.map(({ question }) => question)).toEqual([1, 2]);
  });
});
