// @vitest-environment happy-dom
// Needs a process of its own: the listener stays on the document.
import { expect, test, vi } from "vitest";
import { ignoreRepeatedPresses } from "./repeated-presses.ts";

ignoreRepeatedPresses();

test("two presses of a button in one task are one", () => {
  vi.useFakeTimers();
  const press = vi.fn();
  document.body.innerHTML = "<form><button type='button'><b>Send</b></button></form>";
  document.body.addEventListener("click", press);
  const label = document.querySelector("b");
  label?.click();
  label?.click();
  expect(press).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(100);
  label?.click();
  expect(press).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
