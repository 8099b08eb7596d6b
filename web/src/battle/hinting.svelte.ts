/** What the captain would do in one's place: asked with a key, numbered on the table, plotted with Enter and not given. */
import type { Answer, Commanded, Hint } from "../api/types";
import type { PlanDrawing, Tag } from "../table/state";
import { Assigning, Choosing } from "./deciding.svelte";
import type { Desk } from "./desk.svelte";
import { March } from "./march.svelte";
import { drawPlan } from "./plan-drawing";
import { standOf, walked } from "./plotting";
import { capital } from "./prompt";
import { poseOf, shapeOf, whereIs } from "./scene";
import { Deploy } from "./setdown.svelte";

export class Hinting {
  /** What he said to the question that is open; null while nobody has asked. */
  #said = $state.raw<{ readonly decision: string; readonly hints: readonly Hint[] } | null>(null);
  #about = $state("");
  asking = $state(false);
  at = $state(0);

  constructor(readonly desk: Desk) {}

  /** Whether one may ask at all, and else why not. */
  get barred(): string {
    const { store } = this.desk;
    if (!store.seat || store.over) return "You are looking on";
    if (store.about?.scenario.startsWith("lesson:")) return "The lesson shows its own steps: S";
    if (!store.hints.allowed) return "Hints are off between people unless both agree: see the menu";
    if (!store.due) return "The captain answers when you are asked";
    return "";
  }

  /** Asked about what is due now, and not put away again. */
  get open(): boolean {
    return this.#about !== "" && this.#about === this.desk.store.due?.id && !this.desk.stage.busy;
  }

  get hints(): readonly Hint[] {
    return this.#said && this.#said.decision === this.desk.store.due?.id ? this.#said.hints : [];
  }

  get marked(): Hint | undefined {
    return this.hints[this.at];
  }

  /** True when the key meant something: the hint is asked for, gone through, plotted or put away. */
  key(key: string): boolean {
    if (!this.open) return false;
    if (key === "Enter" && this.marked) this.plot();
    else if (key === "n" || key === "a") this.mark((this.at + 1) % Math.max(1, this.hints.length));
    else if (/^[1-3]$/.test(key) && this.hints[Number(key) - 1]) this.mark(Number(key) - 1);
    else if (key === "Escape") this.close();
    else return false;
    return true;
  }

  async ask(): Promise<void> {
    const { store } = this.desk;
    const due = store.due?.id;
    if (this.barred) return this.desk.refuse([{ text: this.barred, rules: [], leg: null, measured: false }]);
    if (!due || this.asking) return;
    this.#about = due;
    this.at = 0;
    this.asking = true;
    try {
      const hints = await store.ask({ about: "hint" });
      this.#said = { decision: due, hints: hints ?? [] };
    } finally {
      this.asking = false;
    }
  }

  mark(at: number): void {
    this.at = at;
  }

  close(): void {
    this.#about = "";
  }

  // ------------------------------------------------------------ plotting

  /** What is marked is taken up as if one had plotted it oneself. */
  plot(): void {
    const { marked } = this;
    this.close();
    if (marked) this.#take(marked.answer);
  }

  #take(answer: Answer): void {
    const { control } = this.desk;
    if (control instanceof March) {
      if (answer.type === "commanded") order(control, answer);
      else if (answer.type === "marched") control.plot(answer.path);
    } else if (control instanceof Choosing && answer.type === "chosen") control.lean(answer.keys);
    else if (control instanceof Assigning && answer.type === "assigned") control.hold(answer);
    else if (control instanceof Deploy && answer.type === "set_down") control.standAs(answer);
  }

  /** The button that takes it up, as it is called. */
  get act(): string {
    const answer = this.marked?.answer;
    if (!answer || (answer.type === "commanded" && !answer.actor && !answer.form)) return "Leave it at that";
    return this.hints.length > 1 ? `Plot order ${this.at + 1}` : answer.type === "commanded" || answer.type === "marched" ? "Plot it" : "Mark it";
  }

  // ------------------------------------------------------------ on the table

  /** Ways as they would be gone, and a number at the end of each; of who stays, where he stands. */
  readonly drawing: Drawn = $derived.by(() => {
    if (!this.open) return NOTHING;
    const drawn = this.hints.map((hint, place) => this.#drawn(hint, place));
    return { plans: drawn.flatMap(({ plans }) => plans), tags: drawn.flatMap(({ tags }) => tags) };
  });

  /** The same with what is drawn besides: the very same where there is nothing to add. */
  among<K extends keyof Drawn>(what: K, others: Drawn[K]): Drawn[K] {
    const mine = this.drawing[what];
    return mine.length ? ([...others, ...mine] as unknown as Drawn[K]) : others;
  }

  #drawn({ answer, unit: id }: Hint, place: number): { plans: PlanDrawing[]; tags: Tag[] } {
    const { battle, stage } = this.desk;
    const unit = battle.units[id];
    const pose = unit && whereIs(battle, unit);
    if (!unit || !pose) return { plans: [], tags: [] };
    const start = standOf(unit, pose, shapeOf(stage.shapes, id));
    const path = answer.type === "commanded" && answer.form?.type === "marched" ? answer.form.path : [];
    const end = walked(start, path).at(-1)?.pose ?? start.pose;
    const foe = answer.type === "commanded" && answer.form?.type === "aimed" ? battle.units[answer.form.target] : undefined;
    const tag: Tag = { id: `hint-${place}`, at: (foe && poseOf(foe)) ?? end, text: String(place + 1), tone: place === this.at ? "total" : "plan", side: "above" };
    const plan = path.length ? [drawPlan({ unit: id, start, path, preview: null, last: null, live: false }, [])] : [];
    return { plans: plan, tags: [tag] };
  }
}

interface Drawn {
  readonly plans: readonly PlanDrawing[];
  readonly tags: readonly Tag[];
}

const NOTHING: Drawn = { plans: [], tags: [] };

/** An order is plotted: its unit in hand, its way or its target as it was said. */
function order(march: March, { actor, action, form }: Commanded): void {
  if (form?.type === "played") return march.takeCard(form.card);
  if (!actor) return;
  march.choose(actor);
  march.action = action;
  if (form?.type === "marched") march.plot(form.path);
  else if (form?.type === "aimed") march.aiming.at = form.target;
  else if (!form) march.say(action);
}

/** "It brings them nearer": a sentence of its own. */
export const sentence = (why: string): string => `${capital(why)}.`;
