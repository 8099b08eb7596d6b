/** The battle screen's own state: what is selected, which widget is in use, what was refused. */
import { api } from "../api/http";
import type { Answer, AnyDecision, Battle, Card, HeldCard, Overlay, Proposal, Reason } from "../api/types";
import type { BattleStore } from "../app/BattleStore.svelte";
import { holdingsOf } from "../app/own";
import { areCards } from "../cards/face";
import { isDraw } from "../log/counting";
import { tableBox } from "../table/shape";
import { FAIR, type TableState, type Zone } from "../table/state";
import type { TableApi } from "../table/table";
import { NOTHING, type Control, type Room } from "./control";
import { Assigning, Choosing, Watching } from "./deciding.svelte";
import { DeskHands } from "./desk-hands.svelte";
import { deskPrompt } from "./desk-prompt";
import { duelOf, type Duel } from "./duel";
import { following } from "./following.svelte";
import type { Firing } from "./firing.svelte";
import { Giving } from "./giving.svelte";
import { Hinting } from "./hinting.svelte";
import { Latest } from "./latest";
import { March } from "./march.svelte";
import { Passing } from "./passing.svelte";
import { capital, type Asked, type Prompt } from "./prompt";
import { Ruler } from "./ruler.svelte";
import { Cast, contactsOf, lookOf, poseOf, shapeOf, standIn } from "./scene";
import { Deploy } from "./setdown.svelte";
import { Stage } from "./stage.svelte";
import { Lay } from "./terrain.svelte";
import { Tilting } from "./tilting.svelte";
import { Typing } from "./typing.svelte";
import { Viewpoint } from "./viewpoint.svelte";

const NONE: readonly never[] = [];
/** Steps of before we came whose dice and tallies are fetched at once. */
const RECALLED = 100;

export type Sheet = "unit" | "moves" | "cards" | "odds" | "log" | "chat";

export class Desk implements Room {
  readonly stage: Stage;
  readonly ruler: Ruler;
  readonly viewpoint = new Viewpoint();
  readonly passing = new Passing(this);
  readonly hinting = new Hinting(this);
  readonly hands = new DeskHands(this);
  readonly giving: Giving;
  selected = $state<string | null>(null);
  card = $state.raw<Card | null>(null);
  refused = $state.raw<readonly Reason[]>([]);
  control = $state.raw<Control>(undefined as unknown as Control);
  /** The rule whose text is open. */
  rule = $state<string | null>(null);
  sheet = $state<Sheet>("unit");
  /** Of a unit that is only looked at. */
  #glance = $state.raw<readonly Overlay[]>([]);
  #table = $state.raw<TableApi | undefined>(undefined);
  #key = "";
  /** The seat whose cards lie face up at a shared screen. */
  #turnedUp = $state("");
  /** The unit of which a part was told to shoot. */
  #begun: string | null = null;
  readonly #seen = new Map<string, HeldCard>();
  #cast = new Cast();
  #cards: Latest<string, Card>;
  #glances: Latest<string, Overlay[]>;

  constructor(readonly store: BattleStore) {
    this.stage = new Stage(store);
    this.ruler = new Ruler(this.stage, () => this.battle);
    this.#cards = new Latest(
      (unit) => store.ask({ about: "card", unit }),
      (unit, card) => {
        if (unit === this.selected) this.card = card;
      },
    );
    this.#glances = new Latest(
      (unit) => store.ask({ about: "overlays", unit, path: [] }),
      (unit, overlays) => {
        if (unit === this.selected && !this.marching) this.#glance = overlays;
      },
    );
    this.giving = new Giving(store, () => this.#given());
    this.stage.reset();
    this.control = new Watching(this);
  }

  get table(): TableApi | undefined {
    return this.#table;
  }

  seat(table: TableApi | undefined): void {
    this.#table = table;
    this.stage.table = table;
  }

  get battle(): Battle {
    return this.stage.battle ?? this.store.battle!;
  }

  get marching(): March | null {
    const { control } = this;
    return control instanceof March && control.unit !== null && control.unit === this.selected ? control : null;
  }

  /** Who of the unit in hand shoots, where that is a choice and somebody is aimed at. */
  get firing(): Firing | null {
    const aiming = this.marching?.aiming;
    return aiming?.target && aiming.firing.offer ? aiming.firing : null;
  }

  /** The side that sits here; empty for those who look on. */
  get side(): string {
    return this.battle.seats.find(({ id }) => id === this.store.seat)?.side ?? "";
  }

  readonly duel: Duel | null = $derived.by(() => duelOf(this.battle, this.side));

  // ------------------------------------------------------------ cards

  /** Two people look at this screen: what one of them holds lies face down until he turns it up. */
  get shared(): boolean {
    return (this.store.about?.mine.length ?? 0) > 1;
  }

  get faceDown(): boolean {
    return this.shared && this.#turnedUp !== this.store.seat;
  }

  turnCards(): void {
    this.#turnedUp = this.faceDown ? this.store.seat : "";
  }

  /** The hand as it was last shown to us, less what has gone since. */
  readonly hand: readonly HeldCard[] = $derived.by(() => {
    const due = this.stage.busy ? null : this.store.due;
    if (due?.type === "command" && due.hand.length) return due.hand;
    const holding = holdingsOf(this.battle).find(({ side }) => side === this.side);
    return (holding?.cards ?? []).map((key) => this.#seen.get(key) ?? { key, title: "", text: "", rule: key, uses: [], count: 1 });
  });

  #remember(due: AnyDecision): void {
    if (due.type === "command") for (const card of due.hand) this.#seen.set(card.key, { ...card, uses: [] });
    if (due.type === "choose" && areCards(this.store.about?.deck, due.options))
      for (const { key, label } of due.options) if (!this.#seen.has(key)) this.#seen.set(key, { key, title: label, text: "", rule: key, uses: [], count: 1 });
  }

  /** What the book calls a turn. */
  get turnWord(): string {
    return this.store.about?.turn_word ?? "Turn";
  }

  sideWord(side: string): string {
    return side ? capital(lookOf(this.battle, side).colour) : "";
  }

  /** Where two share a screen, the table turns to whoever is asked, if it may; else it is seen from the own side. */
  #takeViewpoint(due: AnyDecision | null): void {
    const seat = this.shared && following.turns && due ? due.seat : this.store.about?.mine[0]?.seat;
    if (this.shared && following.turns && !due && this.viewpoint.taken) return;
    const side = this.battle.seats.find(({ id }) => id === seat)?.side ?? "";
    this.viewpoint.take(side, this.battle, due?.seat === seat ? due : null);
  }

  asked(seat: string): Asked {
    const side = this.battle.seats.find(({ id }) => id === seat)?.side ?? "";
    const units = Object.values(this.battle.units).filter((unit) => unit.side === side);
    return { side: this.sideWord(side), units, shared: this.shared, prompts: this.battle.prompts ?? [] };
  }

  // ------------------------------------------------------------ which widget

  /** Look what is due, and take up the widget for it. What is in hand stays in hand while it is still due. */
  renew(): void {
    const { store, stage } = this;
    // What is in hand outlives a lost line, and whatever else is being shown meanwhile.
    const inHand = store.due !== null && this.control.decision?.id === store.due.id;
    const due = stage.busy && !inHand ? null : store.due;
    const roll = stage.busy || due ? null : (store.battle?.roll ?? null);
    const typed = roll && store.about?.dice.kind === "typed" && store.seat && !isDraw(roll) ? roll : null;
    this.#takeViewpoint(due);
    const key = due ? `${due.type}:${due.id}:${due.seat}` : typed ? `roll:${typed.id}` : "";
    if (key === this.#key) return;
    this.#key = key;
    this.control.stop?.();
    this.refused = [];
    const before = this.selected;
    if (due) this.#remember(due);
    this.control = due ? this.#controlFor(due) : typed ? new Typing(this, typed) : new Watching(this);
    if (due) this.#takeUpAgain();
    this.#resume();
    const gone = before && !(before in this.battle.units);
    if (gone) this.select(null);
  }

  /** A part of a unit has shot: where the rest still may, it stays in hand. */
  #takeUpAgain(): void {
    const { control } = this;
    if (!this.#begun || !(control instanceof March)) return;
    if (control.actors.includes(this.#begun)) control.choose(this.#begun);
    this.#begun = null;
  }

  #controlFor(due: AnyDecision): Control {
    switch (due.type) {
      case "command":
      case "plan":
      case "move":
        return new March(this, due);
      case "place_unit":
        return new Deploy(this, due);
      case "place_feature":
        return new Lay(this, due);
      case "choose":
        return this.battle.tilt_yard?.sealing?.decision === due.id ? new Tilting(this, due, this.battle.tilt_yard) : new Choosing(this, due);
      case "assign":
        return new Assigning(this, due);
      case "waiting":
        return new Watching(this);
    }
  }

  /** Orders for several units are given, or one of them was refused: those that are left stay in hand. */
  #given(): void {
    this.passing.release();
    if (this.giving.left.length) this.#resume();
    else this.select(null);
  }

  #resume(): void {
    const { control, giving } = this;
    if (control instanceof March) control.several.resume(giving);
    else if (control instanceof Deploy) control.resume(giving);
  }

  stop(): void {
    this.giving.stop();
    this.control.stop?.();
    this.#cards.stop();
    this.#glances.stop();
  }

  // ------------------------------------------------------------ what a control may use

  select(unit: string | null): void {
    if (unit !== this.selected) {
      this.card = null;
      this.#glance = [];
      this.refused = [];
    }
    this.selected = unit;
    if (!unit) return;
    this.#cards.want(unit);
    if (!this.marching) this.#glances.want(unit);
  }

  /** Whether the unit whose card is shown is in hand. */
  get #holding(): boolean {
    const { control, selected } = this;
    return (control instanceof March || control instanceof Deploy) && selected !== null && control.unit === selected;
  }

  refuse(reasons: readonly Reason[]): void {
    this.refused = reasons;
  }

  /** The card again, after something happened. */
  refresh(): void {
    if (this.selected) this.#cards.want(this.selected);
  }

  async answer(decision: AnyDecision, answer: Answer): Promise<boolean> {
    const { control } = this;
    this.passing.release();
    this.#begun = answer.type === "commanded" && answer.form?.type === "aimed" && answer.form.first_file !== null ? answer.actor : null;
    const verdict = await this.store.send({ type: "reply", seat: decision.seat, decision: decision.id, answer });
    this.refused = verdict.ok || verdict.stale ? [] : verdict.reasons;
    if (!verdict.ok) this.#begun = null;
    // By now the next widget, or a quick hand, may have taken up a unit.
    if (verdict.ok && (this.control === control || !this.#holding)) this.select(null);
    return verdict.ok;
  }

  /** Dice and tallies of what was told before we came, as far back as one answer reaches. */
  async remember(): Promise<void> {
    const faded = this.store.log.filter((entry) => entry.events === null);
    const last = faded.at(-1)?.position;
    if (!last) return;
    try {
      const steps = await api.history(this.store.id, this.store.claim, Math.max(0, last - RECALLED), RECALLED);
      const events = new Map(steps.map((step) => [step.position, step.events]));
      this.store.log = this.store.log.map((entry) =>
        entry.events === null && events.has(entry.position) ? { ...entry, events: events.get(entry.position)! } : entry,
      );
    } catch {
      // The plain sentences are there already; a line can still be asked for by itself.
    }
  }

  // ------------------------------------------------------------ undo and agreements

  /** What another seat waits for us to agree to. */
  get proposal(): Proposal | null {
    const { seat } = this.store;
    if (!seat) return null;
    return this.battle.proposals.find((one) => one.seat !== seat && !one.agreed.includes(seat)) ?? null;
  }

  get undoing(): "free" | "ask" | "asked" | "none" {
    const { undo, seat, over } = this.store;
    if (!seat || over || !undo) return "none";
    if (undo.free) return "free";
    if (this.battle.proposals.some((one) => one.seat === seat)) return "asked";
    return undo.why.some((why) => why.includes("no answer")) ? "none" : "ask";
  }

  async undo(): Promise<void> {
    const { seat } = this.store;
    const how = this.undoing;
    if (how === "none" || how === "asked") return;
    this.passing.hold();
    const verdict =
      how === "free"
        ? await this.store.send({ type: "undo", seat })
        : await this.store.send({ type: "propose", seat, matter: { type: "take_back" } });
    this.refused = verdict.ok ? [] : verdict.reasons;
  }

  get prompt(): Prompt {
    return deskPrompt(this);
  }

  // ------------------------------------------------------------ the table

  // Values that stay the same while a hand moves, so that nothing is drawn anew for them.
  readonly #units = $derived.by(() => {
    const { stage, control, battle } = this;
    return this.#cast.units(battle, stage.shapes, stage.busy ? {} : control.mays, stage.busy ? NOTHING : control.planned);
  });
  readonly #contacts = $derived(contactsOf(this.battle));
  readonly #zones = $derived.by((): readonly Zone[] => {
    const drawn = this.stage.busy ? [] : (this.control.drawing.zones ?? []);
    if (this.marching || !this.#glance.length) return drawn;
    return [...drawn, ...this.#glance.map(({ kind, shape, label }) => ({ kind, shape, label }))];
  });

  readonly #deeds = $derived.by(() => this.stage.tale.marks(following.trails));
  readonly #numbers = $derived.by(() => this.stage.tale.tags(following.trails));

  get scene(): Partial<TableState> {
    const { stage, control, battle } = this;
    const idle = stage.busy;
    const drawing = idle ? {} : control.drawing;
    const chosen = battle.units[standIn(battle, this.selected) ?? ""];
    return {
      board: battle.board,
      turned: this.viewpoint.turned,
      ruled: this.ruler.allowed,
      sky: battle.sky ?? FAIR,
      units: this.#units,
      contacts: this.#contacts,
      touchable: idle ? NOTHING : control.touchable,
      draggable: idle ? NOTHING : control.draggable,
      selected: chosen && poseOf(chosen) ? chosen.id : null,
      along: drawing.along ?? NOTHING,
      lasso: this.hands.lasso,
      lassoes: idle || this.ruler.out ? "never" : (control.lassoes ?? "never"),
      flashed: stage.flashed,
      targets: drawing.targets ?? this.#aimedAt,
      zones: this.#zones,
      plans: this.hinting.among("plans", drawing.plans ?? NONE),
      tags: this.#tags(drawing),
      deeds: this.#deeds,
      sketches: drawing.sketches ?? NONE,
      templates: this.#templates(drawing),
      tape: this.ruler.tape ?? drawing.tape ?? null,
      ground: this.ruler.out ? "draw" : "pan",
    };
  }

  /** Whom the deed befalls that is looked at. */
  readonly #aimedAt = $derived.by((): TableState["targets"] => {
    const { present, open } = this.stage.tale;
    const unit = present && open && (present.target || (present.kind === "check" ? present.unit : ""));
    return unit ? [{ unit, chosen: true, barred: false }] : NONE;
  });

  /** Numbers of what the others did lie under what is planned. */
  #tags({ tags }: Partial<TableState>): TableState["tags"] {
    const numbers = this.#numbers;
    const all = !tags?.length ? numbers : numbers.length ? [...numbers, ...tags] : tags;
    return this.hinting.among("tags", all);
  }

  /** Shots that have fallen, and the one that is aimed. */
  #templates({ templates }: Partial<TableState>): TableState["templates"] {
    const { landed } = this.stage;
    return templates?.length ? [...landed, ...templates] : landed;
  }

  /** Where a unit is, brought into view. */
  reveal(unit: string): void {
    const id = standIn(this.battle, unit) ?? unit;
    const one = this.battle.units[id];
    const pose = one && poseOf(one);
    if (pose) this.table?.show(tableBox(pose, shapeOf(this.stage.shapes, id), 3000));
  }
}
