import { useSyncExternalStore } from "react";
import { writeStored } from "./storage.ts";

export type Theme = "light" | "dark";

/** Runs before the first paint and applies the chosen theme; without one, the system's is used. */
export const themeScript = `try{const t=localStorage.getItem("theme");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`;

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readTheme(): Theme | undefined {
  return document.documentElement.dataset.theme as Theme | undefined;
}

/** Stores a theme in this browser; undefined means the system's theme. */
export function setTheme(theme: Theme | undefined) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  writeStored("localStorage", "theme", theme ?? null);
  for (const listener of listeners) listener();
}

/** The chosen theme; undefined means the system's theme. */
export function useTheme(): Theme | undefined {
  return useSyncExternalStore(subscribe, readTheme, () => undefined);
}
