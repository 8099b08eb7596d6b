// What the workshop asks of the server. Lists are sent whole with every question; what is saved is kept there until
// whoever owns it takes it away.

import { answerTo, query } from "../../api/http";
import type { FileSchema } from "./house/form";
import type { HouseFile, RulesShown } from "../../api/generated";
import type { ArmyList, ConvertedShown, ListAsked, ListOpened, ListPictured, ListShown, PictureAsked, ReadySheets, RulesOpened, SheetAsked, TrialShown, TrialWish } from "../../api/types";

export type Paper = "a4" | "letter";
export type Kind = "army" | "scenario" | "house";

/** Something that the server keeps for us. */
export interface Saved {
  readonly id: string;
  readonly kind: Kind;
  readonly book: string;
  readonly name: string;
  readonly version: number;
  readonly changed: number;
  /** The address that opens it as a copy, once it is shared. */
  readonly shared: string | null;
  readonly text?: string;
}

const part = encodeURIComponent;
const told = async <T>(answer: Promise<Response>): Promise<T> => (await (await answer).json()) as T;
const withKey = (key?: string): Record<string, string> => (key ? { "X-Edit-Key": key } : {});

export const workshop = {
  list: (asked: ListAsked) => told<ListShown>(answerTo("/workshop/list", asked)),
  picture: (asked: PictureAsked) => told<ListPictured>(answerTo("/workshop/picture", asked)),
  open: (toml: string) => told<ListOpened>(answerTo("/workshop/open", { toml })),
  /** House rules from the text of a file. */
  house: (toml: string) => told<RulesOpened>(answerTo("/workshop/house", { toml })),
  /** What keeps house rules from being taken in, and the text of their file. */
  rules: (rules: HouseFile) => told<RulesShown>(answerTo("/workshop/house/look", { rules })),
  /** How the files of a book are written. */
  schema: (book: string, kind: Kind) => told<FileSchema>(answerTo(`/workshop/schemas/${part(book)}/${kind}`)),
  /** A ready army, by `book/name`, as a list to begin with. */
  ready: async (name: string): Promise<ArmyList> => {
    const { army } = await told<ListOpened>(answerTo(`/workshop/ready/${name.split("/").map(part).join("/")}`));
    return army as ArmyList;
  },
  creatures: () => told<ReadySheets>(answerTo("/workshop/creatures")),
  convert: (asked: SheetAsked) => told<ConvertedShown>(answerTo("/workshop/convert", asked)),

  saved: () => told<{ things: Saved[] }>(answerTo("/workshop/saved")),
  save: (kind: Kind, text: string) => told<Saved>(answerTo("/workshop/saved", { kind, text })),
  savedThing: (id: string, key?: string) => told<Saved>(answerTo(`/workshop/saved/${part(id)}`, undefined, { headers: withKey(key) })),
  saveAgain: (id: string, version: number, text: string, key?: string) =>
    told<Saved>(answerTo(`/workshop/saved/${part(id)}`, { text }, { method: "PUT", headers: { "If-Match": `"${version}"`, ...withKey(key) } })),
  forget: async (id: string): Promise<void> => {
    await answerTo(`/workshop/saved/${part(id)}`, undefined, { method: "DELETE" });
  },
  share: (id: string, key?: string) => told<Saved>(answerTo(`/workshop/saved/${part(id)}/share`, {}, { headers: withKey(key) })),
  unshare: (id: string, key?: string) => told<Saved>(answerTo(`/workshop/saved/${part(id)}/share`, undefined, { method: "DELETE", headers: withKey(key) })),
  editLink: (id: string) => told<{ link: string }>(answerTo(`/workshop/saved/${part(id)}/edit-link`, {})),
  shared: (share: string) => told<{ kind: Kind; book: string; name: string; text: string }>(answerTo(`/workshop/shared/${part(share)}`)),

  tryOut: (wish: TrialWish) => told<TrialShown>(answerTo("/workshop/trials", wish)),
  trial: (id: string, after?: number) => told<TrialShown>(answerTo(`/workshop/trials/${part(id)}${query({ after })}`)),
  stopTrial: (id: string) => told<TrialShown>(answerTo(`/workshop/trials/${part(id)}`, undefined, { method: "DELETE" })),

  /** On paper, as a PDF: a list on one page, its roster sheets, a scenario with its map. */
  paper:
    (what: "army" | "rosters" | "scenario", toml: string) =>
    async (paper: Paper): Promise<Blob> =>
      await (await answerTo(`/workshop/print/${what}`, { toml, paper })).blob(),
};
