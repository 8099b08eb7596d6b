// Addresses of the page. One history, no reloads; links are plain links that `follow` takes over.

import type { Claim } from "../api/http";

export type Route =
  | { page: "start" }
  | { page: "setup" }
  | { page: "mine" }
  | { page: "armies"; army: string }
  | { page: "rules"; book: string; rule: string }
  | { page: "battle"; id: string; claim: Claim }
  | { page: "missing" };

/** What an address shows. A link to a seat has its token; the address of one's own its name. */
export function read(path: string, search = ""): Route {
  const [first = "", second = "", third = "", ...rest] = decoded(path);
  if (rest.length) return { page: "missing" };
  if (!first) return { page: "start" };
  if (first === "rules") return { page: "rules", book: second, rule: third };
  if (third) return { page: "missing" };
  if (first === "armies") return { page: "armies", army: second };
  if (first === "battles" && second) {
    const said = new URLSearchParams(search);
    const claim: Claim = {};
    for (const key of ["token", "seat", "watch"] as const) if (said.get(key)) claim[key] = said.get(key) ?? "";
    return { page: "battle", id: second, claim };
  }
  if (second) return { page: "missing" };
  if (first === "setup" || first === "mine") return { page: first };
  return { page: "missing" };
}

/** The parts of a path. One that is garbled leads nowhere. */
function decoded(path: string): string[] {
  try {
    return path.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return ["garbled", path];
  }
}

class Router {
  path = $state(location.pathname);
  search = $state(location.search);
  readonly route = $derived(read(this.path, this.search));

  #sync(): void {
    this.path = location.pathname;
    this.search = location.search;
  }

  start(): () => void {
    const back = () => this.#sync();
    const click = (event: MouseEvent) => this.#follow(event);
    addEventListener("popstate", back);
    document.addEventListener("click", click);
    return () => {
      removeEventListener("popstate", back);
      document.removeEventListener("click", click);
    };
  }

  go(address: string): void {
    history.pushState(null, "", address);
    this.#sync();
    scrollTo(0, 0);
  }

  /** Another address for what is shown already: no step back leads here. */
  rename(address: string): void {
    history.replaceState(null, "", address);
    this.#sync();
  }

  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/") || link.pathname.endsWith("/text")) return;
    if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
export const go = (address: string): void => router.go(address);
