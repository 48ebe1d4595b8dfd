// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listenToEvents } from "./event-stream.ts";

/** The streams that were opened, the latest last. */
let sources: FakeSource[] = [];

class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 0;
  onopen?: () => void;
  onerror?: () => void;
  url: string;
  constructor(url: string) {
    super();
    this.url = url;
    sources.push(this);
  }
  close() {
    this.readyState = FakeSource.CLOSED;
  }
  /** Ends the stream: the server has refused it, or the connection was lost. */
  fail(isRefused: boolean) {
    this.readyState = isRefused ? FakeSource.CLOSED : 0;
    this.onerror?.();
  }
}

let isHidden = false;
const listeners = { onEvent: vi.fn(), onOpen: vi.fn(), onClose: vi.fn() };
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", FakeSource);
  // Without this, tabs share a stream.
  vi.stubGlobal("BroadcastChannel", undefined);
  vi.spyOn(document, "hidden", "get").mockImplementation(() => isHidden);
  isHidden = false;
  sources = [];
  vi.clearAllMocks();
  stop = listenToEvents("yui", listeners);
});

afterEach(() => {
  stop();
  vi.restoreAllMocks();
});

function setHidden(value: boolean) {
  isHidden = value;
  document.dispatchEvent(new Event("visibilitychange"));
}

test("a stream that is refused or lost is opened again after delays that are random and grow", () => {
  const delays = [];
  for (let attempt = 0; attempt < 8; attempt++) {
    vi.spyOn(Math, "random").mockReturnValue(attempt % 2);
    const count = sources.length;
    sources.at(-1)?.fail(attempt > 3);
    const failedAt = Date.now();
    while (sources.length === count) vi.advanceTimersToNextTimer();
    delays.push((Date.now() - failedAt) / 1_000);
  }
  expect(delays).toEqual([2, 8, 8, 32, 30, 60, 30, 60]);
  expect(listeners.onClose.mock.calls.flat()).toEqual([
    ...Array(4).fill(false),
    ...Array(4).fill(true),
  ]);
});

test("after a stream was open for a while, the delay is short again", () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  for (let i = 0; i < 5; i++) {
    sources.at(-1)?.fail(false);
    vi.runOnlyPendingTimers();
  }
  sources.at(-1)?.onopen?.();
  vi.advanceTimersByTime(30_000);
  sources.at(-1)?.fail(false);
  vi.advanceTimersByTime(4_000);
  expect(sources).toHaveLength(7);
});

test("a page has no stream while it is hidden, and learns when it is open again", () => {
  sources[0]?.onopen?.();
  expect(listeners.onOpen).toHaveBeenCalledTimes(1);
  setHidden(true);
  expect(sources[0]?.readyState).toBe(FakeSource.CLOSED);
  expect(listeners.onClose).toHaveBeenCalledWith(false);
  setHidden(false);
  sources[1]?.onopen?.();
  expect(listeners.onOpen).toHaveBeenCalledTimes(2);
});

test("an event arrives with its kind and data", () => {
  sources[0]?.dispatchEvent(new MessageEvent("counts", { data: '{"arrived":"new_question"}' }));
  expect(listeners.onEvent).toHaveBeenCalledWith({
    kind: "counts",
    data: { arrived: "new_question" },
  });
});
