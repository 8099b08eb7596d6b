// Taking the seat of an invitation: what comes of it, in words for whoever opened the link.

import { capital, stopped } from "./words";
import { api, Refused } from "../api/http";
import type { InvitationShown } from "../api/types";

export type Sitting =
  | { seat: string }
  /** The link is for somebody else, and we may play this side as well. */
  | { also: true }
  | { title: string; text: string };

const ASK = "Ask whoever sent it for another link. You may look on meanwhile.";

/** Take the seat. */
export const sitDown = (id: string, token: string, also = false): Promise<Sitting> =>
  tried(async () => ({ seat: (await api.take(id, token, also)).seat }));

/** What the link would open; a seat that is ours already, or a link we made for ourselves, is taken at once. */
export const lookFirst = (id: string, token: string): Promise<Sitting | { invitation: InvitationShown }> =>
  tried(async () => {
    const invitation = await api.lookAt(id, token);
    return invitation.held || invitation.kind === "own" ? sitDown(id, token) : { invitation };
  });

async function tried<T>(way: () => Promise<T>): Promise<T | Exclude<Sitting, { seat: string }>> {
  try {
    return await way();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    switch (error.status) {
      case 409:
        return { also: true };
      case 410:
        return { title: "This invitation is not open any more", text: `${sentence(error.refusal.what)} A link opens a seat once, for one browser. ${ASK}` };
      case 404:
        return { title: "There is no such battle", text: "The link may have lost a part when it was copied, or the battle is kept on another server." };
      case 403:
        return { title: "This link opens no seat", text: `A part of the link is missing or wrong. ${ASK}` };
      default:
        return { title: "The seat could not be taken", text: `${sentence(error.refusal.what)} ${sentence(error.refusal.right)} Open the link again in a moment.` };
    }
  }
}

const sentence = (text: string): string => stopped(capital(text));
