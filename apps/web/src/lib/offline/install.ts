import { useSyncExternalStore } from "react";

/** The event by which a browser offers to install the site as an app. Some browsers don't have it. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

let installPrompt: InstallPromptEvent | undefined;
const listeners = new Set<() => void>();

function setInstallPrompt(next: InstallPromptEvent | undefined): void {
  installPrompt = next;
  for (const listener of listeners) listener();
}

/** Stores the browser's install prompt for the settings page and suppresses the browser's own banner. */
export function captureInstallPrompt(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    setInstallPrompt(event as InstallPromptEvent);
  });
  addEventListener("appinstalled", () => setInstallPrompt(undefined));
}

/** Returns a function that opens the browser's install dialog; undefined if there is no prompt. */
export function useInstallPrompt(): (() => void) | undefined {
  const event = useSyncExternalStore(
    subscribe,
    () => installPrompt,
    () => undefined,
  );
  if (!event) return undefined;
  return () => {
    // A prompt can be shown only once.
    setInstallPrompt(undefined);
    void event.prompt();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
