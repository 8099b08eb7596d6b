import { describe, expect, it } from "vitest";

import type { ScenarioPicture } from "../api/types";
import { Pictures } from "./pictures";

/** A server that draws when it is told to. */
function easel() {
  const asked: string[] = [];
  const waiting = new Map<string, (picture: ScenarioPicture | null) => void>();
  const pictures = new Pictures((id) => {
    asked.push(id);
    return new Promise((come, fail) => waiting.set(id, (one) => (one ? come(one) : fail(new Error(id)))));
  });
  const draw = async (id: string, picture: ScenarioPicture | null = { armies: null, svg: id, map: "" }): Promise<void> => {
    waiting.get(id)!(picture);
    await new Promise((done) => setTimeout(done));
  };
  return { asked, pictures, draw };
}

describe("pictures of ready battles", () => {
  it("are asked for two at a time, and once each", async () => {
    const { asked, pictures, draw } = easel();
    const all = ["a", "b", "c", "a"].map((id) => pictures.of(id));
    expect(asked).toEqual(["a", "b"]);
    await draw("a");
    expect(asked).toEqual(["a", "b", "c"]);
    expect(await all[0]).toBe(await all[3]);
  });

  it("come first where they are looked at, also when they were listed before", async () => {
    const { asked, pictures, draw } = easel();
    for (const id of ["a", "b", "c", "d"]) void pictures.of(id);
    void pictures.of("d", true);
    void pictures.of("e", true);
    await draw("a");
    await draw("b");
    expect(asked).toEqual(["a", "b", "e", "d"]);
  });

  it("are asked for again after a failure, and the others go on", async () => {
    const { asked, pictures, draw } = easel();
    const [lost] = ["a", "b", "c"].map((id) => pictures.of(id));
    const failed = expect(lost).rejects.toThrow("a");
    await draw("a", null);
    await failed;
    expect(asked).toEqual(["a", "b", "c"]);
    void pictures.of("a");
    await draw("b");
    expect(asked).toEqual(["a", "b", "c", "a"]);
  });
});
