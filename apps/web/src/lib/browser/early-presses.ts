// Controls that do nothing without scripts; a form with this method sends nothing by itself.
const controls =
  "button[type=button],input[type=checkbox],input[type=radio],form[method=dialog] button";

/** Runs before the first paint and records which of these controls are pressed before hydration. */
export const earlyPressScript = `{const pressed=new Set,record=e=>{const c=e.target.closest?.("${controls}");if(c){pressed.add(c);e.stopImmediatePropagation()}};addEventListener("click",record,true);window.takeEarlyPresses=()=>{removeEventListener("click",record,true);return[...pressed]}}`;

declare global {
  interface Window {
    /** Ends the recording; returns each control once, however often it was pressed. */
    takeEarlyPresses?: () => (HTMLButtonElement | HTMLInputElement)[];
  }
}

/** Presses what was pressed before hydration. */
export function replayEarlyPresses(): void {
  const pressed = window.takeEarlyPresses?.() ?? [];
  delete window.takeEarlyPresses;
  for (const control of pressed) {
    // No component listens to this event; it makes React hydrate the part that contains the control.
    control.dispatchEvent(new Event("pointercancel", { bubbles: true }));
    if (control instanceof HTMLInputElement) {
      if (control.checked === control.defaultChecked) continue;
      // React notices only a change that comes after hydration, so the browser's own is undone.
      control.checked = control.defaultChecked;
    }
    control.click();
  }
}
