import { EventEmitter } from "node:events";
import { type StreamEvent, streamEvents } from "@toibako/contract/events.ts";
import type { NoticeKind } from "@toibako/contract/notices.ts";
import { defineObject } from "@toibako/contract/shapes.ts";
import { type Static, type TSchema, Type } from "typebox";
import { Compile } from "typebox/schema";
import type { Secrets } from "#platform/identity/secrets.ts";
import { type Logger, reportOncePerMinute } from "#platform/observability/log.ts";
import { openRedis } from "./redis.ts";

/** Schemas of the events, which tell all processes that something changed and carry no content. */
const eventSchemas = {
  /**
   * An event for the open pages of some accounts. Each owner is `secrets.deriveEventOwner` of an identity. Visitors
   * have no event stream, so nobody receives their events.
   */
  stream: defineObject({
    owners: Type.Array(Type.String()),
    event: Type.Unsafe<StreamEvent>(describeKinds(streamEvents, "data")),
  }),
  /** Pages whose content changed, by path without the locale ("/yui_cafe", "/q/…"). */
  pages: defineObject({ paths: Type.Array(Type.String()) }),
  /** Something changed that may be on any page, such as the name of a community. */
  all_pages: defineObject({}),
  /**
   * A session ended or got a new token; `session` is `secrets.deriveEventOwner` of the hash of the old token.
   */
  session_end: defineObject({ session: Type.String() }),
  /** A process started, with this folder for pictures and archives. */
  start: defineObject({ storage_id: Type.String() }),
};

export type EventKind = keyof typeof eventSchemas;
export type Events = { [K in EventKind]: Static<(typeof eventSchemas)[K]> };

/** The schema of objects with a `kind` and, in the field `content`, what the map has for this kind. */
function describeKinds(schemas: Record<string, TSchema>, content: string) {
  return Type.Union(
    Object.entries(schemas).map(([kind, schema]) =>
      defineObject({ kind: Type.Literal(kind), [content]: schema }),
    ),
  );
}

/**
 * Sends events to subscribers in this process, and through Redis to those in other processes. Publish
 * an event after the commit of its change. An event with other fields than its schema has is logged and not sent.
 */
export interface EventBus {
  publish<K extends EventKind>(kind: K, event: Events[K]): void;
  subscribe<K extends EventKind>(kind: K, listener: (event: Events[K]) => void): () => void;
  close(): Promise<void>;
}

/** Sends an event to the open pages of an account; for a visitor's identity it has no effect. */
function publishToPages(
  { bus, secrets }: { bus: EventBus; secrets: Secrets },
  identity: Buffer,
  event: StreamEvent,
): void {
  bus.publish("stream", { owners: [secrets.deriveEventOwner(identity)], event });
}

/**
 * Tells the open pages of an account that its counts changed. If the pages should announce a new notice,
 * `arrived` is its kind.
 */
export function publishCounts(
  services: { bus: EventBus; secrets: Secrets },
  identity: Buffer,
  arrived?: NoticeKind,
): void {
  publishToPages(services, identity, { kind: "counts", data: arrived ? { arrived } : {} });
}

/** Tells the open pages of several accounts that their counts changed, by one event. `arrived` is as above. */
export function publishCountsOf(
  { bus, secrets }: { bus: EventBus; secrets: Secrets },
  identities: readonly Buffer[],
  arrived: NoticeKind,
): void {
  if (identities.length === 0) return;
  const owners = identities.map((identity) => secrets.deriveEventOwner(identity));
  bus.publish("stream", { owners, event: { kind: "counts", data: { arrived } } });
}

/** Tells the open pages of an account that a conversation of theirs changed, up to this number. */
export function publishConversation(
  services: { bus: EventBus; secrets: Secrets },
  identity: Buffer,
  conversation: { uuid: string; last_change: number },
): void {
  publishToPages(services, identity, { kind: "conversation", data: conversation });
}

/**
 * Tells the open pages of several accounts, by the owners of their events, that a conversation of theirs changed, up to
 * this number.
 */
export function publishToOwners(
  { bus }: { bus: EventBus },
  owners: readonly string[],
  conversation: { uuid: string; last_change: number },
): void {
  bus.publish("stream", {
    owners: [...owners],
    event: { kind: "conversation", data: conversation },
  });
}

/** Ends the event streams of a session, given by the hash of its token, in every process. */
export function publishSessionEnd(
  { bus, secrets }: { bus: EventBus; secrets: Secrets },
  token_hash: Buffer,
): void {
  bus.publish("session_end", { session: secrets.deriveEventOwner(token_hash) });
}

const messages = Compile(describeKinds(eventSchemas, "event"));

/** Parses a message of another process; undefined if this release doesn't know its kind or fields. */
function parseMessage(text: string): { kind: string; event: unknown } | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return messages.Check(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

/** `channel` is the Redis channel that the processes of this site share. */
export function createEventBus(
  redisUrl: string | undefined,
  log: Logger,
  channel: string,
): EventBus {
  const emitter = new EventEmitter().setMaxListeners(0);
  const subscribe: EventBus["subscribe"] = (kind, listener) => {
    emitter.on(kind, listener);
    return () => emitter.off(kind, listener);
  };
  const isValid = (kind: EventKind, event: unknown) => {
    const isKnown = messages.Check({ kind, event });
    if (!isKnown) log.error({ kind }, "an event that doesn't fit its schema was not sent");
    return isKnown;
  };
  if (!redisUrl) {
    return {
      subscribe,
      publish: (kind, event) => {
        if (isValid(kind, event)) emitter.emit(kind, event);
      },
      close: () => Promise.resolve(),
    };
  }
  const incoming = openRedis(redisUrl, "incoming events", log);
  const outgoing = openRedis(redisUrl, "outgoing events", log);
  // ioredis resubscribes on its own only if the first subscription succeeded.
  incoming.redis.on("ready", () => {
    // If the command fails although the connection stays open, reconnects, which subscribes again.
    incoming.redis.subscribe(channel).catch(() => {
      if (incoming.redis.status === "ready") incoming.redis.disconnect(true);
    });
  });
  const reportDropped = reportOncePerMinute(({ message }) => log.warn(message));
  incoming.redis.on("message", (_channel, text) => {
    const message = parseMessage(text);
    if (message) emitter.emit(message.kind, message.event);
    else reportDropped(new Error("an unknown event of another process was dropped"));
  });
  return {
    subscribe,
    publish: (kind, event) => {
      if (!isValid(kind, event)) return;
      const text = JSON.stringify({ kind, event });
      // Without Redis the event reaches the subscribers in this process only.
      outgoing.redis.publish(channel, text).catch(() => emitter.emit(kind, event));
    },
    close: async () => {
      await Promise.all([incoming.close(), outgoing.close()]);
    },
  };
}
