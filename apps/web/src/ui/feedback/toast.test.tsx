// @vitest-environment happy-dom
// Needs a process of its own: an element that it adds stays in the document.
import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ToastProvider } from "./toast.tsx";
import { type Toasts, useToasts } from "./toasts.ts";

let toasts: Toasts;

function ToastsProbe() {
  toasts = useToasts();
  return null;
}

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <ToastProvider closeLabel="Close">
      <ToastsProbe />
    </ToastProvider>,
  );
});

const passTime = (ms: number) => {
  act(() => void vi.advanceTimersByTime(ms));
};
const findToast = () => document.querySelector("[data-type]");
const readLeaving = () => findToast()?.getAttribute("data-leaving");

test.each(["success", "warning", "error", "notice"] as const)(
  "SHELL-16 the bar shows a %s and hides after 5000 ms",
  (type) => {
    act(() => toasts.showBar(type, "Saved"));
    expect(findToast()?.getAttribute("data-type")).toBe(type);
    passTime(4999);
    expect(readLeaving()).toBeNull();
    passTime(1);
    expect(readLeaving()).toBe("true");
    passTime(200);
    expect(findToast()).toBeNull();
  },
);

test("SHELL-16 the toast starts to leave after 3000 ms and is removed 200 ms later", () => {
  act(() => toasts.showToast("Copied"));
  passTime(2999);
  expect(readLeaving()).toBeNull();
  passTime(1);
  expect(readLeaving()).toBe("true");
  passTime(199);
  expect(findToast()).not.toBeNull();
  passTime(1);
  expect(findToast()).toBeNull();
});

test("SHELL-16 a toast can have a duration of its own", () => {
  act(() => toasts.showToast("Copied", { duration: 1000 }));
  passTime(1000);
  expect(readLeaving()).toBe("true");
});

test("SHELL-16 hovering over a message pauses its timer, and moving the pointer away resumes it", () => {
  act(() => toasts.showBar("notice", "Read me"));
  passTime(4000);
  fireEvent.mouseEnter(findToast() as Element);
  passTime(60_000);
  expect(readLeaving()).toBeNull();
  fireEvent.mouseLeave(findToast() as Element);
  passTime(999);
  expect(readLeaving()).toBeNull();
  passTime(1);
  expect(readLeaving()).toBe("true");
});

test("SHELL-16 errors are announced as alerts, and other messages as status", () => {
  act(() => toasts.showBar("error", "Broken"));
  expect(screen.getByText("Broken").closest("[role]")?.getAttribute("role")).toBe("alert");
  act(() => toasts.showBar("success", "Done"));
  expect(screen.getByText("Done").closest("[role]")?.getAttribute("role")).toBe("status");
});

test("SHELL-16 the button of the bar closes it", () => {
  act(() => toasts.showBar("notice", "Read me"));
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  passTime(200);
  expect(findToast()).toBeNull();
});

test("BOX-07 a toast's action runs once, and the toast closes", () => {
  const onPress = vi.fn();
  act(() => toasts.showToast("Moved", { action: { label: "Undo", onPress } }));
  const undo = screen.getByRole("button", { name: "Undo" });
  fireEvent.click(undo);
  fireEvent.click(undo);
  expect(onPress).toHaveBeenCalledTimes(1);
  expect(readLeaving()).toBe("true");
  passTime(200);
  expect(findToast()).toBeNull();
});

test("SHELL-29 the bar cuts a long text with an ellipsis and keeps a short one", () => {
  act(() => toasts.showBar("notice", "あ".repeat(121)));
  expect(findToast()?.textContent).toBe(`${"あ".repeat(120)}…`);
  act(() => toasts.showBar("notice", "い".repeat(120)));
  expect(screen.getByText("い".repeat(120))).toBeDefined();
});

test("SHELL-16 at most one message is shown at a time", () => {
  act(() => toasts.showBar("error", "Broken"));
  act(() => toasts.showToast("Copied"));
  expect(screen.queryByText("Broken")).toBeNull();
  expect(document.querySelectorAll("[data-type]")).toHaveLength(1);
});

test("SHELL-16 news replace neither an error nor a message whose action can undo something", () => {
  const showNews = (text: string) => act(() => toasts.showBar("notice", text));
  act(() => toasts.showBar("error", "Broken"));
  showNews("A like");
  expect(findToast()?.textContent).toContain("Broken");
  act(() => toasts.showToast("Moved", { action: { label: "Undo", onPress: vi.fn() } }));
  showNews("A like");
  expect(findToast()?.textContent).toContain("Moved");
  act(() => toasts.showToast("Copied"));
  showNews("A like");
  showNews("A follower");
  expect(findToast()?.textContent).toContain("A follower");
});

test("SHELL-16 a message is at the top while the reader is at the bottom of the screen, where it would cover the row", () => {
  const row = document.body.appendChild(document.createElement("button"));
  const showNear = (top: number) => {
    vi.spyOn(row, "getBoundingClientRect").mockReturnValue(new DOMRect(0, top, 100, 44));
    act(() => row.focus());
    act(() => toasts.showToast("Moved"));
    return document.querySelector("[data-at-top]") !== null;
  };
  expect(showNear(100)).toBe(false);
  expect(showNear(window.innerHeight - 100)).toBe(true);
  row.remove();
});
