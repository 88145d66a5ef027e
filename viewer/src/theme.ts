// Light or dark: as the system says, until the person chooses.

export type Theme = "light" | "dark";
const kKey = "conjac-theme";

export class ThemeSwitch {
  private chosen: Theme | null;
  private readonly system = window.matchMedia("(prefers-color-scheme: dark)");

  constructor(private readonly changed: (theme: Theme) => void) {
    this.chosen = remembered();
    this.system.addEventListener("change", () => this.apply());
    this.apply();
  }

  get theme(): Theme {
    return this.chosen ?? (this.system.matches ? "dark" : "light");
  }

  toggle(): void {
    this.chosen = this.theme === "dark" ? "light" : "dark";
    try {
      localStorage.setItem(kKey, this.chosen);
    } catch {
      // A page from a file may have no storage; then the choice lasts until it is closed.
    }
    this.apply();
  }

  private apply(): void {
    document.documentElement.dataset.theme = this.theme;
    this.changed(this.theme);
  }
}

function remembered(): Theme | null {
  try {
    const value = localStorage.getItem(kKey);
    return value === "light" || value === "dark" ? value : null;
  } catch {
    return null;
  }
}
