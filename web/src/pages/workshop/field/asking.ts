// What the scenario editor asks of the server. Scenarios are sent whole with every question.

import { answerTo } from "../../../api/http";
import type { FieldShown, GroundLaid, NewBattle, Palette, ScenarioReport } from "../../../api/generated";
import type { Made } from "./shapes";

const part = encodeURIComponent;
const told = async <T>(answer: Promise<Response>): Promise<T> => (await (await answer).json()) as T;

export const asking = {
  palette: (book: string) => told<Palette>(answerTo(`/workshop/field/palette/${part(book)}`)),
  /** A ready scenario as its file has it. */
  ready: (id: string) => told<Made>(answerTo(`/workshop/field/ready/${part(id)}`)),
  look: (scenario: Made) => told<FieldShown>(answerTo("/workshop/field/look", { scenario })),
  roll: (scenario: Made, seed: number) => told<GroundLaid>(answerTo("/workshop/field/roll", { scenario, seed })),
  /** A scenario from the text of its file. */
  read: (toml: string) => told<ScenarioReport>(answerTo("/workshop/scenario", { toml })),
  /** Fight it at once, against captains. */
  fight: (toml: string, side: string, sides: readonly string[], captain: string) =>
    told<NewBattle>(answerTo("/battles", { scenario_toml: toml, seats: Object.fromEntries(sides.map((one) => [one, one === side ? { who: "me" } : { who: "captain", captain }])) })),
};
