import { readStored, writeStored } from "./storage.ts";

const storageKey = "list_keys";

/** Whether single keys act on lists in this browser. They do unless the reader has turned them off. */
export const areListKeysOn = (): boolean => readStored("localStorage", storageKey) !== "no";

export const turnListKeys = (isOn: boolean): void =>
  writeStored("localStorage", storageKey, isOn ? null : "no");

const card = "[data-list-card]";

/** What waits for an answer of the reader, and takes keys for itself. */
const overlays = "[role=dialog],[role=alertdialog],[role=menu]";

/**
 * Acts on a key that was pressed outside of a field: `j` and `k` move the focus to the next or the previous card, `?`
 * shows the keys, and each other key presses the control of the focused card that names it.
 *
 * An element with `data-list-card` is a card; a control in it names its keys by `data-key="a enter"`.
 */
export function pressListKey(event: KeyboardEvent, showKeys: () => void): void {
  const key = readKey(event);
  if (!key || !areListKeysOn() || document.querySelector(overlays)) return;
  if (key === "?") {
    showKeys();
    return;
  }
  const current = findCurrent();
  const control = current?.querySelector<HTMLElement>(`[data-key~="${key}"]`);
  // The control may move the focus to a field, which would get the key.
  if (control) event.preventDefault();
  control?.click();
  if (key !== "j" && key !== "k") return;
  // In a pile, the next card is the one that the control puts on top.
  if (control) requestAnimationFrame(() => focusCard(findCurrent()));
  else focusCard(findNext(current, key === "j" ? 1 : -1));
}

/** Returns the key in lower case, or undefined if it does nothing here. */
function readKey(event: KeyboardEvent): string | undefined {
  const { target, code, defaultPrevented, ctrlKey, altKey, metaKey, shiftKey, repeat } = event;
  if (defaultPrevented || ctrlKey || altKey || metaKey) return undefined;
  // Layouts without Latin letters have them on the same places.
  const key = (/^[ -~]+$/.test(event.key) ? event.key : code.replace("Key", "")).toLowerCase();
  if (key === "?" && !repeat) return key;
  if (shiftKey) return undefined;
  // A link or a button takes Enter for itself.
  if (key === "enter" && !repeat)
    return (target as Element).closest("a,button,summary") ? undefined : key;
  return (repeat ? /^[jk]$/ : /^[jkla]$/).test(key) ? key : undefined;
}

/** Returns the card that has or contains the focus, or whose row has it. */
function findCurrent(): HTMLElement | null | undefined {
  const { activeElement } = document;
  const row = activeElement?.matches("li") ? activeElement : undefined;
  return activeElement?.closest<HTMLElement>(card) ?? row?.querySelector<HTMLElement>(card);
}

/** Returns the card after or before `current`, or without one the card at the top of the screen. */
function findNext(current: HTMLElement | null | undefined, by: 1 | -1): HTMLElement | undefined {
  const all = document.querySelectorAll<HTMLElement>(`${card}:not([inert] *)`);
  const cards = [...all].filter((other) => other.checkVisibility());
  if (current) return cards[cards.indexOf(current) + by];
  const top = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  // After going back, a rest of the card above may be on the screen.
  const isAtTop = (other: HTMLElement) => {
    const { bottom, height } = other.getBoundingClientRect();
    return bottom - top > Math.min(height, innerHeight) / 2;
  };
  return cards.find(isAtTop) ?? cards.at(-1);
}

let named = 0;

/** Focuses a card. Screen readers read its heading, or else the text of the link that opens it. */
function focusCard(target: HTMLElement | null | undefined): void {
  if (!target) return;
  // A card that is itself a link or a button stays reachable by Tab.
  if (target.tabIndex < 0) target.tabIndex = -1;
  const name = target.querySelector("h1,h2,h3,h4") ?? target.querySelector("[data-key~=enter]");
  if (name && !target.hasAttribute("aria-labelledby")) {
    named += 1;
    name.id ||= `card-name-${named}`;
    target.setAttribute("aria-labelledby", name.id);
  }
  target.focus({ preventScroll: true, focusVisible: true });
  target.scrollIntoView({ block: "nearest" });
}
