// Where a friend is, and under which address the server is reached from there.

import type { Reach } from "../api/types";

export type Place = "network" | "here" | "elsewhere";

/** How far a name of a server reaches: this computer, the network it is in, or anywhere. */
export function reachOf(hostname: string): Place {
  const name = hostname.toLowerCase().replace(/^\[|\]$/g, "");
  if (name === "localhost" || name.endsWith(".localhost") || name === "::1" || name.startsWith("127.")) return "here";
  if (/^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/.test(name)) return "network";
  if (/^(fe[89ab]|f[cd])[0-9a-f]{0,2}:/.test(name)) return "network";
  if (name.endsWith(".local") || name.endsWith(".lan") || name.endsWith(".home.arpa") || !/[.:]/.test(name)) return "network";
  return "elsewhere";
}

/** The addresses that work from a place, the surest first. None where no address is known to. */
export function addressesFor(place: Place, page: { origin: string; hostname: string }, reach: Reach | null): string[] {
  const far = reachOf(page.hostname);
  if (place === "here" || far === "elsewhere") return [page.origin];
  if (place === "elsewhere") return [];
  if (far === "network") return [page.origin];
  const sure = (reached: boolean): number => (reached ? 0 : 1);
  return (reach?.network ?? [])
    .filter(({ answers }) => answers)
    .sort((one, other) => sure(one.reached) - sure(other.reached))
    .map(({ address }) => address);
}

/** Where a friend most likely is: the widest place from which something is known to work. */
export function likely(page: { origin: string; hostname: string }, reach: Reach | null): Place {
  if (reachOf(page.hostname) === "elsewhere") return "elsewhere";
  return addressesFor("network", page, reach).length || reach?.may_listen ? "network" : "here";
}
