/** What the prompt bar says while units are commanded. */
import { isHandwork } from "./handwork";
import type { Aimed, Commanded, Vocabulary } from "../api/types";
import { count, phaseTitle, inARow, words } from "../app/words";
import { showInches } from "../table/lengths";
import { byHand } from "./keys";
import { bandOf } from "../app/own";
import { TOGETHER } from "./bands";
import { following } from "./following.svelte";
import type { March } from "./march.svelte";
import { legalPart, roughly, stoppedBy } from "./plan-drawing";
import { pathInWords, verbOf } from "./leg-words";
import { doneTo } from "./order-menu";
import { givingPrompt, severalPrompt } from "./several-words";
import { addressed, calledUnit, capital, detailsOf, theUnit, uncapital, type Act, type Detail, type Prompt } from "./prompt";

/** Windows pass unasked from now on; the one that is open does at once. */
const NO_MORE: Act = { label: "Pass, and ask no more", run: () => following.choose({ windows: true }) };

type Said = Omit<Prompt, "side">;

export function marchPrompt(march: March): Prompt {
  const { battle, decision, room } = march;
  const side = battle.seats.find((seat) => seat.id === decision.seat)?.side ?? "";
  return { side, ...said(march, room.sideWord(side)) };
}

function said(march: March, who: string): Said {
  if (march.room.giving.going) return givingPrompt(march, who);
  if (march.playing) return march.playing.prompt(who);
  if (!march.unit) return idle(march);
  if (march.several.active) return severalPrompt(march, who);
  if (march.laying) return march.laying.prompt(who, () => march.letGo(), () => march.commit());
  const the = march.action === TOGETHER ? theUnit(nameOf(march)) : called(march, march.unit);
  if (march.hurried && march.decision.type !== "plan") return sending(march, who, the);
  if (march.heldBack) return heldBack(march, who, the);
  if (march.barred) return barred(march, the);
  if (march.room.refused.length)
    return {
      state: "illegal",
      sentence: `${capital(the)} cannot do that.`,
      details: detailsOf(march.room.refused),
      acts: plottingActs(march),
    };
  const { decision } = march;
  // What it may do is still being asked for: where there is nothing but aiming at somebody, it will be that.
  const only = !march.menu.length && decision.type !== "move" && decision.actions.every((action) => march.verbs[action]?.aimed);
  if ((march.aiming.shooting || only) && !march.path.length) return aiming(march, who, the);
  if (march.saying) return telling(march, who, the);
  const moving = march.path.length > 0;
  const or = decision.type === "plan" ? "" : " or choose another unit";
  const marching = decision.type === "move" || !march.menu.length || march.menu.some(({ form }) => form === "path");
  const hint = marching ? byHand("Drag the unit or a corner, or use the keys", "Drag the unit or a corner") : byHand("Choose from its card, or by a key", "Choose under Moves");
  const lost = "No single pull takes it there: drag it ahead, or turn it first by a mark beside it";
  return {
    state: moving ? "plotting" : "choose",
    sentence: decision.type === "move" ? addressed(march.room.asked(decision.seat), decision) : `${who}, ${marching ? "move" : "tell"} ${the}${marching ? "" : " what to do"}${or}.`,
    details: moving ? plotted(march) : [{ text: march.astray ? lost : hint, rules: decision.rules }],
    acts: plottingActs(march),
  };
}

function nameOf(march: March): string {
  const band = march.action === TOGETHER ? bandOf(march.battle, march.battle.units[march.unit ?? ""]) : undefined;
  return band?.name ?? march.battle.units[march.unit ?? ""]?.name ?? march.unit ?? "";
}

function idle(march: March): Said {
  const { decision, room } = march;
  const left = march.actors.filter((actor) => !march.kept.has(actor)).length;
  const planned = march.kept.size;
  const actions = decision.type === "move" ? ["move"] : decision.actions;
  const what = whatAll(actions);
  const hand = march.cards?.decision.hand ?? [];
  const powers = hand.some(({ holder }) => holder);
  const deeds = isHandwork(hand);
  const [one, several] = deeds ? ["thing", "things"] : powers ? ["spell or wand", "spells and wands"] : ["card", "cards"];
  const usable = count(march.cards?.playable.size ?? 0, one!, several!);
  const can = deeds ? `${usable} can be done` : `${usable} of ${hand.length} can be ${powers ? "called upon" : "played"}`;
  const cards = march.cards ? can : "";
  const many = [left || !cards ? `${left} may ${planned ? "still " : ""}${what}` : "", cards].filter(Boolean).join(", ");
  const text = planned ? `${planned} ${planned === 1 ? "order" : "orders"} given, ${many}` : many;
  const all = march.several.possible && march.several.open.length > 2 ? byHand("; Shift takes several, Ctrl A all of them", "") : "";
  const next: Act = { label: "Next unit", key: "Tab", run: () => march.choose(march.next(1)) };
  const end: Act =
    decision.type === "plan"
      ? {
          label: planned ? `Declare ${planned}` : "Declare none",
          key: planned ? "Enter" : "Ctrl Enter",
          primary: planned > 0,
          run: () => march.declare(),
        }
      : march.passing
        ? { label: "Pass", key: march.nothingToPlay ? "Enter" : "Ctrl Enter", primary: march.nothingToPlay, run: () => march.finish() }
        : { label: endLabel(march), key: "Ctrl Enter", run: () => march.finish() };
  return {
    state: room.refused.length ? "illegal" : "choose",
    sentence: addressed(room.asked(decision.seat), decision),
    details: room.refused.length ? detailsOf(room.refused) : [{ text: text + all, rules: decision.rules }],
    acts: left ? [next, end] : march.passing ? [NO_MORE, end] : [end],
  };
}

/** What all of some actions are, in one word. */
export function whatAll(actions: readonly string[]): string {
  if (actions.includes("move")) return "move";
  const [only = "act", another] = actions;
  return another || only.includes("_") ? "act" : only;
}

function endLabel(march: March): string {
  if (march.decision.type === "command" && march.decision.finish) return march.decision.finish;
  return `End ${phaseTitle(march.battle.phase, march.room.store.about?.sequence ?? []) || "this"}`;
}

/** The order is given; the word on as much of it as can be made is awaited. */
function sending(march: March, who: string, the: string): Said {
  return {
    state: "plotting",
    sentence: `${who}, move ${the}.`,
    details: [],
    acts: [{ label: commitLabel(march), key: "Enter", primary: true, disabled: true }],
  };
}

/** It goes as far as it may, and why no farther is said. */
function heldBack(march: March, who: string, the: string): Said {
  const preview = march.spoken?.preview;
  const far = showInches(roughly(preview?.cost ?? 0));
  const made = preview ? legalPart(preview) : [];
  // One leg is told by how far it goes.
  const way: Detail[] = made.length > 1 || (made[0] && made[0].type !== "advance") ? [{ text: `${pathInWords(made, march.forming)}.`, rules: [] }] : [];
  return {
    state: "plotting",
    sentence: `${who}, ${the} can go no farther than ${far}.`,
    details: [...way, ...detailsOf(preview ? stoppedBy(preview) : [])],
    acts: [
      ...insteadOf(march),
      { label: "Unplot leg", key: "Backspace", run: () => march.unplot() },
      { label: commitLabel(march), key: "Enter", primary: true, run: () => march.commit() },
    ],
  };
}

function insteadOf(march: March): Act[] {
  const other = march.lines.otherwise;
  return other ? [{ label: `${other.label} instead`, key: other.key, run: () => march.lines.take(other) }] : [];
}

function barred(march: March, the: string): Said {
  const preview = march.spoken?.preview;
  const instead = insteadOf(march);
  return {
    state: "illegal",
    sentence: `${capital(the)} cannot do that.`,
    details: detailsOf(preview?.reasons ?? []),
    acts: [
      ...(instead.length ? instead : [{ label: "Unplot leg", key: "Backspace", run: () => march.unplot() }]),
      { label: commitLabel(march), disabled: true, primary: true },
    ],
  };
}

function called(march: March, id: string): string {
  return calledUnit(march.battle.units[id], id);
}

/** What needs no more words: what it comes to, and the button that says it. */
function telling(march: March, who: string, the: string): Said {
  const label = march.menu.find(({ action }) => action === march.saying)?.label ?? capital(words(march.saying ?? ""));
  const { preview, decision } = march;
  const note = preview?.notes.length ? `${capital(inARow(preview.notes))}.` : label;
  return {
    state: "plotting",
    sentence: `${who}, let ${the} ${uncapital(label)}, or choose something else.`,
    details: [{ text: note, rules: preview?.rules.length ? preview.rules : decision.rules.slice(0, 1) }],
    acts: [
      { label: "Let go", key: "Esc", run: () => march.letGo() },
      { label, key: "Enter", primary: true, run: () => march.commit() },
    ],
  };
}

function aiming(march: March, who: string, the: string): Said {
  const { aims, at: aimedOn } = march.aiming;
  const target = aims.find((one) => one.unit === aimedOn);
  const foe = target ? (march.battle.units[target.unit]?.name ?? target.unit) : "";
  const them = target ? called(march, target.unit) : "";
  const open = aims.filter((one) => !one.reasons.length).length;
  const { against, firing } = march.aiming;
  const { does: verb, at, may } = verbOf(march.verbs, march.action);
  // What takes several words to say stands apart from whom it is for, and alone where that is the unit itself.
  const apart = words(march.action).includes(" ") ? ":" : "";
  const itself = target?.unit === march.unit;
  const done = (whom: string): string | undefined => doneTo(march.menu, march.action, whom);
  const shooters = firing.said ? `${firing.said} of ${the}` : the;
  const told = `let ${shooters} ${itself ? at : (done(them) ?? `${at}${apart} ${them}`)}`;
  const counted = aims.length ? `${open} of ${aims.length} ${may}` : "Looking for targets";
  return {
    state: against.length ? "illegal" : target ? "plotting" : "choose",
    sentence: against.length
      ? `${capital(the)} cannot ${at} ${them}.`
      : target
        ? `${who}, ${told}, or choose another target.`
        : `${who}, choose a target for ${the}.`,
    details: against.length ? detailsOf(against) : [...detailsOf(target?.bars ?? []), { text: counted, rules: march.decision.rules }],
    acts: [
      { label: "Next target", key: "T", disabled: open < 2 && target !== undefined, run: () => march.aiming.cycle(1) },
      { label: "Let go", key: "Esc", run: () => march.letGo() },
      {
        label: itself || !foe ? verb : capital(done(foe) ?? `${verb}${apart} ${foe}`),
        key: "Enter",
        primary: true,
        disabled: !march.command,
        run: () => march.commit(),
      },
    ],
  };
}


/** Who of a unit was told to shoot, where that is not all of it. */
function namedInWords({ ranks, first_file: first, last_file: last }: Aimed): string[] {
  const files = first === null || last === null ? [] : [first === last ? `file ${first + 1}` : `files ${first + 1} to ${last + 1}`];
  return [...(ranks === null ? [] : [count(ranks, "rank")]), ...files];
}

/** An order that was given, in a few words. */
export function orderInWords({ actor, action, form }: Commanded, nameOf: (unit: string) => string, called: Vocabulary | undefined, label = ""): string {
  switch (form?.type) {
    case "marched": {
      const way = pathInWords(form.path, called?.forming ?? {});
      return action === "move" ? way : `${capital(words(action))}: ${way.toLowerCase()}`;
    }
    case "aimed":
      return form.target === actor ? capital(words(action)) : `${verbOf(called?.verbs ?? {}, action).does}: ${[nameOf(form.target), ...namedInWords(form)].join(", ")}`;
    case "pointed":
      return `${capital(words(action))}: ${form.section || showInches(form.distance)}`;
    default:
      return label || capital(words(action));
  }
}

function plotted(march: March): Detail[] {
  const { preview, path, decision } = march;
  const way = pathInWords(path, march.forming);
  if (!preview) return [{ text: `${way} …`, rules: [] }];
  const cost = `${showInches(roughly(preview.cost))} of ${showInches(preview.allowance)}`.replace("″ of", " of");
  const note = preview.notes.length ? `. ${capital(inARow(preview.notes))}.` : ".";
  return [...detailsOf(preview.bars ?? []), { text: `${way}: ${cost}${note}`, rules: preview.rules.length ? preview.rules : decision.rules.slice(0, 1) }];
}

function plottingActs(march: March): Act[] {
  const { decision, path, unit, kept } = march;
  const acts: Act[] = [];
  if (path.length) acts.push({ label: "Unplot leg", key: "Backspace", run: () => march.unplot() });
  if (decision.type === "move") acts.push({ label: "Stand still", key: "Ctrl Enter", run: () => march.finish() });
  else if (kept.has(unit ?? "")) acts.push({ label: "Take order back", run: () => march.takeOrderBack() });
  else if (decision.type === "command" && !path.length) acts.push({ label: endLabel(march), key: "Ctrl Enter", run: () => march.finish() });
  else acts.push({ label: "Let go", key: "Esc", run: () => march.letGo() });
  if (decision.type === "move" || !march.menu.length || march.menu.some(({ form }) => form === "path"))
    acts.push({ label: commitLabel(march), key: "Enter", primary: true, disabled: !path.length, run: () => march.commit() });
  return acts;
}

function commitLabel(march: March): string {
  const { goes } = verbOf(march.verbs, march.action);
  if (goes) return `${goes} ${nameOf(march)}`;
  if (march.saying) return march.menu.find(({ action }) => action === march.saying)?.label ?? capital(words(march.saying));
  return `${march.decision.type === "plan" ? "Order" : "Move"} ${nameOf(march)}`;
}
