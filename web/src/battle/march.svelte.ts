/** Commands, plans and single moves: choose a unit, plot its path or its target, commit. */
import type { Answer, Battle, Commanded, MenuEntry, Preview, Vocabulary } from "../api/types";
import type { Point } from "../table/pose";
import type { Box } from "../table/shape";
import type { Keys, TableState, Thing } from "../table/state";
import { Advice } from "./advice.svelte";
import { Advised, type Due } from "./advised.svelte";
import { Aiming } from "./aiming.svelte";
import { Bands, TOGETHER } from "./bands";
import { CardPlay } from "./cards.svelte";
import type { Control, OddsShown, Room } from "./control";
import { Laying } from "./laying.svelte";
import { MarchHands } from "./march-hands";
import { Marks } from "./marks.svelte";
import { marchKey } from "./march-keys";
import { MenuLines } from "./march-menu";
import { MarchPicture } from "./march-picture.svelte";
import { marchPrompt } from "./march-prompt";
import { oddsOf } from "./march-scene";
import { legalPart } from "./plan-drawing";
import type { Forming } from "./leg-words";
import { unplotted, type Path } from "./plotting";
import type { Prompt } from "./prompt";
import type { Mays } from "./scene";
import { Several } from "./several.svelte";
import { WaitingOrders, type Kept } from "./waiting-orders.svelte";

const FINISH: Commanded = { type: "commanded", actor: "", action: "finish", form: null };

export class March extends Advised implements Control {
  readonly decision: Due;
  /** The hand that may be played from, where there is one. */
  readonly cards: CardPlay | null;
  /** The engine in hand, while it is pointed. */
  laying = $state.raw<Laying | null>(null);
  readonly aiming = new Aiming(this);
  readonly lines = new MenuLines(this);
  readonly bands = new Bands(this);
  readonly several: Several;
  /** Which of its marks is drawn by keys. */
  readonly marks = new Marks(this);
  readonly #waiting = new WaitingOrders();
  readonly #hands = new MarchHands(this);
  readonly #picture = new MarchPicture(this);
  protected readonly advice: Advice;
  /** An order was given before the word on it had come: it is kept when that is good. */
  hurried = $state(false);
  /** A hand has drawn the unit where no way leads that can be plotted in one pull. */
  astray = $state(false);

  constructor(
    readonly room: Room,
    decision: Due,
  ) {
    super();
    this.decision = decision;
    this.cards = decision.type === "command" && decision.hand.length ? new CardPlay(room, decision) : null;
    this.several = new Several(this);
    this.advice = new Advice(
      room.store,
      () => this.learn(),
      () => this.#takeAim(),
      () => this.hurried && this.commit(),
    );
    if (decision.type === "move") this.choose(decision.unit);
  }

  stop(): void {
    this.advice.stop();
    this.several.stop();
    this.aiming.firing.stop();
    this.cards?.stop();
    this.laying?.stop();
  }

  /** The card in hand, while it is thought about: nothing else goes on meanwhile. */
  get playing(): CardPlay | null {
    return this.cards?.card ? this.cards : null;
  }

  // ------------------------------------------------------------ choosing

  get actors(): readonly string[] {
    return this.decision.type === "move" ? [this.decision.unit] : this.decision.actors;
  }

  get battle(): Battle {
    return this.room.battle;
  }

  /** What it is called to take up some formations. */
  get forming(): Forming {
    return this.room.store.about?.vocabulary?.forming ?? {};
  }

  /** What orders are called. */
  get verbs(): Vocabulary["verbs"] {
    return this.room.store.about?.vocabulary?.verbs ?? {};
  }

  choose(unit: string | null): void {
    if (unit && !this.actors.includes(unit)) unit = null;
    const command = unit ? this.kept.get(unit)?.command : undefined;
    if (unit) this.cards?.take(null);
    this.unlay();
    this.several.dissolve();
    this.marks.at = null;
    this.unit = unit;
    this.saying = command && !command.form ? command.action : null;
    this.action = command?.action ?? (this.bands.leads(unit) ? TOGETHER : this.usualAction);
    this.aiming.recall(command?.form?.type === "aimed" ? command.form : null);
    this.advice.turnTo(unit);
    this.plot(command?.form?.type === "marched" ? command.form.path : []);
    if (unit) this.room.select(unit);
  }

  /** The next unit that may still do something, in the order they are listed. */
  next(step: 1 | -1): string | null {
    const waiting = this.actors.filter((actor) => (!this.kept.has(actor) && !this.bands.follows(actor)) || actor === this.unit);
    if (!waiting.length) return null;
    const here = this.unit ? waiting.indexOf(this.unit) : step > 0 ? -1 : waiting.length;
    return waiting[here + step] ?? null;
  }

  // ------------------------------------------------------------ plotting

  /** A way for the unit in hand; those who go with it do the same, unless each has a way of its own. */
  plot(path: Path, alone = false): void {
    this.hurried = false;
    this.astray = false;
    if (path.length) this.unsay();
    if (!alone) this.several.follow(this.path, path);
    this.path = path;
    this.several.judge();
    this.advice.about(path, this.action, this.#marching(path), this.saying !== null);
  }

  /** Tell the unit something that needs no more words; said again, or with nothing, it is taken back. */
  say(action: string | null): void {
    this.aiming.at = null;
    if (action === null || this.saying === action) this.unsay();
    else this.saying = this.action = action;
    this.plot([]);
  }

  unsay(): void {
    if (this.saying && this.action === this.saying) this.action = this.usualAction;
    this.saying = null;
  }

  get usualAction(): string {
    return this.decision.type === "move" ? "move" : (this.decision.actions[0] ?? "");
  }

  #marching(path: Path): Answer {
    const form = { type: "marched" as const, path: [...path] };
    if (this.decision.type === "move") return form;
    if (this.saying) return this.put({ type: "commanded", actor: this.unit ?? "", action: this.saying, form: null });
    return this.put({ type: "commanded", actor: this.unit ?? "", action: this.action, form });
  }

  /** A command as the guide is asked about it: in a plan after the others that are given already. */
  put(command: Commanded): Answer {
    if (this.decision.type !== "plan") return command;
    return { type: "planned", commands: this.#waiting.among(command) };
  }

  unplot(): void {
    if (this.several.active) this.several.takeBack();
    else if (this.path.length) this.plot(unplotted(this.path));
    else if (this.saying) this.say(null);
    else if (this.aiming.at && this.aiming.shooting) this.aiming.at = null;
    else if (this.decision.type !== "move") this.putDown();
  }

  /** As much of the path as is legal. */
  shorten(): void {
    if (this.spoken) this.plot(legalPart(this.spoken.preview));
  }

  // ------------------------------------------------------------ aiming

  /** Nobody is to act here: a card is played, or the moment passes. */
  get passing(): boolean {
    return this.decision.type === "command" && this.decision.window && !this.unit;
  }

  /** A moment for cards in which none can be played: to let it pass gives nothing away. */
  get nothingToPlay(): boolean {
    return this.passing && !this.cards?.playable.size;
  }

  lay(entry: MenuEntry): void {
    if (!this.unit || this.laying?.entry.action === entry.action) return;
    this.unlay();
    this.action = entry.action;
    this.aiming.at = null;
    this.laying = new Laying(
      this.room,
      this.unit,
      entry,
      () => this.aiming.aims,
      (command) => this.put(command),
    );
  }

  unlay(): void {
    this.laying?.stop();
    this.laying = null;
  }

  /** An engine that can do nothing else is pointed at once. */
  #takeAim(): void {
    const entry = this.menu.find(({ action }) => action === this.action);
    if (entry?.form === "point" && this.lines.offers(entry)) this.lay(entry);
    this.laying?.takeUp();
    this.aiming.takeFirst();
  }

  // ------------------------------------------------------------ committing

  get command(): Commanded | null {
    if (!this.unit) return null;
    if (this.laying) return this.laying.ready ? this.laying.command : null;
    if (this.saying) return { type: "commanded", actor: this.unit, action: this.saying, form: null };
    if (this.path.length) return { type: "commanded", actor: this.unit, action: this.action, form: { type: "marched", path: [...this.path] } };
    const { target, against, firing } = this.aiming;
    return target && !against.length ? this.aimed(firing.form(target)) : null;
  }

  aimed(form: Commanded["form"]): Commanded {
    return { type: "commanded", actor: this.unit ?? "", action: this.action, form };
  }

  commit(): void {
    if (this.several.active) return this.several.commit();
    if (this.heldBack) {
      if (this.fresh) this.shorten();
      this.hurried = true;
      return;
    }
    if (this.barred) this.hurried = false;
    const { command, decision } = this;
    if (decision.type === "move") {
      if (this.path.length && !this.barred) void this.room.answer(decision, { type: "marched", path: [...this.path] });
      return;
    }
    if (command && !this.barred) {
      if (decision.type === "command") void this.room.answer(decision, command);
      else if (this.path.length && !this.fresh) this.hurried = true;
      else {
        this.keep(command, this.preview);
        this.putDown();
      }
    } else if (decision.type === "plan" && !this.unit && this.kept.size) this.declare();
  }

  keep(command: Commanded, preview: Preview | null): void {
    this.#waiting.keep(command, preview, this.menu.find((entry) => entry.action === command.action && entry.form === "none")?.label);
  }

  /** Orders that wait to be sent with the others. */
  get kept(): ReadonlyMap<string, Kept> {
    return this.#waiting.byUnit;
  }

  /** Send all that was planned. */
  declare(): void {
    void this.room.answer(this.decision, { type: "planned", commands: this.#waiting.commands });
  }

  finish(): void {
    if (this.decision.type === "plan") return this.declare();
    if (this.decision.type === "move") void this.room.answer(this.decision, { type: "marched", path: [] });
    else void this.room.answer(this.decision, FINISH);
  }

  letGo(): void {
    if (!this.laying && (this.path.length || this.several.plotted || this.aiming.at || this.saying)) {
      this.unsay();
      this.aiming.at = null;
      this.several.clear();
      this.plot([]);
    } else if (this.decision.type !== "move") this.putDown();
  }

  /** Nobody is in hand, nobody is looked at. */
  putDown(): void {
    this.choose(null);
    this.room.select(null);
  }

  takeOrderBack(): void {
    if (this.unit) this.forgo(this.unit);
    this.plot([]);
  }

  forgo(unit: string): void {
    this.#waiting.forgo(unit);
  }

  // ------------------------------------------------------------ hands and keys

  press(thing: Thing, at: Point, keys?: Keys): void {
    this.#hands.press(thing, at, keys);
  }

  hover(unit: string | null): void {
    this.aiming.hovered = unit;
  }

  grab(thing: Thing, at: Point): void {
    this.#hands.grab(thing, at);
  }

  drag(thing: Thing, at: Point, keys: Keys): void {
    this.#hands.drag(thing, at, keys);
  }

  drop(_thing: Thing, at: Point | null): void {
    this.#hands.drop(at);
  }

  /** How one of those in hand turns has become known. */
  learn(): void {
    this.#hands.learn();
  }

  key(key: string, event: KeyboardEvent): boolean {
    return marchKey(this, key, event);
  }

  /** A card was taken: the unit in hand is let go, and stays looked at. */
  takeCard(card: string): void {
    this.cards?.take(card);
    this.layDown();
  }

  layDown(): void {
    if (!this.unit) return;
    this.unlay();
    this.several.dissolve();
    this.unit = null;
    this.saying = null;
    this.aiming.at = null;
    this.advice.turnTo(null);
    this.plot([]);
  }

  // ------------------------------------------------------------ what is shown

  get touchable(): ReadonlySet<string> {
    return this.#picture.touchable;
  }

  get draggable(): ReadonlySet<string> {
    return this.#picture.draggable;
  }

  get planned(): ReadonlySet<string> {
    return this.#picture.planned;
  }

  get mays(): Mays {
    return this.#picture.mays;
  }

  get drawing(): Partial<TableState> {
    return this.#picture.drawing;
  }

  get odds(): OddsShown | null {
    return this.laying ? this.laying.odds : oddsOf(this);
  }

  get prompt(): Prompt {
    return marchPrompt(this);
  }

  get heard(): string {
    return this.marks.said;
  }

  get lassoes(): TableState["lassoes"] {
    return !this.several.possible || this.laying || this.playing ? "never" : this.several.adding ? "always" : "with shift";
  }

  encircle(box: Box): void {
    this.several.encircle(box);
  }

  takeAll(): void {
    if (this.several.possible) this.several.takeAll();
  }
}
