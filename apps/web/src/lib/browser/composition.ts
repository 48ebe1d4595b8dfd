/** The key code of all key events of an input method. */
const inputMethodKeyCode = 229;

/**
 * Hides the key events of an input method from the page's handlers, those of libraries too: Escape or Enter then
 * ends the conversion of a text, and is no command. The input method itself isn't affected.
 */
export function hideCompositionKeys(): void {
  for (const kind of ["keydown", "keyup"] as const) addEventListener(kind, stopIfComposing, true);
}

function stopIfComposing(event: KeyboardEvent): void {
  // Safari sends the key that ends a conversion after the conversion, without `isComposing`.
  if (event.isComposing || event.keyCode === inputMethodKeyCode) event.stopImmediatePropagation();
}
