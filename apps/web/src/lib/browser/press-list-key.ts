import { readStored, writeStored } from "./storage.ts";

const storageKey = "list_keys";

/** Whether single keys act on lists in this browser. They do unless the reader has turned them off. */
export const areListKeysOn = (): boolean => readStored("localStorage", storageKey) !== "no";

export const turnListKeys = (isOn: boolean): void =>
  writeStored("localStorage", storageKey, isOn ? null : "no");

/** What waits for an answer of the reader, and takes keys for itself. */
const overlays = "[role=dialog],[role=alertdialog],[role=menu]";

/**
 * Acts on a key: `j` and `k` move the focus to the next or the previous card, `?` shows the keys, and each other key
 * presses the control of the focused card that names it.
 *
 * An element with `data-list-card` is a card; a control in it names its keys by `data-key="a enter"`.
 */
export function pressListKey(key: string, showKeys: () => void): void {
  if (!areListKeysOn() || document.querySelector(overlays)) return;
  if (key === "?") {
    showKeys();
    return;
  }
  const card = document.activeElement?.closest<HTMLElement>("[data-list-card]");
  const control = card?.querySelector<HTMLElement>(`[data-key~="${key}"]`);
  control?.click();
  if (key !== "j" && key !== "k") return;
  // In a pile, the next card is the one that the control puts on top.
  if (control) requestAnimationFrame(focusCardOfFocus);
  else focusCard(findNext(card, key === "j" ? 1 : -1));
}

/** Returns the card after or before `card`, or without one the first card on the screen. */
function findNext(card: HTMLElement | null | undefined, by: 1 | -1): HTMLElement | undefined {
  const all = document.querySelectorAll<HTMLElement>("[data-list-card]:not([inert] *)");
  const cards = [...all].filter((other) => other.checkVisibility());
  if (card) return cards[cards.indexOf(card) + by];
  const top = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  return cards.find((other) => other.getBoundingClientRect().bottom > top) ?? cards.at(-1);
}

function focusCardOfFocus(): void {
  focusCard(document.activeElement?.closest<HTMLElement>("[data-list-card]"));
}

let named = 0;

/** Focuses a card. Screen readers read its heading, or else the text of the link that opens it. */
function focusCard(card: HTMLElement | null | undefined): void {
  if (!card) return;
  // A card that is itself a link or a button stays reachable by Tab.
  if (card.tabIndex < 0) card.tabIndex = -1;
  const name = card.querySelector("h1,h2,h3,h4") ?? card.querySelector("[data-key~=enter]");
  if (name && !card.hasAttribute("aria-labelledby")) {
    named += 1;
    name.id ||= `card-name-${named}`;
    card.setAttribute("aria-labelledby", name.id);
  }
  card.focus({ preventScroll: true, focusVisible: true });
  card.scrollIntoView({ block: "nearest" });
}
