// Light or dark: the system's choice until someone chooses here.

export type Choice = "light" | "dark" | "system";

const KEY = "theme";
const system = matchMedia("(prefers-color-scheme: dark)");

class Theme {
  choice = $state<Choice>(remembered());
  #systemDark = $state(system.matches);
  readonly dark = $derived(this.choice === "system" ? this.#systemDark : this.choice === "dark");

  constructor() {
    system.addEventListener("change", (event) => {
      this.#systemDark = event.matches;
      this.#show();
    });
  }

  choose(choice: Choice): void {
    this.choice = choice;
    if (choice === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
    this.#show();
  }

  /** The other one; back to the system's choice where that is the same. */
  toggle(): void {
    const wanted = this.dark ? "light" : "dark";
    this.choose((wanted === "dark") === this.#systemDark ? "system" : wanted);
  }

  #show(): void {
    // Pictures drawn by the server follow the system unless the root says otherwise, so it says either.
    document.documentElement.classList.toggle("dark", this.dark);
    document.documentElement.classList.toggle("light", !this.dark);
  }
}

function remembered(): Choice {
  const kept = localStorage.getItem(KEY);
  return kept === "light" || kept === "dark" ? kept : "system";
}

export const theme = new Theme();
