/** What another seat asks of us: an answer taken back, a draw, another ruling. */
import type { Proposal } from "../api/types";
import type { Room } from "./control";
import type { Prompt } from "./prompt";

export function consentPrompt(room: Room, proposal: Proposal): Prompt {
  const side = room.battle.seats.find((seat) => seat.id === proposal.seat)?.side ?? "";
  const who = room.sideWord(side);
  const { matter } = proposal;
  const agree = (agrees: boolean): void =>
    void room.store.send({ type: "agree", seat: room.store.seat, proposal: proposal.id, agrees });
  const said = {
    take_back: {
      sentence: `${who} asks to take back an answer.`,
      detail: "Dice have fallen or somebody has answered since: it needs your yes",
      yes: "Allow it",
    },
    call_it_drawn: { sentence: `${who} offers a draw.`, detail: "The battle would end without a winner", yes: "Agree to a draw" },
    amend: {
      sentence: `${who} proposes: ${matter.type === "amend" ? `${matter.switch} becomes ${matter.value}`.replaceAll("_", " ") : ""}.`,
      detail: "A ruling changes from now on, if you agree",
      yes: "Agree",
    },
  }[matter.type];
  const free = (room.battle.liberties ?? []).filter(({ seat }) => matter.type === "amend" && seat === room.store.seat);
  return {
    state: "consent",
    side,
    sentence: said.sentence,
    details: [{ text: said.detail, rules: [] }],
    acts: [
      ...free.map(({ key, label, seat }) => ({ label, run: () => void room.store.insist({ type: "at_will", seat, what: key }) })),
      { label: "Refuse", run: () => agree(false) },
      { label: said.yes, run: () => agree(true) },
    ],
  };
}
