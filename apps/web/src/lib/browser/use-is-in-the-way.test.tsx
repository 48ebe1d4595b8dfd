// @vitest-environment happy-dom

import { act, render } from "@testing-library/react";
import { useRef } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { useIsInTheWay } from "./use-is-in-the-way.ts";

const rest = 400;
const place = { left: 300, right: 348, top: 500, bottom: 548, width: 48, height: 48 };

function FloatingButton({ mayCoverTexts = false }) {
  const button = useRef<HTMLButtonElement>(null);
  const isInTheWay = useIsInTheWay(button, { mayCoverTexts });
  return (
    <button ref={button} type="button" data-hidden={isInTheWay}>
      Ask
    </button>
  );
}

/** The elements below the button, the topmost first. All have the place of the button. */
let below: Element[];

beforeEach(() => {
  vi.useFakeTimers();
  below = [];
  document.elementsFromPoint = () => below;
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(place as DOMRect);
  vi.spyOn(Range.prototype, "getClientRects").mockReturnValue([place] as unknown as DOMRectList);
  return () => void vi.useRealTimers();
});

function createElement(name: string, text = ""): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

/** A layer that lies above the text of its card. */
function createCard(): Element[] {
  const card = createElement("li");
  card.dataset.listCard = "";
  const layer = card.appendChild(createElement("span"));
  const text = card.appendChild(createElement("p", "A text"));
  return [layer, text, card];
}

async function scrollTo(y: number) {
  document.documentElement.scrollTop = y;
  await act(async () => void window.dispatchEvent(new Event("scroll")));
}

const waitForRest = () => act(async () => vi.advanceTimersByTime(rest));

test.each([
  ["nothing", () => [createElement("div")], false, false],
  ["a link", () => [createElement("a")], true, true],
  ["a text", () => [createElement("p", "A text")], true, false],
  ["a text of a card below another layer of it", createCard, true, false],
])(
  "SHELL-13 at rest over %s, a floating button hides if it would cover it",
  async (_name, create, hides, hidesOfTexts) => {
    below = create();
    for (const [mayCoverTexts, expected] of [
      [false, hides],
      [true, hidesOfTexts],
    ] as const) {
      const { getByRole, unmount } = render(<FloatingButton mayCoverTexts={mayCoverTexts} />);
      await waitForRest();
      expect(getByRole("button").dataset.hidden).toBe(String(expected));
      unmount();
    }
  },
);

test("SHELL-13 a floating button hides while the reader scrolls down, not up, and never while it has the keyboard's focus", async () => {
  const { getByRole } = render(<FloatingButton />);
  const button = getByRole("button");
  await waitForRest();
  await scrollTo(100);
  expect(button.dataset.hidden).toBe("true");
  await waitForRest();
  expect(button.dataset.hidden).toBe("false");
  await scrollTo(50);
  expect(button.dataset.hidden).toBe("false");
  vi.spyOn(button, "matches").mockReturnValue(true);
  await scrollTo(200);
  expect(button.dataset.hidden).toBe("false");
});
