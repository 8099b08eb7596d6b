import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { type Ear, Live } from "./live";
import type { FromServer, Order } from "./types";

/** A wire with the test at its other end. */
class FakeSocket {
  static made: FakeSocket[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.made.push(this);
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  say(message: Partial<FromServer>): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  break(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code, reason: "" });
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.break(1000);
  }
}

const order: Order = { type: "concede", seat: "red" };
const ear = () => ({ snapshot: vi.fn(), step: vi.fn(), seats: vi.fn(), over: vi.fn(), dice: vi.fn(), said: vi.fn(), chat: vi.fn(), next: vi.fn(), hints: vi.fn(), thoughts: vi.fn(), clock: vi.fn(), wire: vi.fn(), barred: vi.fn() }) satisfies Ear;
const last = (): FakeSocket => FakeSocket.made.at(-1) as FakeSocket;

function connected(): { live: Live; heard: ReturnType<typeof ear> } {
  const heard = ear();
  const live = new Live("b1", { seat: "red" }, heard, (url) => new FakeSocket(url) as unknown as WebSocket);
  live.start();
  last().open();
  return { live, heard };
}

describe("the live connection", () => {
  beforeEach(() => {
    FakeSocket.made = [];
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  it("says who we are", () => {
    connected();
    expect(last().url).toMatch(/\/api\/battles\/b1\/live\?seat=red$/);
  });

  it("comes back by itself after a break and asks for what it missed", () => {
    const { heard } = connected();
    last().say({ type: "step", position: 7, hash: "h7" } as Partial<FromServer>);
    last().break();
    expect(heard.wire).toHaveBeenLastCalledWith("lost");
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.made).toHaveLength(2);
    expect(last().url).toMatch(/position=7&hash=h7$/);
  });

  it("waits longer after each failed try, but never forever", () => {
    connected();
    for (let tries = 0; tries < 8; tries++) {
      last().break();
      vi.advanceTimersByTime(11_000);
    }
    expect(FakeSocket.made).toHaveLength(9);
  });

  it("does not come back to a door that is shut", () => {
    const { heard } = connected();
    last().break(4404);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.made).toHaveLength(1);
    expect(heard.barred).toHaveBeenCalledWith(4404, "");
  });

  it("tells an obeyed order from a refused one", async () => {
    const { live } = connected();
    const first = live.order(3, order);
    const second = live.order(3, order);
    expect(JSON.parse(last().sent[0] ?? "")).toMatchObject({ type: "order", ref: 1, position: 3, order });
    last().say({ type: "refused", ref: 2, stale: true, reasons: [], position: 4 });
    last().say({ type: "obeyed", ref: 1, position: 4 });
    expect(await first).toEqual({ ok: true });
    expect(await second).toEqual({ ok: false, stale: true, reasons: [] });
  });

  it("lets nobody wait for an answer that cannot come any more", async () => {
    const { live } = connected();
    const asked = live.ask({ about: "card", unit: "u" });
    const ordered = live.order(3, order);
    last().break();
    expect(await asked).toBeNull();
    expect(await ordered).toMatchObject({ ok: false, stale: true });
    expect(await live.ask({ about: "card", unit: "u" })).toBeNull();
  });

  it("does not mind what it cannot read", () => {
    const { heard } = connected();
    last().onmessage?.({ data: new Blob(["{}"]) });
    expect(heard.step).not.toHaveBeenCalled();
  });

  it("stays away when it is stopped", () => {
    const { live } = connected();
    live.stop();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.made).toHaveLength(1);
  });
});
