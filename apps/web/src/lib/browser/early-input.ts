// Controls that have no effect without scripts. They include the buttons of forms with `method="dialog"`, which send
// no request.
const controls =
  "button[type=button],input[type=checkbox],input[type=radio],form[method=dialog] button";

type TextField = HTMLInputElement | HTMLTextAreaElement;

const textFields = "input:not([type=checkbox],[type=radio]),textarea";

/** The reader's input before hydration: each pressed control once, and the last text or choice of each field. */
interface EarlyInput {
  pressed: Set<HTMLButtonElement | HTMLInputElement>;
  typed: Map<EventTarget, string>;
}

/** Runs before the first paint and records which controls are pressed and what is typed. */
export const earlyInputScript = `{const pressed=new Set,typed=new Map,press=e=>{const c=e.target.closest?.("${controls}");if(c){pressed.add(c);e.stopImmediatePropagation()}},type=e=>typed.set(e.target,e.target.value);addEventListener("click",press,true);addEventListener("input",type,true);window.takeEarlyInput=()=>{removeEventListener("click",press,true);removeEventListener("input",type,true);return{pressed,typed}}}`;

/**
 * Marks the page if one of its own scripts can't be loaded, so that the page says so instead of
 * ignoring presses, and shows the dates that a script would have formatted again (`createZoneScript`). Ignores scripts that fail after hydration, because presses work then.
 */
export const scriptFailureScript = `addEventListener("error",e=>{const d=document.documentElement.dataset;if(e.target.type==="module"&&!d.hydrated){d.scripts="failed";delete d.zone}},true);`;

declare global {
  interface Window {
    /** Ends the recording and returns it. */
    takeEarlyInput?: () => EarlyInput;
  }
}

/** Repeats for React the focus, texts, choices and presses from before hydration. */
export function replayEarlyInput(): void {
  const { pressed, typed } = window.takeEarlyInput?.() ?? { pressed: [], typed: undefined };
  delete window.takeEarlyInput;
  replayFocus();
  for (const field of document.querySelectorAll<TextField>(textFields)) {
    // The browser may have restored the text of a field without an event.
    const text = typed?.get(field) ?? field.value;
    if (text !== field.defaultValue) replayText(field, text);
  }
  for (const [field, choice] of typed ?? []) {
    if (field instanceof HTMLSelectElement) replayChoice(field, choice);
  }
  // In a microtask, because a form must have rendered the replayed texts before its button is pressed.
  queueMicrotask(() => {
    for (const control of pressed) replayPress(control);
  });
}

function replayFocus(): void {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return;
  hydrate(focused);
  // React listens to this event for `onFocus`.
  focused.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
}

function replayText(field: TextField, text: string): void {
  hydrate(field);
  // React has reset a textarea that was rendered with a text. A field that still has its text isn't set
  // again, because setting a value ends the composition of an input method.
  if (field.value !== text) field.value = text;
  // React ignores an input event if the field has the text that React recorded last. So the record is reset
  // to the default text: React's setter on the field writes the record, and calling it on a copy leaves the
  // text of the field itself unchanged.
  const { set } = Object.getOwnPropertyDescriptor(field, "value") ?? {};
  set?.call(field.cloneNode(), field.defaultValue);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function replayChoice(field: HTMLSelectElement, choice: string): void {
  hydrate(field);
  // React has reset a select that was rendered with a choice.
  field.value = choice;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

function replayPress(control: HTMLButtonElement | HTMLInputElement): void {
  hydrate(control);
  if (control instanceof HTMLInputElement) {
    if (control.checked === control.defaultChecked) return;
    // React notices only a change that comes after hydration, so the browser's own change is undone.
    control.checked = control.defaultChecked;
  }
  control.click();
}

/** Makes React hydrate the part that contains the element; no component listens to this event. */
function hydrate(element: Element): void {
  element.dispatchEvent(new Event("pointercancel", { bubbles: true }));
}
