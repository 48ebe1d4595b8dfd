// @vitest-environment happy-dom
// Needs a process of its own: the listener stays on the document.
import { expect, test, vi } from "vitest";
import { hideCompositionKeys } from "./composition.ts";

hideCompositionKeys();

function pressKey(init: KeyboardEventInit): string[] {
  const listener = vi.fn<(event: KeyboardEvent) => void>();
  document.addEventListener("keydown", listener, true);
  document.body.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, ...init }));
  document.removeEventListener("keydown", listener, true);
  return listener.mock.calls.map(([event]) => event.key);
}

test("A11Y keys of an input method are no commands", () => {
  expect(pressKey({ key: "Escape" })).toEqual(["Escape"]);
  expect(pressKey({ key: "Escape", isComposing: true })).toEqual([]);
  expect(pressKey({ key: "Enter", keyCode: 229 })).toEqual([]);
});
