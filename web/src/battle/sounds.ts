/** A few quiet sounds, made on the spot: no files. Nothing is heard until they are switched on. */
export type Sound = "march" | "shot" | "clash" | "dice" | "drum";

/** A hiss through a filter that glides, or a tone that fades; milliseconds, hertz, and how loud. */
interface Note {
  readonly kind: "noise" | "sine" | "triangle";
  readonly after: number;
  readonly long: number;
  readonly from: number;
  readonly to: number;
  readonly loud: number;
}

const note = (kind: Note["kind"], after: number, long: number, from: number, to: number, loud: number): Note => ({ kind, after, long, from, to, loud });

const SCORE: Readonly<Record<Sound, readonly Note[]>> = {
  march: [0, 170, 340].map((after) => note("noise", after, 70, 260, 140, 0.05)),
  shot: [note("noise", 0, 320, 2400, 700, 0.05), note("noise", 300, 60, 400, 200, 0.06)],
  clash: [note("triangle", 0, 180, 1900, 1700, 0.025), note("triangle", 70, 220, 2500, 2300, 0.018), note("noise", 0, 60, 1800, 900, 0.04)],
  dice: [0, 60, 130, 190].map((after) => note("noise", after, 25, 1500, 1100, 0.05)),
  drum: [0, 140].map((after) => note("sine", after, 160, 110, 70, 0.09)),
};

export class Sounds {
  #context: AudioContext | null = null;
  #hiss: AudioBuffer | null = null;
  /** When each sound is over, on the watch of the context. */
  readonly #until = new Map<Sound, number>();

  constructor(private readonly wanted: () => boolean) {}

  /** Heard once, however many happen at the same moment. */
  play(sound: Sound): void {
    if (!this.wanted() || document.hidden || typeof AudioContext === "undefined") return;
    const context = (this.#context ??= new AudioContext());
    if (context.state === "suspended") void context.resume();
    if ((this.#until.get(sound) ?? 0) > context.currentTime) return;
    this.#until.set(sound, context.currentTime + Math.max(...SCORE[sound].map(({ after, long }) => after + long)) / 1000);
    for (const one of SCORE[sound]) this.#sound(context, one);
  }

  #sound(context: AudioContext, { kind, after, long, from, to, loud }: Note): void {
    const start = context.currentTime + after / 1000;
    const end = start + long / 1000;
    const level = context.createGain();
    level.gain.setValueAtTime(0, start);
    level.gain.linearRampToValueAtTime(loud, start + 0.008);
    level.gain.exponentialRampToValueAtTime(0.0001, end);
    level.connect(context.destination);
    if (kind === "noise") {
      const source = context.createBufferSource();
      source.buffer = this.#noise(context);
      const filter = context.createBiquadFilter();
      filter.type = "bandpass";
      filter.frequency.setValueAtTime(from, start);
      filter.frequency.exponentialRampToValueAtTime(to, end);
      source.connect(filter).connect(level);
      source.start(start);
      source.stop(end);
      return;
    }
    const tone = context.createOscillator();
    tone.type = kind;
    tone.frequency.setValueAtTime(from, start);
    tone.frequency.exponentialRampToValueAtTime(to, end);
    tone.connect(level);
    tone.start(start);
    tone.stop(end);
  }

  #noise(context: AudioContext): AudioBuffer {
    if (this.#hiss) return this.#hiss;
    const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
    return (this.#hiss = buffer);
  }
}
