import { useSyncExternalStore } from "react";

/** The browser's offer to install the site as an app; not every browser makes one. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallOffer | undefined;
const listeners = new Set<() => void>();

function setOffer(next: InstallOffer | undefined): void {
  offer = next;
  for (const listener of listeners) listener();
}

/** Keeps the browser's offer for the settings, in place of the browser's own banner. */
export function watchInstallOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    setOffer(event as InstallOffer);
  });
  addEventListener("appinstalled", () => setOffer(undefined));
}

/** Returns what opens the browser's dialog; undefined where the browser offers none. */
export function useInstallOffer(): (() => void) | undefined {
  const shown = useSyncExternalStore(
    subscribe,
    () => offer,
    () => undefined,
  );
  if (!shown) return undefined;
  return () => {
    // An offer can be used once.
    setOffer(undefined);
    void shown.prompt();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
