import type {
  Army,
  ArmyReport,
  Begun,
  Book,
  ChatLine,
  ChatShown,
  HintsShown,
  DiceShown,
  Held,
  LessonLine,
  LessonShown,
  InvitationShown,
  Me,
  MyBattle,
  NextBattle,
  OwnCode,
  OwnPlace,
  PlayOn,
  Reach,
  Refusal,
  ReviewShown,
  Rulebook,
  Scenario,
  ScenarioPicture,
  SeatLink,
  Snapshot,
  Step,
  ThoughtShown,
  TriedAddress,
  Wish,
} from "./types";

/** The server said no, or could not be reached (status 0). */
export class Refused extends Error {
  readonly status: number;
  readonly refusal: Refusal["error"];

  constructor(status: number, refusal: Refusal["error"]) {
    super(refusal.what);
    this.status = status;
    this.refusal = refusal;
  }
}

async function call<T>(path: string, body?: unknown): Promise<T> {
  return (await (await answerTo(path, body)).json()) as T;
}

/** What the server answers; without a body it is asked to give something, unless it is said what else. */
export async function answerTo(path: string, body?: unknown, said: { method?: string; headers?: Record<string, string> } = {}): Promise<Response> {
  const request: RequestInit =
    body === undefined
      ? said
      : { method: "POST", ...said, headers: { "content-type": "application/json", ...said.headers }, body: JSON.stringify(body) };
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, request);
  } catch {
    throw new Refused(0, {
      what: "The server does not answer.",
      where: "",
      right: "Is it still running? Try again in a moment.",
      reasons: [],
    });
  }
  if (!answer.ok) throw new Refused(answer.status, await refusal(answer));
  return answer;
}

async function refusal(answer: Response): Promise<Refusal["error"]> {
  const plain = { what: `The server answered ${answer.status} ${answer.statusText}.`, where: "", right: "", reasons: [] };
  try {
    const said = (await answer.json()) as Partial<Refusal>;
    return { ...plain, ...said.error };
  } catch {
    return plain;
  }
}

/** How we say who we are: by a seat our cookie holds; with `watch` only as a spectator. */
export interface Claim {
  seat?: string | undefined;
  watch?: string | undefined;
}

export const query = (values: Record<string, string | number | undefined>): string => {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== "");
  return given.length ? `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : "";
};

export const api = {
  books: () => call<Book[]>("/books"),
  rules: (book: string) => call<Rulebook>(`/books/${encodeURIComponent(book)}/rules`),
  scenarios: () => call<Scenario[]>("/scenarios"),
  /** A ready battle with its armies drawn up. */
  scenarioPicture: (scenario: string) => call<ScenarioPicture>(`/scenarios/${encodeURIComponent(scenario)}/picture`),
  armies: () => call<Army[]>("/armies"),
  /** Where roster sheets to print can be fetched from: of a ready army, or of both sides of a scenario. */
  armyRosters: (army: string) => `/api/armies/${army.split("/").map(encodeURIComponent).join("/")}/rosters.pdf`,
  scenarioRosters: (scenario: string) => `/api/scenarios/${encodeURIComponent(scenario)}/rosters.pdf`,
  check: (toml: string) => call<ArmyReport>("/armies/check", { toml }),
  begin: (wish: Wish) => call<Begun>("/battles", wish),
  lessons: () => call<LessonLine[]>("/lessons"),
  /** Open a lesson as a battle. */
  learn: (lesson: string) => call<Begun>("/lessons", { lesson }),
  /** How far a lesson has come. */
  lesson: (id: string, claim: Claim) => call<LessonShown>(`/battles/${encodeURIComponent(id)}/lesson${query({ ...claim })}`),
  /** Play on from where a lesson stands, as a battle of its own. */
  playFreely: (id: string, seat: string) => call<Begun>(`/battles/${encodeURIComponent(id)}/lesson/free`, { seat }),
  mine: () => call<MyBattle[]>("/battles"),
  /** What we call ourselves. */
  me: () => call<Me>("/me"),
  /** How strong we are in each book. */
  myPlaces: () => call<Record<string, OwnPlace>>("/me/ladder"),
  beCalled: (name: string) => call<Me>("/me", { name }),
  /** A code with which another browser becomes ours. */
  makeCode: () => call<OwnCode>("/me/code", {}),
  enterCode: (code: string, bring: boolean) => call<Me>("/me/enter", { code, bring }),
  forgetDevices: () => call<Me>("/me/devices/forget", {}),
  /** What an invitation would open. Nothing is taken by it. */
  lookAt: (id: string, token: string) => call<InvitationShown>(`/battles/${encodeURIComponent(id)}/seats/look`, { token }),
  say: (id: string, seat: string, text: string) => call<ChatLine>(`/battles/${encodeURIComponent(id)}/chat`, { seat, text }),
  openChat: (id: string, seat: string, on: boolean) => call<ChatShown>(`/battles/${encodeURIComponent(id)}/chat/open`, { seat, on }),
  /** Agree that both may ask what a captain would do, or no longer. */
  agreeToHints: (id: string, seat: string, on: boolean) => call<HintsShown>(`/battles/${encodeURIComponent(id)}/hints`, { seat, on }),
  /** What is fought after a battle that is over. */
  rematch: (id: string, seat: string, kind: NextBattle["kind"]) =>
    call<NextBattle>(`/battles/${encodeURIComponent(id)}/rematch`, { seat, kind }),
  /** A new battle from a moment of one that is over. */
  playOn: (id: string, wish: PlayOn) => call<Begun>(`/battles/${encodeURIComponent(id)}/play-on`, wish),
  /** From where the server can be reached; told to whoever sits at its computer. */
  reach: () => call<Reach>("/reach"),
  listen: (on: boolean) => call<Reach>("/reach/listen", { on }),
  checkAddress: (address: string) => call<TriedAddress>("/reach/check", { address }),
  /** Add to the dice before play: the fingerprint of a secret, or the secret. */
  addToDice: (id: string, what: { seat: string; fingerprint?: string; instead?: string; secret?: string }) =>
    call<DiceShown>(`/battles/${encodeURIComponent(id)}/dice`, what),
  /** Take the seat of an invitation; `also` where we play another side at this screen already. */
  take: (id: string, token: string, also = false) => call<Held>(`/battles/${encodeURIComponent(id)}/seats`, { token, also }),
  /** A link to a seat that works once. */
  linkTo: (id: string, seat: string) => call<SeatLink>(`/battles/${encodeURIComponent(id)}/seats/link`, { seat }),
  /** A battle now, or as it stood at a position. */
  battle: (id: string, claim: Claim, at?: number) =>
    call<Snapshot>(`/battles/${encodeURIComponent(id)}${query({ ...claim, at })}`),
  /** Steps after a position, as many as the server gives at once. */
  history: (id: string, claim: Claim, after: number, most?: number) =>
    call<Step[]>(`/battles/${encodeURIComponent(id)}/history${query({ ...claim, after, most })}`),
  /** What turned a battle that is over, or how far that has been worked out. */
  review: (id: string, claim: Claim) => call<ReviewShown>(`/battles/${encodeURIComponent(id)}/review${query({ ...claim })}`),
  /** Why computer players gave their orders, as far as it may be told. */
  thoughts: (id: string, claim: Claim) => call<ThoughtShown[]>(`/battles/${encodeURIComponent(id)}/thoughts${query({ ...claim })}`),
  /** The table as it stands, as small as a stamp; a new one for every position. */
  smallMap: async (id: string, position: number) => {
    const answer = await fetch(`/api/battles/${encodeURIComponent(id)}/small.svg${query({ position })}`);
    return answer.ok ? await answer.text() : "";
  },
  /** Where an export of a battle can be fetched from. */
  download: (id: string, what: "journal.jsonl" | "moment.svg" | "report.html", claim: Claim, at?: number) =>
    `/api/battles/${encodeURIComponent(id)}/${what}${query({ ...claim, at })}`,
};
