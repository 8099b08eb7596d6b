// SHA-256, for pages that come over plain http: there the browser keeps its own from us.

const PRIMES = firstPrimes(64);
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0;
const ROUNDS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++) if (found.every((prime) => number % prime)) found.push(number);
  return found;
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The hash of some bytes, in hexadecimal digits. */
export function sha256(bytes: Uint8Array): string {
  const blocks = new Uint8Array(((bytes.length + 8) >> 6 << 6) + 64);
  blocks.set(bytes);
  blocks[bytes.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(blocks.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(blocks.length - 4, bytes.length << 3);
  const hash = Int32Array.from(START);
  const words = new Int32Array(64);
  for (let offset = 0; offset < blocks.length; offset += 64) {
    for (let t = 0; t < 64; t++) {
      if (t < 16) {
        words[t] = view.getInt32(offset + 4 * t);
        continue;
      }
      const [far, near] = [words[t - 15] as number, words[t - 2] as number];
      const sum0 = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
      const sum1 = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
      words[t] = ((words[t - 16] as number) + sum0 + (words[t - 7] as number) + sum1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
    for (let t = 0; t < 64; t++) {
      const choice = (e & f) ^ (~e & g);
      const most = (a & b) ^ (a & c) ^ (b & c);
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + (ROUNDS[t] as number) + (words[t] as number)) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, index) => (hash[index] = ((hash[index] as number) + word) | 0));
  }
  return hex(hash);
}

const hex = (words: Int32Array): string => [...words].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");

/** The fingerprint of a secret, as the server reckons it. */
export const fingerprint = (secret: string): string => sha256(new TextEncoder().encode(secret));

/** The same for a seed in hexadecimal digits. */
export const seedFingerprint = (seed: string): string =>
  sha256(Uint8Array.from(seed.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16)));
