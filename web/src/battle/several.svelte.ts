/** Several units in hand at once: the one in hand leads, the others do as it does, and each is judged by itself. */
import type { Commanded, InTurn, Preview } from "../api/types";
import type { Box } from "../table/shape";
import { TOGETHER } from "./bands";
import type { Giving } from "./giving.svelte";
import { turningOf, type Turning } from "./hands";
import { Latest } from "./latest";
import type { March } from "./march.svelte";
import { legalPart, standAfter, type Plotted } from "./plan-drawing";
import { followed, samePath, standOf, walked, type Path, type Stand } from "./plotting";
import { encircled, shapeOf, whereIs } from "./scene";

/** What was asked about: the way of each, and what they are told to do on it. */
interface Asked {
  readonly paths: ReadonlyMap<string, Path>;
  readonly action: string;
  readonly commands: readonly Commanded[];
}

interface Judged extends Asked {
  readonly turns: readonly InTurn[];
}

const NOBODY: ReadonlyMap<string, Path> = new Map();

export class Several {
  /** Whether a press adds a unit to those in hand instead of taking it in place of them. */
  adding = $state(false);
  /** Who is looked at, while units are walked by keys. */
  looked = $state<string | null>(null);
  /** Whose order was refused after others had been carried out, and why. */
  stopped = $state.raw<Giving["stopped"]>(null);
  /** Those beside the one in hand, with the way of each. */
  #others = $state.raw<ReadonlyMap<string, Path>>(NOBODY);
  #judged = $state.raw<Judged | null>(null);
  readonly #turnings = new Map<string, Turning>();
  readonly #previews: Latest<Asked, InTurn[]>;

  constructor(readonly march: March) {
    this.#previews = new Latest(
      ({ commands }) => march.room.store.ask({ about: "together", commands: [...commands] }),
      (asked, turns) => this.#hear(asked, turns),
    );
  }

  stop(): void {
    this.#previews.stop();
  }

  // ------------------------------------------------------------ who

  get active(): boolean {
    return this.#others.size > 0;
  }

  get others(): readonly string[] {
    return [...this.#others.keys()];
  }

  /** Everybody in hand, the one who leads first. */
  get units(): readonly string[] {
    const { unit } = this.march;
    return unit ? [unit, ...this.#others.keys()] : [];
  }

  /** Those who may still be told something, each once: of a band one goes for all, and who is with a unit goes with it. */
  get open(): readonly string[] {
    const { actors, battle, kept, bands, unit } = this.march;
    return actors.filter((id) => id === unit || (!kept.has(id) && !bands.follows(id) && battle.units[id]?.place.type !== "aboard"));
  }

  /** Whether there is more than one to be taken. */
  get possible(): boolean {
    return this.march.decision.type !== "move" && this.open.length > 1;
  }

  add(id: string): void {
    const { march } = this;
    if (!march.actors.includes(id) || this.units.includes(id)) return;
    if (!march.unit) return this.#keeping(() => march.choose(id));
    this.#others = new Map([...this.#others, [id, march.path]]);
    this.#learn(id);
    this.judge();
  }

  remove(id: string): void {
    const { march } = this;
    if (id === march.unit) {
      const [next, ...rest] = this.#others;
      if (!next) return this.#keeping(() => march.putDown());
      this.#keeping(() => march.choose(next[0]));
      this.#others = new Map(rest);
      return march.plot(next[1], true);
    }
    this.#others = new Map([...this.#others].filter(([one]) => one !== id));
    this.judge();
  }

  toggle(id: string): void {
    if (this.units.includes(id)) this.remove(id);
    else this.add(id);
  }

  takeAll(): void {
    for (const id of this.open) this.add(id);
  }

  /** Those who stand within what was drawn round them. */
  encircle(box: Box): void {
    const { battle, room } = this.march;
    for (const id of encircled(battle, room.stage.shapes, this.open, box)) this.add(id);
  }

  /** Only the one in hand stays there. */
  dissolve(): void {
    this.#others = NOBODY;
    this.#judged = null;
    this.stopped = null;
    this.adding = false;
    this.looked = null;
    if (!this.march.room.giving.going) this.march.room.giving.forget();
  }

  /** Take up another in front, without losing what was chosen about it. */
  #keeping(change: () => void): void {
    const { adding, looked } = this;
    change();
    this.adding = adding;
    this.looked = looked;
  }

  /** Whether presses add; without that, whoever is in hand alone stays so. */
  switch(): void {
    this.adding = !this.adding;
    this.looked = this.adding ? this.march.unit : null;
  }

  // ------------------------------------------------------------ by keys

  /** The next or the one before of those who may be added. */
  look(step: 1 | -1): string | null {
    const { open } = this;
    const here = this.looked ? open.indexOf(this.looked) : step > 0 ? -1 : open.length;
    return (this.looked = open[here + step] ?? null);
  }

  /** Add who is looked at, or take it out; the first time units are only begun to be looked at. */
  pick(): void {
    if (!this.adding) this.switch();
    else if (this.looked) this.toggle(this.looked);
  }

  // ------------------------------------------------------------ ways

  pathOf(id: string): Path {
    return id === this.march.unit ? this.march.path : (this.#others.get(id) ?? []);
  }

  get plotted(): boolean {
    return this.units.some((id) => this.pathOf(id).length > 0);
  }

  stand(id: string): Stand | null {
    const { battle, room } = this.march;
    const unit = battle.units[id];
    const pose = unit && whereIs(battle, unit);
    return unit && pose ? standOf(unit, pose, shapeOf(room.stage.shapes, id)) : null;
  }

  /** The end of a way by our own reckoning, for hands that cannot wait. */
  endOfPath(id: string, path: Path): Stand | null {
    const start = this.stand(id);
    if (!start || !path.length) return start;
    const stands = walked(start, path);
    const told = stands.length < path.length ? standAfter(path, this.spokenOf(id)) : null;
    return told ?? stands.at(-1) ?? start;
  }

  turningOf(id: string): Turning {
    const { march } = this;
    if (id === march.unit) return march.turning;
    const lone = march.battle.units[id]?.body.type === "single";
    return this.#turnings.get(id) ?? (lone ? turningOf([], true) : march.turning);
  }

  /** How a body changes its heading is known with its menu. */
  #learn(id: string): void {
    const lone = this.march.battle.units[id]?.body.type === "single";
    if (this.#turnings.has(id)) return;
    void this.march.room.store.ask({ about: "menu", unit: id, path: [] }).then((menu) => {
      if (!menu) return;
      this.#turnings.set(id, turningOf(menu, lone));
      this.march.learn();
    });
  }

  /** What was done to the way of the one who leads is done to those of the others. */
  follow(before: Path, after: Path): void {
    if (!this.active || samePath(before, after)) return;
    this.#others = new Map([...this.#others].map(([id, path]) => [id, followed(before, after, path)]));
  }

  /** A way for each. */
  plot(paths: ReadonlyMap<string, Path>): void {
    const { march } = this;
    const changed = this.units.some((id) => !samePath(paths.get(id) ?? [], this.pathOf(id)));
    if (!changed) return;
    this.#others = new Map([...this.#others].map(([id]) => [id, paths.get(id) ?? []]));
    march.plot(paths.get(march.unit ?? "") ?? [], true);
  }

  clear(): void {
    this.plot(NOBODY);
  }

  /** What is plotted, all of it; else who was added last. */
  takeBack(): void {
    const { march } = this;
    if (this.plotted || march.saying || march.aiming.at) march.letGo();
    else this.remove(this.others.at(-1)!);
  }

  // ------------------------------------------------------------ judging

  #commandOf(id: string): Commanded | null {
    const { march } = this;
    const { saying, action, aiming } = march;
    if (saying) return { type: "commanded", actor: id, action: saying, form: null };
    const path = this.pathOf(id);
    if (path.length) return { type: "commanded", actor: id, action: this.#actionOf(id), form: { type: "marched", path: [...path] } };
    const target = march.path.length ? undefined : aiming.target;
    return target ? { type: "commanded", actor: id, action, form: { type: "aimed", target: target.unit, ranks: null, first_file: null, last_file: null } } : null;
  }

  /** A band goes together, where those who lead another do what is usual, and the other way round. */
  #actionOf(id: string): string {
    const { action, usualAction, bands } = this.march;
    if (action !== TOGETHER && action !== usualAction) return action;
    return bands.leads(id) ? TOGETHER : usualAction;
  }

  get #about(): string {
    const { action, saying, aiming } = this.march;
    return `${saying ?? action}:${aiming.at ?? ""}`;
  }

  judge(): void {
    this.stopped = null;
    if (!this.active) return;
    const commands = this.units.flatMap((id) => this.#commandOf(id) ?? []);
    if (!commands.length) {
      this.#previews.forget();
      this.#judged = null;
      return;
    }
    const beside = [...this.march.kept.values()].map(({ command }) => command).filter(({ actor }) => !this.units.includes(actor));
    this.#previews.want({ paths: new Map(this.units.map((id) => [id, this.pathOf(id)])), action: this.#about, commands: [...beside, ...commands] });
  }

  #hear(asked: Asked, turns: readonly InTurn[]): void {
    if (!this.active) return;
    this.#judged = { ...asked, turns: turns.filter(({ actor }) => this.units.includes(actor)) };
    if (this.march.hurried) this.commit();
  }

  /** The server's last word, in the order in which the orders are given. */
  get turns(): readonly InTurn[] {
    return this.#judged?.turns ?? [];
  }

  /** Whether that is its word on what is plotted now. */
  get fresh(): boolean {
    const judged = this.#judged;
    return judged !== null && judged.action === this.#about && this.units.every((id) => judged.paths.get(id) === this.pathOf(id));
  }

  /** The word on one of them, and on which way of it. */
  spokenOf(id: string): { unit: string; path: Path; action: string; preview: Preview } | null {
    const preview = this.turns.find(({ actor }) => actor === id)?.preview;
    return preview ? { unit: id, path: this.#judged?.paths.get(id) ?? [], action: this.march.action, preview } : null;
  }

  plottedOf(id: string): Plotted | null {
    const start = this.stand(id);
    const spoken = this.spokenOf(id);
    const path = this.pathOf(id);
    const preview = spoken && spoken.path === path ? spoken.preview : null;
    return start && { unit: id, start, path, preview, last: spoken?.preview ?? null, lastPath: spoken?.path ?? [], live: true };
  }

  // ------------------------------------------------------------ giving the orders

  /** As much of each order as can be done; who can do nothing of it is given none. */
  get orders(): readonly { command: Commanded; preview: Preview }[] {
    return this.turns.flatMap(({ actor, preview }) => {
      const command = this.#commandOf(actor);
      if (!command || preview.legal) return command ? [{ command, preview }] : [];
      const path = legalPart(preview);
      return path.length && command.form?.type === "marched" ? [{ command: { ...command, form: { type: "marched" as const, path: [...path] } }, preview }] : [];
    });
  }

  commit(): void {
    const { march } = this;
    if (march.room.giving.going || (!this.plotted && !march.saying && !march.aiming.target)) return;
    march.hurried = !this.fresh;
    if (march.hurried) return;
    const { orders } = this;
    if (!orders.length) return;
    if (march.decision.type === "plan") {
      for (const { command, preview } of orders) march.keep(command, preview);
      march.putDown();
    } else void march.room.giving.give(orders.map(({ command }) => command));
  }

  /** What was plotted before some of it was carried out. */
  resume(giving: Giving): void {
    const { march } = this;
    const [first, ...rest] = giving.leftFor(march.actors);
    const { stopped } = giving;
    if (!first || march.decision.type !== "command") return;
    march.choose(first.actor);
    march.action = first.action;
    this.#others = new Map(rest.map(({ actor, form }) => [actor, form?.type === "marched" ? form.path : []]));
    march.plot(first.form?.type === "marched" ? first.form.path : [], true);
    this.stopped = stopped;
  }
}
