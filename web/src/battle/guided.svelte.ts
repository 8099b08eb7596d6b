/** A lesson under way: which step is due, how far the hand has come with it, showing it and skipping it. */
import { api } from "../api/http";
import type { Answer, Begun, Commanded, LessonShown, Manoeuvre, StepShown } from "../api/types";
import type { DeedMark } from "../table/state";
import { markLearnt } from "../app/learnt";
import { go } from "../app/router.svelte";
import type { Desk } from "./desk.svelte";
import { isTaken, keyName } from "./keys";
import { amountOf, drawnPart, goalPath, openUnits, partOn, stepOn, toGo } from "./lesson-hand";
import { March } from "./march.svelte";
import { standOf, walked, type Stand } from "./plotting";
import { lookOf, shapeOf, standIn, whereIs } from "./scene";

const FRAMES = 14;
const FRAME = 70;
const HELD = 1500;
const NOBODY: ReadonlySet<string> = new Set();

export class Guided {
  shown = $state.raw<LessonShown | null>(null);
  /** What "show me" says where there is nothing for a hand to do. */
  told = $state("");
  /** Why the next lesson did not begin. */
  trouble = $state("");
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

  /** Those who are not part of the step: they are seen, but pale. */
  readonly pale = $derived.by((): ReadonlySet<string> => {
    const open = this.shown?.shown && this.step ? openUnits(this.step, this.shown.shown) : null;
    if (!open) return NOBODY;
    const { battle } = this.desk;
    const seen = new Set([...open].map((id) => standIn(battle, id) ?? id));
    return new Set(Object.keys(battle.units).filter((id) => !seen.has(id)));
  });

  /** Where the unit is to come, until the hand has brought it there. */
  readonly goal = $derived.by((): readonly DeedMark[] => {
    const { step } = this;
    const form = this.#command?.form;
    const unit = this.desk.battle.units[this.#command?.actor ?? ""];
    const pose = unit && whereIs(this.desk.battle, unit);
    if (!step?.least || !unit || !pose || form?.type !== "marched" || this.desk.stage.busy || !this.left) return [];
    const path = goalPath(step, form.path);
    const stands: readonly Stand[] = walked(standOf(unit, pose, shapeOf(this.desk.stage.shapes, unit.id)), path);
    const end = stands.length === path.length ? stands.at(-1) : null;
    const { colour, manner } = lookOf(this.desk.battle, unit.side);
    return end ? [{ colour, manner, goal: true, present: false, shots: [], stood: end, way: [], clash: null, fallen: null }] : [];
  });

  /** What a press does that does without a drag: "Turn 15°". */
  get nudge(): string {
    return this.step && this.#command?.form?.type === "marched" && this.left ? stepOn(this.step) : "";
  }

  /** A little more of what is shown, from where the hand has come to. */
  push(): void {
    const { control } = this.desk;
    const command = this.#command;
    const { step } = this;
    if (!(control instanceof March) || !step || command?.form?.type !== "marched" || this.showing || this.desk.stage.busy) return;
    const path = this.path;
    if (control.unit !== command.actor) control.choose(command.actor);
    control.action = command.action;
    control.plot(partOn(step, command.form.path, path));
  }

  /** Whoever takes up somebody else is told what is due. */
  remind(unit: string): void {
    if (this.step && this.pale.has(unit) && !this.showing) this.told = `Not yet: ${this.step.do.charAt(0).toLowerCase()}${this.step.do.slice(1)}`;
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
    if (this.showing || this.#moving() || !this.shown?.shown) return;
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
    if (this.showing || this.#moving()) return;
    if (due && answer && due.id === this.shown?.decision) await this.desk.answer(due, answer);
  }

  /** A key pressed while the table still moves is not for nothing without a word. */
  #moving(): boolean {
    if (!this.desk.stage.busy) return false;
    this.told = "One moment: the table is still moving.";
    return true;
  }

  async playFreely(): Promise<void> {
    const { store } = this.desk;
    await this.#begin(() => api.playFreely(store.id, store.seat));
  }

  async nextLesson(): Promise<void> {
    const next = this.shown?.next;
    if (!next) return go(this.shown ? `/lessons/${this.shown.lesson.book}` : "/lessons");
    await this.#begin(() => api.learn(next.id));
  }

  /** Go to the battle that begins, or say why none does. */
  async #begin(asked: () => Promise<Begun>): Promise<void> {
    this.trouble = "";
    try {
      const begun = await asked();
      go(Object.values(begun.seats).find((seat) => seat)?.link ?? `/battles/${begun.id}`);
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
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
