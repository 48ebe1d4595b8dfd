/**
 * Milliseconds for which a pressed button ignores a second press: a page that is busy gets both before it has shown
 * the button as pending. Nobody presses a button twice on purpose this fast.
 */
const holdMilliseconds = 50;

/** Ignores a second press of a button right after the first one, for all buttons, also those that submit forms. */
export function ignoreRepeatedPresses(): void {
  const held = new WeakSet<Element>();
  const press = (event: MouseEvent) => {
    const button = event.target instanceof Element && event.target.closest("button");
    if (!button) return;
    if (held.has(button)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    held.add(button);
    setTimeout(() => held.delete(button), holdMilliseconds);
  };
  addEventListener("click", press, true);
}
