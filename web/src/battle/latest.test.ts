import { describe, expect, it, vi } from "vitest";
import { Latest } from "./latest";

describe("questions that chase a moving hand", () => {
  it("asks one at a time and skips those that are overtaken", async () => {
    vi.useFakeTimers();
    const asked: number[] = [];
    const heard: number[] = [];
    const latest = new Latest<number, number>(
      (question) => {
        asked.push(question);
        return new Promise((done) => setTimeout(() => done(question * 10), 30));
      },
      (_, answer) => heard.push(answer),
    );
    latest.want(1);
    latest.want(2);
    latest.want(3);
    await vi.advanceTimersByTimeAsync(200);
    expect(asked).toEqual([1, 3]);
    expect(heard).toEqual([10, 30]);
    vi.useRealTimers();
  });

  it("hears nothing once it is stopped", async () => {
    const heard: number[] = [];
    const latest = new Latest<number, number>(
      (question) => Promise.resolve(question),
      (_, answer) => heard.push(answer),
      0,
    );
    latest.want(1);
    latest.stop();
    await new Promise((done) => setTimeout(done, 5));
    expect(heard).toEqual([]);
  });
});
