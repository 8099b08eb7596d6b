// A sheet as a link: all of it stands in the link itself, so that it needs no account and nothing is kept anywhere.

import type { CreatureEntry } from "../../../api/types";

/** What a link carries: a sheet with the prices that were agreed on, or a ready party by its name. */
export interface Carried {
  readonly creature?: CreatureEntry;
  readonly party?: string;
  readonly prices?: Readonly<Record<string, number>>;
}

const MOST_SIGNS = 20_000;

export function linkTo(sheet: Carried, page: string): string {
  const bytes = new TextEncoder().encode(JSON.stringify(sheet));
  const signs = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `${new URL("/workshop/from-dnd", page).href}#sheet=${signs.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** What a link carries, as far as can be told before the books are asked; nothing of any other, false of a broken one. */
export function carried(hash: string): Carried | false | null {
  const signs = /^#sheet=(.*)$/.exec(hash)?.[1];
  if (signs === undefined) return null;
  if (!signs || signs.length > MOST_SIGNS || !/^[A-Za-z0-9_-]+$/.test(signs)) return false;
  try {
    const bytes = Uint8Array.from(atob(signs.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    const found: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof found !== "object" || found === null) return false;
    const { creature, party, prices } = found as Record<string, unknown>;
    if (typeof party === "string" && party) return { party };
    if (typeof creature !== "object" || creature === null) return false;
    return { creature: creature as CreatureEntry, prices: plainPrices(prices) };
  } catch {
    return false;
  }
}

const plainPrices = (prices: unknown): Record<string, number> =>
  typeof prices === "object" && prices !== null ? Object.fromEntries(Object.entries(prices).filter((one): one is [string, number] => Number.isInteger(one[1]) && (one[1] as number) >= 1 && (one[1] as number) <= 10_000)) : {};
