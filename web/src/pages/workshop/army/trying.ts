// What battles that tried a list have shown, in words.

import type { Count, TrialShown } from "../../../api/types";

export const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** "won 28 per cent, between 16 and 43, of 40 battles". */
export function countSaid({ games, rate, low, high }: Count): string {
  if (!games || rate === null) return "not fought yet";
  return `won ${Math.round(rate * 100)} per cent, between ${Math.round(low * 100)} and ${Math.round(high * 100)}, of ${games} ${games === 1 ? "battle" : "battles"}`;
}

/** What is sure by now, and what is not. */
export function verdictOf({ results, state }: Pick<TrialShown, "results" | "state">): string {
  const fought = (results?.opponents ?? []).filter(({ count }) => count.games > 0);
  if (!fought.length) return "";
  const names = (verdict: Count["verdict"]): string => new Intl.ListFormat("en").format(fought.filter(({ count }) => count.verdict === verdict).map(({ name }) => name));
  const [better, worse] = [names("better"), names("worse")];
  const sure = [better && `Surely better than ${better}`, worse && `${better ? "hard put against" : "Hard put against"} ${worse}`].filter(Boolean).join(", ");
  if (sure) return `${sure}.`;
  return state === "done" || state === "stopped" ? "A fair match for all of them, as far as so few battles tell." : "Nothing is sure yet.";
}

/** How long it goes on, roughly. */
export function leftSaid({ state, ahead, seconds_left: left }: Pick<TrialShown, "state" | "ahead" | "seconds_left">): string {
  if (state === "waiting") return ahead ? `${ahead} ${ahead === 1 ? "trial goes" : "trials go"} first` : "about to begin";
  if (state !== "playing" || left === null) return "";
  return left < 90 ? `about ${Math.max(5, Math.round(left / 5) * 5)} s more` : `about ${Math.round(left / 60)} min more`;
}

/** The quarters that have been played: each is spoken once. */
export const quarterOf = ({ played, games }: Pick<TrialShown, "played" | "games">): number => (games ? Math.floor((played / games) * 4) : 0);
