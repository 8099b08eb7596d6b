/** How one follows a battle: the pace, and what the table does meanwhile. Kept in this browser. */
export const PACES = ["slow", "normal", "fast", "step"] as const;
export type Pace = (typeof PACES)[number];

const KEY = "following";

interface Kept {
  pace: Pace;
  /** The table moves to where things happen. */
  follow: boolean;
  /** Ways, shots and numbers stay until one's own turn ends. */
  trails: boolean;
  sounds: boolean;
  /** Prompts that leave nothing to decide are shown all the same. */
  prompts: boolean;
  /** What may be answered in the middle of others' doings, with a card or with magic, passes unasked. */
  windows: boolean;
  /** Where two share a screen, the table turns to the side that is asked. */
  turns: boolean;
  /** The log says under their orders why computer players gave them. */
  reasons: boolean;
}

const USUAL: Kept = { pace: "normal", follow: true, trails: true, sounds: false, prompts: false, windows: false, turns: true, reasons: false };

class Following implements Kept {
  pace = $state<Pace>(USUAL.pace);
  follow = $state(USUAL.follow);
  trails = $state(USUAL.trails);
  sounds = $state(USUAL.sounds);
  prompts = $state(USUAL.prompts);
  windows = $state(USUAL.windows);
  turns = $state(USUAL.turns);
  reasons = $state(USUAL.reasons);

  constructor() {
    Object.assign(this, remembered());
  }

  choose(wish: Partial<Kept>): void {
    Object.assign(this, wish);
    const { pace, follow, trails, sounds, prompts, windows, turns, reasons } = this;
    localStorage.setItem(KEY, JSON.stringify({ pace, follow, trails, sounds, prompts, windows, turns, reasons }));
  }

  /** The next slower or quicker pace; step by step is the slowest of all. */
  change(by: -1 | 1): void {
    const order: readonly Pace[] = ["step", "slow", "normal", "fast"];
    this.choose({ pace: order[Math.max(0, Math.min(order.length - 1, order.indexOf(this.pace) + by))]! });
  }
}

function remembered(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
    const { pace, ...switches } = { ...USUAL, ...kept };
    const on = (key: keyof typeof switches): boolean => switches[key] === true;
    return { pace: PACES.includes(pace) ? pace : USUAL.pace, follow: on("follow"), trails: on("trails"), sounds: on("sounds"), prompts: on("prompts"), windows: on("windows"), turns: on("turns"), reasons: on("reasons") };
  } catch {
    return USUAL;
  }
}

export const following = new Following();

/** The share of its usual time that a thing takes at a pace. */
export const TIMES: Readonly<Record<Pace, number>> = { slow: 2, normal: 1, fast: 0.4, step: 1 };
