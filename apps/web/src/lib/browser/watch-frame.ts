import { type AdPing, type AdPong, adPortMessage } from "@toibako/contract/ads/frame.ts";

// In milliseconds.
const pingInterval = 250;
const measuredTime = 2_500;
/** Of the processor, within `measuredTime`: 200 ms a second. */
const maxBusyTime = 500;
/** After the frame has loaded, which includes its first script. */
const maxWaitForPort = 1_000;

/** Entries of the history that a frame may add while the page's own entry stays the same. */
const maxEntries = 3;

/** Messages that answer no ping and come nevertheless. */
const maxUnexpected = 10;

interface WatchOptions {
  /** What an empty frame shall show, for a preview. */
  markup?: string | undefined;
  /** Called once if the frame takes too much of the processor, or isn't what it should be. */
  onUnfit: () => void;
}

/**
 * Measures how busy a frame of an advertisement is, by how late it answers and by the long tasks that its first script counts.
 * The page listens to the frame's first message, which brings a port, and afterwards only to this port. Returns a function
 * that ends it.
 */
export function watchFrame(frame: HTMLIFrameElement, { markup, onUnfit }: WatchOptions) {
  let stopMeasuring = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  function stop() {
    removeEventListener("message", receivePort);
    frame.removeEventListener("load", waitForPort);
    clearTimeout(timer);
    stopMeasuring();
  }
  function fail() {
    stop();
    onUnfit();
  }
  function waitForPort() {
    timer ??= setTimeout(fail, maxWaitForPort);
  }
  function receivePort({ source, data, ports: [port] }: MessageEvent) {
    if (source !== frame.contentWindow || data !== adPortMessage || !port) return;
    stop();
    if (markup !== undefined) post(port, { markup });
    stopMeasuring = measure(port, fail);
  }
  addEventListener("message", receivePort);
  frame.addEventListener("load", waitForPort);
  return stop;
}

const post = (port: MessagePort, ping: AdPing) => port.postMessage(ping);

/** What changes whenever the page itself goes to another entry of the history. */
const describeOwnEntry = () => `${location.href} ${JSON.stringify(history.state)}`;

/** Pings a frame through its port while the page is visible, and calls `onTooBusy` if it is too busy. */
function measure(port: MessagePort, onTooBusy: () => void): () => void {
  let samples: { at: number; ms: number }[] = [];
  let number = 0;
  let unexpected = 0;
  let ownEntry = describeOwnEntry();
  let entries = history.length;
  /** When the ping without an answer was sent. */
  let sentAt: number | undefined;
  /** How late the page's own timers have been since then. */
  let ownDelay = 0;
  let dueAt = performance.now() + pingInterval;
  let timer = setTimeout(tick, pingInterval);

  function isTooBusy(waiting = 0): boolean {
    const since = performance.now() - measuredTime;
    samples = samples.filter(({ at }) => at > since);
    return samples.reduce((sum, { ms }) => sum + ms, waiting) > maxBusyTime;
  }
  function stop() {
    clearTimeout(timer);
    port.close();
  }
  function fail() {
    stop();
    onTooBusy();
  }
  function tick() {
    const now = performance.now();
    ownDelay += Math.max(0, now - dueAt);
    if (ownEntry !== describeOwnEntry()) {
      ownEntry = describeOwnEntry();
      entries = history.length;
    } else if (history.length > entries + maxEntries) return fail();
    if (document.visibilityState !== "visible") {
      // Browsers slow down hidden pages and their frames.
      sentAt = undefined;
      samples = [];
    } else if (sentAt === undefined) {
      number += 1;
      sentAt = now;
      ownDelay = 0;
      post(port, { number });
    } else if (isTooBusy(now - sentAt - ownDelay)) return fail();
    dueAt = performance.now() + pingInterval;
    timer = setTimeout(tick, pingInterval);
  }
  port.onmessage = ({ data }: MessageEvent<AdPong>) => {
    const now = performance.now();
    if (sentAt === undefined || data.number !== number) {
      unexpected += 1;
      if (unexpected > maxUnexpected) fail();
      return;
    }
    // The page may be busy itself when the answer comes. The clocks of page and frame may differ a little.
    const delay = Math.min(now - sentAt, data.received_at - performance.timeOrigin - sentAt);
    samples.push({ at: now, ms: Math.max(0, delay, data.busy_ms) });
    sentAt = undefined;
    if (isTooBusy()) fail();
  };
  return stop;
}
