/** A lesson under way: which step is due, how far the hand has come with it, showing it and skipping it. */
import { api } from "../api/http";
import type { Answer, Commanded, LessonShown, Manoeuvre, StepShown } from "../api/types";
import { markLearnt } from "../app/learnt";
import { go } from "../app/router.svelte";
import type { Desk } from "./desk.svelte";
import { isTaken, keyName } from "./keys";
import { March } from "./march.svelte";

const FRAMES = 14;
const FRAME = 70;
const HELD = 1500;

/** The amount of a goal's legs in a path: inches or degrees. */
export function amountOf(step: Pick<StepShown, "leg" | "side">, path: readonly Manoeuvre[]): number {
  return path.reduce((sum, leg) => sum + (isLeg(step, leg) ? sizeOf(leg) : 0), 0);
}

function isLeg({ leg: kind, side }: Pick<StepShown, "leg" | "side">, leg: Manoeuvre): boolean {
  if (leg.type !== kind) return false;
  if (!side) return true;
  if (leg.type === "wheel") return leg.side === side;
  if (leg.type === "turn" || leg.type === "oblique") return leg.angle > 0 === (side === "right");
  return leg.type === "face" && leg.to === side;
}

function sizeOf(leg: Manoeuvre): number {
  if (leg.type === "wheel" || leg.type === "turn") return Math.abs(leg.angle) / 1000;
  return leg.type === "advance" || leg.type === "oblique" ? leg.distance / 1000 : 1;
}

/** What is left to do of a goal, in words; nothing where it is done or has no measure. */
export function toGo(step: Pick<StepShown, "leg" | "side" | "least">, path: readonly Manoeuvre[]): string {
  const left = step.least - amountOf(step, path);
  if (!step.least || left <= 0) return "";
  const turning = step.leg === "wheel" || step.leg === "turn";
  return turning ? `${Math.ceil(left)}° to go` : `${Math.ceil(left * 2) / 2}″ to go`;
}

/** A path as far as a hand has drawn it, with a share of all its legs. */
export function drawnPart(path: readonly Manoeuvre[], share: number): Manoeuvre[] {
  const upto = share * path.length;
  return path.flatMap((leg, place): Manoeuvre[] => {
    const part = Math.min(1, upto - place);
    if (part <= 0) return [];
    if (leg.type === "advance" || leg.type === "oblique") return [{ ...leg, distance: Math.round((leg.distance * part) / 100) * 100 }];
    if (leg.type === "wheel" || leg.type === "turn") return [{ ...leg, angle: Math.round((leg.angle * part) / 1000) * 1000 }];
    return part >= 1 ? [leg] : [];
  });
}

export class Guided {
  shown = $state.raw<LessonShown | null>(null);
  /** What "show me" says where there is nothing for a hand to do. */
  told = $state("");
  showing = $state(false);
  #asked = -1;

  constructor(readonly desk: Desk) {}

  get step(): StepShown | null {
    return this.shown?.steps[this.shown.done] ?? null;
  }

  get finished(): boolean {
    return this.shown !== null && this.shown.done >= this.shown.steps.length;
  }

  /** What has come of the step before. */
  get saw(): string {
    return this.shown?.steps[this.shown.done - 1]?.saw ?? "";
  }

  get path(): readonly Manoeuvre[] {
    const { step } = this;
    const { marching } = this.desk;
    return marching && step && (!step.ring || marching.unit === step.ring) ? marching.path : [];
  }

  get share(): number {
    const { step } = this;
    return step?.least ? Math.min(1, amountOf(step, this.path) / step.least) : 0;
  }

  get left(): string {
    return this.step ? toGo(this.step, this.path) : "";
  }

  async fetch(): Promise<void> {
    const { store } = this.desk;
    if (!store.about?.scenario.startsWith("lesson:") || this.#asked === store.position) return;
    this.#asked = store.position;
    try {
      const shown = await api.lesson(store.id, store.claim);
      if (shown.done !== this.shown?.done) this.told = "";
      this.shown = shown;
      if (this.finished) markLearnt(shown.lesson.id);
    } catch {
      this.#asked = -1;
    }
  }

  /** The order that does the step, as far as a hand can show it. */
  get #command(): Commanded | null {
    const answer = this.shown?.shown;
    if (answer?.type === "commanded") return answer;
    return answer?.type === "planned" ? (answer.commands[0] ?? null) : null;
  }

  /** The hand moves once, slowly, then gives back the position. */
  async showMe(): Promise<void> {
    const { control } = this.desk;
    const command = this.#command;
    if (this.showing || this.desk.stage.busy || !this.shown?.shown) return;
    this.told = this.#words(this.shown.shown);
    if (!(control instanceof March) || !command?.actor) return;
    this.showing = true;
    try {
      control.choose(command.actor);
      control.action = command.action;
      if (command.form?.type === "marched") await this.#draw(control, command.form.path);
      else if (command.form?.type === "aimed") {
        control.aiming.at = command.form.target;
        await rest(HELD);
      } else if (!command.form) {
        control.say(command.action);
        await rest(HELD);
        if (control.saying) control.say(null);
      }
    } finally {
      this.showing = false;
    }
  }

  async #draw(march: March, path: readonly Manoeuvre[]): Promise<void> {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (let frame = still ? FRAMES : 1; frame <= FRAMES; frame++) {
      march.plot(drawnPart(path, frame / FRAMES));
      await rest(FRAME);
      if (this.desk.control !== march) return;
    }
    await rest(HELD);
    if (this.desk.control === march) march.plot([]);
  }

  /** The answer in words, where it is one of several choices. */
  #words(answer: Answer): string {
    const { due } = this.desk.store;
    if (answer.type === "chosen" && due?.type === "choose") {
      const labels = due.options.filter(({ key }) => answer.keys.includes(key)).map(({ label }) => label);
      return labels.length ? `Choose: ${labels.join(", ")}.` : "Choose nothing.";
    }
    if (answer.type === "commanded" && answer.form?.type === "played") {
      const { card } = answer.form;
      const held = due?.type === "command" ? due.hand.find(({ key }) => key === card) : undefined;
      return held ? `Play: ${held.title}.` : "";
    }
    if (answer.type === "commanded" && answer.action === "finish") return "End this phase.";
    return "";
  }

  /** The lesson does the step itself. */
  async skip(): Promise<void> {
    const { due } = this.desk.store;
    const answer = this.shown?.shown;
    if (due && answer && due.id === this.shown?.decision && !this.showing) await this.desk.answer(due, answer);
  }

  async playFreely(): Promise<void> {
    const { store } = this.desk;
    const begun = await api.playFreely(store.id, store.seat);
    go(Object.values(begun.seats).find((seat) => seat)?.link ?? `/battles/${begun.id}`);
  }

  async nextLesson(): Promise<void> {
    const next = this.shown?.next;
    if (!next) return go(this.shown ? `/lessons/${this.shown.lesson.book}` : "/lessons");
    const begun = await api.learn(next.id);
    go(Object.values(begun.seats).find((seat) => seat)?.link ?? `/battles/${begun.id}`);
  }

  leave(): void {
    go(this.shown ? `/lessons/${this.shown.lesson.book}` : "/lessons");
  }

  /** True when the key was for the lesson. */
  pressed(event: KeyboardEvent): boolean {
    if (!this.shown || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return false;
    const act = this.#act(keyName(event));
    if (!act) return false;
    event.preventDefault();
    act();
    return true;
  }

  #act(key: string): (() => void) | null {
    if (key === "Escape" && !this.desk.selected && !this.desk.ruler.out) return () => this.leave();
    if (this.finished) return key === "Enter" ? () => void this.nextLesson() : null;
    if (key === "s") return () => void this.showMe();
    if (key === "n") return () => void this.skip();
    return null;
  }
}

const rest = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
