import { EventEmitter } from "node:events";
import { Redis } from "ioredis";

/** What processes tell one another; never content, only that something changed. */
export interface Events {
  /** Somebody's counts changed; whose, as the keyed hash of the person in base64url. */
  counts: { owner: string };
  /** Pages that are no longer true, by their path without the locale ("/yui_cafe", "/q/…"). */
  pages: { paths: string[] };
}

/** Fan-out of hints after commit: inside this process, and through Redis when there are several. */
export interface EventBus {
  publish<K extends keyof Events>(kind: K, event: Events[K]): void;
  subscribe<K extends keyof Events>(kind: K, listener: (event: Events[K]) => void): () => void;
  close(): Promise<void>;
}

/** Tells the open pages of a person that their counts changed. */
export function publishCounts(bus: EventBus, owner_key: Uint8Array): void {
  bus.publish("counts", { owner: Buffer.from(owner_key).toString("base64url") });
}

const channel = "toibako:events";

export function createEventBus(redis_url: string | undefined): EventBus {
  const emitter = new EventEmitter().setMaxListeners(0);
  const subscribe: EventBus["subscribe"] = (kind, listener) => {
    emitter.on(kind, listener);
    return () => emitter.off(kind, listener);
  };
  if (!redis_url) {
    return {
      subscribe,
      publish: (kind, event) => void emitter.emit(kind, event),
      close: () => Promise.resolve(),
    };
  }
  const incoming = new Redis(redis_url);
  const outgoing = new Redis(redis_url);
  // A hint that can't be sent is no failure: caches expire and clients poll.
  incoming.on("error", () => undefined);
  outgoing.on("error", () => undefined);
  incoming.subscribe(channel).catch(() => undefined);
  incoming.on("message", (_channel, text) => {
    const { kind, event } = JSON.parse(text) as { kind: string; event: unknown };
    emitter.emit(kind, event);
  });
  return {
    subscribe,
    publish: (kind, event) =>
      void outgoing.publish(channel, JSON.stringify({ kind, event })).catch(() => undefined),
    close: async () => {
      await Promise.allSettled([incoming.quit(), outgoing.quit()]);
    },
  };
}
