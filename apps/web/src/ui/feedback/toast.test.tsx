// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ToastProvider } from "./toast.tsx";
import { type Toasts, useToasts } from "./toasts.ts";

let toasts: Toasts;

function Catch() {
  toasts = useToasts();
  return null;
}

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <ToastProvider closeLabel="Close">
      <Catch />
    </ToastProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number) => {
  act(() => void vi.advanceTimersByTime(ms));
};
const findToast = () => document.querySelector("[data-type]");
const readLeaving = () => findToast()?.getAttribute("data-leaving");

test.each(["success", "warning", "error", "notice"] as const)(
  "SHELL-16 the bar shows a %s and hides after 5000 ms",
  (type) => {
    act(() => toasts.show(type, "Saved"));
    expect(findToast()?.getAttribute("data-type")).toBe(type);
    pass(4999);
    expect(readLeaving()).toBeNull();
    pass(1);
    expect(readLeaving()).toBe("true");
    pass(200);
    expect(findToast()).toBeNull();
  },
);

test("SHELL-16 the toast stays 3000 ms and leaves within 200 ms", () => {
  act(() => toasts.toast("Copied"));
  pass(2999);
  expect(readLeaving()).toBeNull();
  pass(1);
  expect(readLeaving()).toBe("true");
  pass(199);
  expect(findToast()).not.toBeNull();
  pass(1);
  expect(findToast()).toBeNull();
});

test("SHELL-16 a toast may name its own duration", () => {
  act(() => toasts.toast("Copied", { duration: 1000 }));
  pass(1000);
  expect(readLeaving()).toBe("true");
});

test("SHELL-16 hovering pauses the timeout, and leaving resumes it", () => {
  act(() => toasts.show("notice", "Read me"));
  pass(4000);
  fireEvent.mouseEnter(findToast() as Element);
  pass(60_000);
  expect(readLeaving()).toBeNull();
  fireEvent.mouseLeave(findToast() as Element);
  pass(999);
  expect(readLeaving()).toBeNull();
  pass(1);
  expect(readLeaving()).toBe("true");
});

test("SHELL-16 errors are announced as alerts, and other messages as status", () => {
  act(() => toasts.show("error", "Broken"));
  act(() => toasts.show("success", "Done"));
  expect(screen.getByText("Broken").closest("[role]")?.getAttribute("role")).toBe("alert");
  expect(screen.getByText("Done").closest("[role]")?.getAttribute("role")).toBe("status");
});

test("SHELL-16 the button of the bar closes it", () => {
  act(() => toasts.show("notice", "Read me"));
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  pass(200);
  expect(findToast()).toBeNull();
});

test("BOX-07 a toast's action runs once, and the toast closes", () => {
  const onPress = vi.fn();
  act(() => toasts.toast("Moved", { action: { label: "Undo", onPress } }));
  const undo = screen.getByRole("button", { name: "Undo" });
  fireEvent.click(undo);
  fireEvent.click(undo);
  expect(onPress).toHaveBeenCalledTimes(1);
  expect(readLeaving()).toBe("true");
  pass(200);
  expect(findToast()).toBeNull();
});

test("SHELL-29 the bar cuts a long text with an ellipsis and keeps a short one", () => {
  act(() => toasts.show("notice", "あ".repeat(121)));
  expect(findToast()?.textContent).toBe(`${"あ".repeat(120)}…`);
  act(() => toasts.show("notice", "い".repeat(120)));
  expect(screen.getByText("い".repeat(120))).toBeDefined();
});
