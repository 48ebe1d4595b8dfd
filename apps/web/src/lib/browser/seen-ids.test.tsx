// @vitest-environment happy-dom
import { act, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { stubIntersections } from "#lib/testing/intersections.ts";
import { useSeenEntries } from "./seen-ids.ts";

const key = "seen_here";
let notify: ReturnType<typeof stubIntersections>;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  notify = stubIntersections();
});

function List({ ids, isEnabled = true }: { ids: string[]; isEnabled?: boolean }) {
  const { isNew, createSeenRef } = useSeenEntries(key, isEnabled);
  return ids.map((id) => (
    <p key={id} id={id} ref={createSeenRef(id)}>
      {isNew(id) ? "new" : "known"} {id}
    </p>
  ));
}

/** Shows entries on the screen until they count as seen. */
function showOnScreen(...ids: string[]): void {
  for (const id of ids) {
    const target = document.getElementById(id);
    if (!target) throw new Error("no such entry");
    notify({ target, intersectionRatio: 1, intersectionRect: {} as DOMRectReadOnly });
  }
  act(() => {
    vi.advanceTimersByTime(2_000);
  });
}

test("COMM-18 an entry is new until it was on the screen, and stays marked while the list is open", () => {
  const { unmount, rerender } = render(<List ids={["a", "b"]} />);
  expect(screen.getByText("new a")).toBeTruthy();
  showOnScreen("a");
  rerender(<List ids={["a", "b"]} />);
  expect(screen.getByText("new a")).toBeTruthy();
  unmount();
  render(<List ids={["a", "b"]} />);
  expect(screen.getByText("known a")).toBeTruthy();
  expect(screen.getByText("new b")).toBeTruthy();
});

test("COMM-18 nothing is new to a visitor, and nothing is remembered", () => {
  render(<List ids={["a"]} isEnabled={false} />);
  expect(screen.getByText("known a")).toBeTruthy();
  showOnScreen("a");
  expect(localStorage.getItem(key)).toBeNull();
});

test("COMM-18 the browser remembers at most 500 entries and forgets the oldest", () => {
  const earlier = Array.from({ length: 500 }, (_, index) => `earlier ${index}`);
  localStorage.setItem(key, JSON.stringify(earlier));
  render(<List ids={["a"]} />);
  showOnScreen("a");
  const kept = JSON.parse(localStorage.getItem(key) ?? "");
  expect(kept).toHaveLength(500);
  expect(kept.at(-1)).toBe("a");
  expect(kept[0]).toBe("earlier 1");
});

test("COMM-18 all entries are new if the stored text is damaged", () => {
  localStorage.setItem(key, "{");
  render(<List ids={["a"]} />);
  expect(screen.getByText("new a")).toBeTruthy();
});
