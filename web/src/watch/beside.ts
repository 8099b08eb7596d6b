// Which battles can be seen beside each other: those of one start.

import type { MyBattle, Origin } from "../api/types";

/** What is known of the battle that another is wanted beside. */
export interface Beside {
  id: string;
  scenario: string;
  ruleset: string;
  origin: Origin | null | undefined;
}

export interface Found {
  id: string;
  word: string;
  /** As it stands in our list, if it is ours. */
  line: MyBattle | undefined;
}

/** The battle from which it was played on, those that were played on from it, and others of the same scenario. */
export function besides(battle: Beside, mine: readonly MyBattle[]): Found[] {
  const found: Found[] = [];
  const put = (id: string, word: string): void => {
    if (id !== battle.id && found.every((one) => one.id !== id)) found.push({ id, word, line: mine.find((one) => one.id === id) });
  };
  if (battle.origin) put(battle.origin.battle, "As it was fought");
  for (const { id, origin } of mine) if (origin?.battle === battle.id) put(id, `What if, from entry ${origin.entry}`);
  for (const one of mine) {
    if (one.damaged || one.scenario !== battle.scenario || one.ruleset !== battle.ruleset || one.scenario === OWN_ARMIES) continue;
    put(one.id, one.origin ? `What if, from entry ${one.origin.entry}` : `${one.title}, ${one.turn_word.toLowerCase()} ${one.turn}`);
  }
  return found;
}

/** Battles of armies of one's own share a name, not a start. */
const OWN_ARMIES = "own-armies";
