/** What the prompt bar says while no widget has the word: dice roll, somebody asks for consent, something is shown, all is over. */
import { unsided } from "../app/text";
import { bindingPrompt } from "./binding-prompt";
import { consentPrompt } from "./consent";
import { Watching } from "./deciding.svelte";
import type { Desk } from "./desk.svelte";
import { capital, type Prompt } from "./prompt";
import { pointsOf, standingOf } from "./scene";

export function deskPrompt(desk: Desk): Prompt {
  const { stage, store, battle } = desk;
  const { rolling } = stage;
  const shown = followPrompt(desk);
  if (shown) return shown;
  if (rolling) {
    const throwers = new Set(rolling.pools.map((pool) => pool.side));
    return {
      state: "chance",
      side: throwers.size === 1 ? ([...throwers][0] ?? "") : "",
      sentence: `${capital(rolling.purpose)}.`,
      details: [{ text: rolling.settled ? unsided(rolling.outcome) : "The dice roll", rules: rolling.rules }],
      acts: [{ label: "Go on", key: "Enter", primary: true, run: () => stage.next() }],
    };
  }
  const binding = bindingPrompt(desk);
  if (binding) return binding;
  if (desk.proposal && !stage.busy) return consentPrompt(desk, desk.proposal);
  if (battle.outcome && !stage.busy)
    return {
      state: "over",
      side: battle.outcome.winner,
      sentence: ending(desk),
      details: [{ text: `${desk.turnWord} ${battle.turn}${store.seed ? ", seed shown" : ""}`, rules: battle.outcome.rules }],
      acts: [],
    };
  if (stage.busy && stage.caption) {
    const { text, side, rules } = stage.caption;
    const skip = { label: "Go on", key: "Enter", quiet: true, run: () => stage.next() };
    return { state: "waiting", side, sentence: text, details: [{ text: "", rules }], acts: [skip] };
  }
  if (stage.busy || store.wire !== "live") return new Watching(desk).prompt;
  return desk.control.prompt;
}

/** The others' turn as it is shown: the deed that is looked at, what comes next, and the way on. */
function followPrompt(desk: Desk): Prompt | null {
  const { stage } = desk;
  const deed = stage.tale.present;
  if (!stage.busy || !deed?.number) return null;
  const rolling = stage.rolling !== null && !stage.rolling.settled;
  const behind = stage.tale.at < stage.tale.deeds.length - 1;
  return {
    state: "waiting",
    side: deed.side,
    sentence: rolling ? `${capital(stage.rolling!.purpose)}.` : deed.sentence,
    details: [{ text: behind ? `Looking back at ${deed.number} of ${stage.tale.deeds.length}` : stage.paused && stage.waiting ? "Paused" : "", rules: deed.rules }],
    acts: [
      { label: "Back", key: ",", disabled: stage.tale.at <= 0, run: () => void stage.back() },
      { label: "Next", key: "Enter", primary: true, run: () => stage.next() },
    ],
  };
}

function ending(desk: Desk): string {
  const { outcome, sides, tilt_yard: yard } = desk.battle;
  if (!outcome) return "";
  if (yard && outcome.how === "points") {
    const score = sides.map(({ id }) => `${desk.sideWord(id)} ${pointsOf(yard, id)}`).join(", ");
    return `${outcome.winner ? `${desk.sideWord(outcome.winner)} wins the day` : "The day is drawn"}: ${score}.`;
  }
  if (!outcome.winner) return "The battle is drawn.";
  const beaten = sides.filter(({ id }) => id !== outcome.winner);
  const told = beaten.map(({ id }) => `${desk.sideWord(id)} has ${standingOf(desk.battle, id)} left.`);
  return [`${desk.sideWord(outcome.winner)} wins.`, ...told].join(" ");
}
