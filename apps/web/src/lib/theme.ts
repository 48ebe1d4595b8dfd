import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark";

/** Runs before the first paint: the chosen theme, or none to follow the system. */
export const themeScript = `try{const t=localStorage.getItem("theme");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`;

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): Theme | undefined {
  return document.documentElement.dataset.theme as Theme | undefined;
}

/** Chooses a theme in this browser; undefined follows the system again. */
export function setTheme(theme: Theme | undefined) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  try {
    if (theme) localStorage.setItem("theme", theme);
    else localStorage.removeItem("theme");
  } catch {
    // Storage may be closed to us; the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/** The chosen theme, undefined while the system decides. */
export function useTheme(): Theme | undefined {
  return useSyncExternalStore(subscribe, read, () => undefined);
}
