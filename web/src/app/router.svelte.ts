// Addresses of the page. One history, no reloads; links are plain links that `follow` takes over.

import type { Claim } from "../api/http";
import type { Part } from "../pages/workshop/frame";

export type Route =
  | { page: "start" }
  | { page: "setup" }
  | { page: "mine" }
  | { page: "lessons"; book: string }
  | { page: "armies"; army: string }
  | { page: "rules"; book: string; rule: string }
  | { page: "compare"; first: string; second: string }
  | { page: "workshop"; part: Part; kept: string }
  | { page: "battle"; id: string; claim: Claim; invitation: string }
  | { page: "missing" };

/** What an address shows. The address of a seat of one's own has its name; one that was sent to us an invitation. */
export function read(path: string, search = "", invitation = ""): Route {
  const [first = "", second = "", third = "", ...rest] = decoded(path);
  if (rest.length) return { page: "missing" };
  if (!first) return { page: "start" };
  if (first === "rules") return { page: "rules", book: second, rule: third };
  if (first === "compare" && second && third) return { page: "compare", first: second, second: third };
  if (first === "workshop") {
    const part = (["army", "scenario", "from-dnd", "house"] as const).find((one) => one === (second || "army"));
    return part && !(part === "from-dnd" && third) ? { page: "workshop", part, kept: third } : { page: "missing" };
  }
  if (third) return { page: "missing" };
  if (first === "lessons") return { page: "lessons", book: second };
  if (first === "armies") return { page: "armies", army: second };
  if (first === "battles" && second) {
    const said = new URLSearchParams(search);
    const claim: Claim = {};
    for (const key of ["seat", "watch"] as const) if (said.get(key)) claim[key] = said.get(key) ?? "";
    return { page: "battle", id: second, claim, invitation };
  }
  if (second) return { page: "missing" };
  if (first === "setup" || first === "mine") return { page: first };
  return { page: "missing" };
}

/** The secret of an invitation: behind the #, where no server sees it; in older links it stood before that. */
export function invitationIn(search: string, hash: string): string {
  return new URLSearchParams(hash.slice(1)).get("invitation") || new URLSearchParams(search).get("token") || "";
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
  path = $state("");
  search = $state("");
  invitation = $state("");
  readonly route = $derived(read(this.path, this.search, this.invitation));

  constructor() {
    this.#sync();
  }

  #sync(): void {
    this.invitation = invitationIn(location.search, location.hash);
    if (this.invitation) this.#clean();
    this.path = location.pathname;
    this.search = location.search;
  }

  /** A secret does not stay in the address, where one copies it by mistake and the history keeps it. */
  #clean(): void {
    const said = new URLSearchParams(location.search);
    said.delete("token");
    history.replaceState(null, "", location.pathname + (said.size ? `?${said}` : ""));
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
