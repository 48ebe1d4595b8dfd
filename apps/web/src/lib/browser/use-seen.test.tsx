// @vitest-environment happy-dom
import { act, render } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { stubIntersections } from "#lib/testing/intersections.ts";
import { useSeen } from "./use-seen.ts";

let notify: ReturnType<typeof stubIntersections>;
const reported: string[][] = [];

beforeEach(() => {
  vi.useFakeTimers();
  reported.length = 0;
  notify = stubIntersections();
});

function List({ ids }: { ids: string[] }) {
  const createSeenRef = useSeen((ids) => reported.push(ids));
  return ids.map((id) => <p key={id} id={id} ref={createSeenRef(id)} />);
}

function scrollTo(id: string, intersectionRatio: number, height = 100) {
  const target = document.getElementById(id);
  if (!target) throw new Error("no such item");
  const intersectionRect = { height: height * intersectionRatio } as DOMRectReadOnly;
  const rootBounds = { height: 800 } as DOMRectReadOnly;
  notify({ target, intersectionRatio, intersectionRect, rootBounds });
}

function wait(milliseconds: number): void {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

test("PROF-16 an item is reported once, after half of it was on the screen, or it filled half of the screen, for a second", () => {
  render(<List ids={["a", "b", "c", "d"]} />);
  scrollTo("a", 0.5);
  scrollTo("b", 1);
  scrollTo("c", 0.4);
  wait(900);
  scrollTo("b", 0);
  wait(900);
  expect(reported).toEqual([["a"]]);
  scrollTo("a", 0);
  scrollTo("a", 1);
  // A tall item that fills half of the screen.
  scrollTo("d", 0.2, 2_000);
  wait(2_000);
  expect(reported).toEqual([["a"], ["d"]]);
});

test("PROF-16 items seen together are reported in one call, and none after the list is closed", () => {
  const { unmount } = render(<List ids={["a", "b", "c"]} />);
  scrollTo("a", 1);
  scrollTo("b", 1);
  wait(1_400);
  expect(reported).toEqual([["a", "b"]]);
  scrollTo("c", 1);
  unmount();
  wait(5_000);
  expect(reported).toEqual([["a", "b"]]);
});
