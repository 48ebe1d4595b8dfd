import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "#lib/browser/storage.ts";

const storageKey = "enter_sends";
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Whether a device has a keyboard of its own. On others, Enter is the only way to a new line. */
const hasKeyboard = () => !matchMedia("(pointer: coarse)").matches;

/** Whether Enter alone sends a message in this browser: a setting, which devices with touch don't have. */
export const doesEnterSend = (): boolean =>
  hasKeyboard() && readStored("localStorage", storageKey) === "yes";

/** Returns the setting, or undefined for devices that don't have it, and a function that changes it. */
export function useEnterSends(): [boolean | undefined, (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(
    subscribe,
    () => (hasKeyboard() ? doesEnterSend() : undefined),
    () => undefined,
  );
  function change(isOn: boolean) {
    writeStored("localStorage", storageKey, isOn ? "yes" : null);
    for (const listener of listeners) listener();
  }
  return [isOn, change];
}
