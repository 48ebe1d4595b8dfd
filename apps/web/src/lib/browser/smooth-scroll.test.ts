// @vitest-environment happy-dom
// Needs a process of its own: an element that it adds stays in the document.
import { beforeEach, expect, test, vi } from "vitest";
import { scrollSmoothlyTo } from "./smooth-scroll.ts";

/** The scroll positions of the page, by the milliseconds since the start. */
const positions = new Map<number, number>();
let now = 0;

function startScroll({ isMotionReduced }: { isMotionReduced: boolean }) {
  const steps: FrameRequestCallback[] = [];
  vi.stubGlobal("requestAnimationFrame", (step: FrameRequestCallback) => steps.push(step));
  vi.stubGlobal("matchMedia", () => ({ matches: isMotionReduced }));
  const element = document.body.appendChild(document.createElement("p"));
  vi.spyOn(element, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 800, 10, 10));
  scrollSmoothlyTo(element);
  for (let step = steps.shift(); step; step = steps.shift()) {
    step(now);
    now += 50;
  }
}

beforeEach(() => {
  now = 0;
  positions.clear();
  vi.spyOn(performance, "now").mockImplementation(() => now);
  vi.spyOn(window, "scrollTo").mockImplementation(((to: ScrollToOptions) => {
    positions.set(now, to.top ?? 0);
  }) as typeof window.scrollTo);
});

test("SHELL-23 the page scrolls to the target in half a second, slowly at the start and at the end", () => {
  startScroll({ isMotionReduced: false });
  expect([...positions.keys()]).toEqual([0, 50, 100, 150, 200, 250, 300, 350, 400, 450, 500]);
  expect([0, 250, 500].map((time) => positions.get(time))).toEqual([0, 400, 800]);
  expect(positions.get(100)).toBeLessThan(160);
  expect(positions.get(400)).toBeGreaterThan(640);
});

test("SHELL-23 with reduced motion the page jumps to the target", () => {
  startScroll({ isMotionReduced: true });
  expect([...positions]).toEqual([[0, 800]]);
});
