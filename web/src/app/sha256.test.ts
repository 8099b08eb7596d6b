import { describe, expect, it } from "vitest";

import { fingerprint, seedFingerprint, sha256 } from "./sha256";

describe("the hash", () => {
  it("is that of the standard", () => {
    expect(fingerprint("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(fingerprint("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });

  it("is what browsers reckon themselves, at every length", async () => {
    for (let length = 0; length < 200; length++) {
      const bytes = Uint8Array.from({ length }, (_, place) => (place * 37 + length) % 256);
      const known = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
      expect(sha256(bytes)).toBe([...known].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
    }
  });

  it("reads a seed by its digits", () => {
    expect(seedFingerprint("616263")).toBe(fingerprint("abc"));
  });
});
