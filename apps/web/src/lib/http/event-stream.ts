import type { StreamEvent } from "@toibako/contract/events.ts";

/** Milliseconds before the stream is opened again: half of this up to all of it, doubled with each failure. */
const firstDelay = 4_000;
const maxDelay = 60_000;
/** Milliseconds after which an open stream counts as a success, so that the next delay is short again. */
const stableTime = 30_000;

/** The kinds of events that pages listen to; the compiler asks for all of the contract. */
const kinds: Record<StreamEvent["kind"], true> = {
  counts: true,
  conversation: true,
  cases: true,
};

export interface EventListeners {
  onEvent: (event: StreamEvent) => void;
  /** The stream is open. The page must fetch what it may have missed before. */
  onOpen: () => void;
  /** No stream is open. `isRefused`: the server has refused it, perhaps because the session has ended. */
  onClose: (isRefused: boolean) => void;
}

/** What the tab that has the stream tells the others; `opened` differs for each stream that was opened. */
type TabMessage =
  | { event: StreamEvent }
  | { opened: number }
  | { isRefused: boolean }
  /** A new tab asks whether the stream is open. */
  | "is open?";

/**
 * Listens to the events of the page's account while the page is visible, and returns a function that stops. The
 * visible tabs of an account share one stream: over HTTP/1.1, a browser opens only six connections to a site.
 */
export function listenToEvents(user_id: string, listeners: EventListeners): () => void {
  let leave: (() => void) | undefined;
  const stop = () => {
    if (!leave) return;
    leave();
    leave = undefined;
    listeners.onClose(false);
  };
  const update = () => {
    if (document.hidden) stop();
    else leave ??= joinTabs(user_id, listeners);
  };
  const events = [
    [document, "visibilitychange", update],
    [document, "freeze", stop],
    [document, "resume", update],
    [window, "pagehide", stop],
    [window, "pageshow", update],
  ] as const;
  for (const [target, name, listener] of events) target.addEventListener(name, listener);
  update();
  return () => {
    for (const [target, name, listener] of events) target.removeEventListener(name, listener);
    leave?.();
  };
}

/**
 * Joins the visible tabs of an account: the one that holds the lock opens the stream and passes its events on. The
 * browser gives the lock to the next tab when this one leaves or ends. Without the lock or the channel, as on
 * sites without HTTPS, the tab has a stream of its own.
 */
function joinTabs(user_id: string, { onEvent, onOpen, onClose }: EventListeners): () => void {
  const name = `events ${user_id}`;
  const leaving = new AbortController();
  const { promise: left, resolve: releaseLock } = Promise.withResolvers<void>();
  let channel: BroadcastChannel | undefined;
  let stream: { reportState: () => void; close: () => void } | undefined;
  let knownStream: number | undefined;

  const receive = (message: TabMessage) => {
    if (message === "is open?") stream?.reportState();
    else if ("event" in message) onEvent(message.event);
    else if ("isRefused" in message) {
      knownStream = undefined;
      onClose(message.isRefused);
    } else if (message.opened !== knownStream) {
      knownStream = message.opened;
      onOpen();
    }
  };
  const openStream = () => {
    stream = keepStreamOpen(user_id, (message) => {
      channel?.postMessage(message);
      receive(message);
    });
  };
  const openOwnStream = () => {
    channel?.close();
    channel = undefined;
    if (!leaving.signal.aborted) openStream();
  };
  try {
    channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => receive(data);
    channel.postMessage("is open?" satisfies TabMessage);
    navigator.locks
      .request(name, { signal: leaving.signal }, () => {
        openStream();
        return left;
      })
      .catch(openOwnStream);
  } catch {
    openOwnStream();
  }
  return () => {
    leaving.abort();
    stream?.close();
    channel?.close();
    releaseLock();
  };
}

/** Opens the stream, and opens it again after growing random delays whenever it fails. */
function keepStreamOpen(user_id: string, tell: (message: TabMessage) => void) {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let opened: number | undefined;
  let openedAt = Number.POSITIVE_INFINITY;
  const open = () => {
    // With this parameter, the server refuses the stream if another account is active, so that the page doesn't get
    // the events of the other account.
    const opening = new EventSource(`/api/v2/me/events?account=${user_id}`);
    source = opening;
    for (const kind of Object.keys(kinds) as StreamEvent["kind"][]) {
      opening.addEventListener(kind, ({ data }: MessageEvent<string>) => {
        tell({ event: { kind, data: JSON.parse(data) as unknown } as StreamEvent });
      });
    }
    opening.onopen = () => {
      opened = Math.random();
      openedAt = Date.now();
      tell({ opened });
    };
    // Browsers reopen a lost stream after a fixed delay, and a refused one never.
    opening.onerror = () => {
      const isRefused = opening.readyState === EventSource.CLOSED;
      opening.close();
      if (Date.now() - openedAt >= stableTime) failures = 0;
      opened = undefined;
      openedAt = Number.POSITIVE_INFINITY;
      timer = setTimeout(open, computeDelay(failures));
      failures += 1;
      tell({ isRefused });
    };
  };
  open();
  return {
    reportState: () => {
      if (opened !== undefined) tell({ opened });
    },
    close: () => {
      clearTimeout(timer);
      source?.close();
    },
  };
}

/** A random delay that grows with the number of failures, so that browsers don't come back all at once. */
function computeDelay(failures: number): number {
  const longest = Math.min(maxDelay, firstDelay * 2 ** failures);
  return (longest * (1 + Math.random())) / 2;
}
