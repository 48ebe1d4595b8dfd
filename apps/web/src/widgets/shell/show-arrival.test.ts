// @vitest-environment happy-dom
// Needs a process of its own: it replaces the document's content.

import type { ParsedLocation } from "@tanstack/react-router";
import type { NoticeKind } from "@toibako/contract/notices.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showArrival } from "./show-arrival.tsx";

const animate = vi.fn();
const toasts = { showToast: vi.fn(), showBar: vi.fn(), dismiss: vi.fn() };

beforeEach(() => {
  document.body.innerHTML = "<div data-shell-bar><svg><path data-lid></path></svg></div>";
  Object.assign(document.querySelector("[data-lid]") ?? {}, { animate });
});

afterEach(() => {
  vi.clearAllMocks();
});

function arrive(kind: NoticeKind, isMotionReduced = false) {
  vi.stubGlobal("matchMedia", () => ({ matches: isMotionReduced }));
  showArrival(kind, toasts, "en", { pathname: "/en/box", search: {} } as ParsedLocation);
}

test("a new question lets the box in the header blink once, also where the inbox shows the question", () => {
  arrive("new_question");
  expect(animate).toHaveBeenCalledOnce();
  expect(animate.mock.calls[0]?.[1]).toMatchObject({ duration: 320 });
});

test("the box doesn't blink for other notices, nor for a reader who wants less motion", () => {
  arrive("new_answer");
  arrive("new_question", true);
  expect(animate).not.toHaveBeenCalled();
});
