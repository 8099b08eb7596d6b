import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { Sounds } from "./sounds";

/** Counts what it is asked to sound. */
class Silent {
  static made = 0;
  static now = 0;
  state = "running";
  sampleRate = 8;
  destination = {};
  get currentTime(): number {
    return Silent.now;
  }
  createGain = () => ({ gain: this.#dial, connect: (to: unknown) => to });
  createBiquadFilter = () => ({ type: "", frequency: this.#dial, connect: (to: unknown) => to });
  createBuffer = () => ({ getChannelData: () => new Float32Array(4) });
  createBufferSource = () => this.#source();
  createOscillator = () => this.#source();
  #dial = { setValueAtTime: () => null, linearRampToValueAtTime: () => null, exponentialRampToValueAtTime: () => null };
  #source() {
    Silent.made += 1;
    return { frequency: this.#dial, connect: (to: unknown) => to, start: () => null, stop: () => null };
  }
}

describe("sounds", () => {
  beforeEach(() => {
    Silent.made = Silent.now = 0;
    vi.stubGlobal("AudioContext", Silent);
  });
  afterEach(() => vi.unstubAllGlobals());

  it("are silent until they are wanted", () => {
    let wanted = false;
    const sounds = new Sounds(() => wanted);
    sounds.play("drum");
    expect(Silent.made).toBe(0);
    wanted = true;
    sounds.play("drum");
    expect(Silent.made).toBe(2);
  });

  it("are heard once for all that happens at the same moment", () => {
    const sounds = new Sounds(() => true);
    for (let times = 0; times < 20; times++) sounds.play("drum");
    expect(Silent.made).toBe(2);
    Silent.now = 0.31;
    sounds.play("drum");
    expect(Silent.made).toBe(4);
  });
});
