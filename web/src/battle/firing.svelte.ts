/** Who of a unit shoots at whom it aims at: all who can, or so many of its ranks and some of its files. */
import type { Aimed, Firing as Offer, Preview, Reason, Target } from "../api/types";
import type { Ring, Shape } from "../table/shape";
import { Latest } from "./latest";
import type { March } from "./march.svelte";

/** Ranks and files as an order names them; null is as many as may. */
type Named = Pick<Aimed, "ranks" | "first_file" | "last_file">;

/** Places among the files that are offered, and a number of ranks. */
export interface Part {
  readonly first: number;
  readonly last: number;
  readonly ranks: number;
}

export class Firing {
  /** Who was named; null while it is as the guide would have it. */
  #named = $state.raw<Named | null>(null);
  #spoken = $state.raw<{ form: Aimed; preview: Preview } | null>(null);
  readonly #previews: Latest<Aimed, Preview>;

  constructor(readonly march: March) {
    this.#previews = new Latest(
      (form) => march.room.store.ask({ about: "preview", answer: march.put(march.aimed(form)) }),
      (form, preview) => (this.#spoken = { form, preview }),
    );
  }

  stop(): void {
    this.#previews.stop();
  }

  /** Who may be named, where anybody may. */
  get offer(): Offer | null {
    const { menu, action, path } = this.march;
    if (path.length) return null;
    return menu.find((entry) => entry.form === "target" && entry.action === action)?.firing ?? null;
  }

  get #target(): Target | undefined {
    const { aims, at } = this.march.aiming;
    return aims.find((one) => one.unit === at);
  }

  // ------------------------------------------------------------ who is named

  get part(): Part | null {
    const { offer } = this;
    const form = this.#target?.form;
    return offer && partOf(offer, this.#named ?? (form?.type === "aimed" ? form : null));
  }

  /** The order for a target: as the guide would best put it, unless somebody was named. */
  form(target: Target): Exclude<Target["form"], null> {
    const all: Aimed = { type: "aimed", target: target.unit, ranks: null, first_file: null, last_file: null };
    return this.#named ? { ...all, ...this.#named } : (target.form ?? all);
  }

  /** An order that was given is taken up again; with nothing, it is for the guide to say once more. */
  recall(form: Named | null): void {
    const plain = !form || (form.ranks === null && form.first_file === null && form.last_file === null);
    this.#named = plain ? null : { ranks: form.ranks, first_file: form.first_file, last_file: form.last_file };
    this.look();
  }

  /** What those who are named would do to whom it aims at now. */
  look(): void {
    const target = this.#target;
    const form = target && this.form(target);
    if (this.#named && form?.type === "aimed") this.#previews.want(form);
    else this.#previews.forget();
  }

  #name(part: Part): void {
    const { offer } = this;
    if (!offer) return;
    const all = part.first === 0 && part.last === offer.files.length - 1;
    this.#named = {
      ranks: part.ranks >= offer.ranks ? null : part.ranks,
      first_file: all ? null : offer.files[part.first]!,
      last_file: all ? null : offer.files[part.last]!,
    };
    this.march.room.refuse([]);
    this.look();
  }

  /** The files from one place to another, whichever of them comes first. */
  span(one: number, other: number): void {
    const { offer, part } = this;
    if (!offer || !part) return;
    const [low, high] = [Math.min(one, other), Math.max(one, other)].map((place) => Math.max(0, Math.min(offer.files.length - 1, place)));
    this.#name({ ...part, first: low!, last: high! });
  }

  /** More files to the right, and where there are none, to the left; fewer from the right. */
  widen(by: 1 | -1): void {
    const { offer, part } = this;
    if (!offer || !part) return;
    if (by < 0) this.span(part.first, Math.max(part.first, part.last - 1));
    else if (part.last < offer.files.length - 1) this.span(part.first, part.last + 1);
    else this.span(part.first - 1, part.last);
  }

  /** As many files, farther to the left or right. */
  shift(by: 1 | -1): void {
    const { offer, part } = this;
    if (!offer || !part || part.first + by < 0 || part.last + by >= offer.files.length) return;
    this.span(part.first + by, part.last + by);
  }

  deepen(by: 1 | -1): void {
    const { offer, part } = this;
    if (offer && part) this.#name({ ...part, ranks: Math.max(1, Math.min(offer.ranks, part.ranks + by)) });
  }

  all(): void {
    const { offer } = this;
    if (offer) this.#name(partOf(offer, null));
  }

  key(key: string): boolean {
    const { offer, part } = this;
    if (!offer || !part) return false;
    if (key === "[" || key === "]") this.widen(key === "]" ? 1 : -1);
    else if (key === "ArrowLeft" || key === "ArrowRight") this.shift(key === "ArrowRight" ? 1 : -1);
    else if (offer.ranks > 1 && (key === "ArrowUp" || key === "ArrowDown")) this.deepen(key === "ArrowUp" ? 1 : -1);
    else return false;
    return true;
  }

  // ------------------------------------------------------------ what comes of it

  /** The server's word on those who are named, a moment old at most; null where nobody is. */
  preview(target: string): Preview | null {
    const spoken = this.#spoken;
    return this.#named && spoken?.form.target === target ? spoken.preview : null;
  }

  /** Everything against those who are named, as far as it is known. */
  get reasons(): readonly Reason[] {
    const target = this.#target;
    const spoken = this.#spoken;
    if (!this.#named || !target || !spoken || JSON.stringify(spoken.form) !== JSON.stringify(this.form(target))) return [];
    return spoken.preview.legal ? [] : spoken.preview.reasons;
  }

  /** "files 1 to 3 of 6"; empty where all shoot. */
  get said(): string {
    const { offer, part } = this;
    return offer && part ? partInWords(offer, part) : "";
  }

  get note(): string {
    return this.offer?.note ?? "";
  }

  /** A bar before the files that are named, where that is not all of them. */
  bar(shape: Shape): Ring | null {
    const { offer, part } = this;
    if (!offer || !part || (part.first === 0 && part.last === offer.files.length - 1)) return null;
    return barBefore(shape, offer.files[part.first]!, offer.files[part.last]!);
  }
}

export function partOf(offer: Offer, named: Named | null): Part {
  const { files } = offer;
  const first = files.findIndex((file) => file >= (named?.first_file ?? 0));
  const last = files.findLastIndex((file) => file <= (named?.last_file ?? Infinity));
  const there = first >= 0 && last >= first;
  return {
    first: there ? first : 0,
    last: there ? last : files.length - 1,
    ranks: Math.max(1, Math.min(offer.ranks, named?.ranks ?? offer.ranks)),
  };
}

/** Files are counted from the left, the first is 1. */
export function partInWords({ files, ranks }: Offer, part: Part): string {
  const said = [];
  if (part.ranks < ranks) said.push(part.ranks === 1 ? "the first rank" : `${part.ranks} ranks`);
  const [first, last] = [files[part.first]! + 1, files[part.last]! + 1];
  if (part.first > 0 || part.last < files.length - 1) said.push(first === last ? `file ${first}` : `files ${first} ${last === first + 1 ? "and" : "to"} ${last}`);
  return said.join(" of ");
}

/** A bar drawn before some files of a body that stands in ranks, in its own coordinates. */
export function barBefore({ figures }: Shape, first: number, last: number): Ring | null {
  const ahead = Math.max(...figures.map(([, forward]) => forward));
  const front = figures.filter(([, forward, turn]) => turn === 0 && Math.abs(forward - ahead) < 1).sort(([a], [b]) => a - b);
  const [left, right] = [front[first], front[last]];
  if (!left || !right) return null;
  const [x1, x2] = [left[0] - left[3] / 2, right[0] + right[3] / 2];
  const edge = ahead + left[4] / 2;
  return [[x1, edge + CLEAR + DEEP], [x2, edge + CLEAR + DEEP], [x2, edge + CLEAR], [x1, edge + CLEAR]];
}

/** How far ahead of their bases it lies, and how deep it is. */
const CLEAR = 800;
const DEEP = 400;
