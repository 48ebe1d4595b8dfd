import { fastifySSE, type SSEReplyInterface } from "@fastify/sse";
import type { NoticeKind } from "@toibako/contract/notices.ts";
import { PageAccount } from "@toibako/contract/sessions.ts";
import { defineObject } from "@toibako/contract/shapes.ts";
import type { FastifyInstance } from "fastify";
import { statement } from "#platform/database/statement.ts";
import { createRefusalSchemas } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { isSameAccount } from "#platform/http/stale-tab.ts";
import { hashSessionToken } from "#platform/identity/session.ts";
import type { Services } from "#platform/services.ts";

/** Milliseconds between two heartbeats, which keep proxies from closing a silent connection. */
const heartbeatInterval = 25_000;
/** Milliseconds after which a browser reconnects. */
const retry = 3_000;
const maxStreamsPerUser = 8;

interface Stream {
  /** The owner of the events that the stream sends, as in `counts`. */
  owner: string;
  /** The session that opened the stream, as in `session_end`. */
  session: string;
  sessionHash: Buffer;
  connection: SSEReplyInterface;
}

const selectLiveSessions = statement(
  "session.selectLiveSessions",
  `
  select sessions.token_hash from sessions join users u on u.pk = sessions.user_pk
  where sessions.token_hash = any(:token_hashes::bytea[]) and sessions.expires_at > now()
    and u.left_at is null`,
);

/**
 * Mounts the stream of events for the open pages of a signed-in user. It sends an event as soon as a
 * count changes; the pages then request the counts. An event may name the kind of a new notice, but no
 * time, sender or text. A stream ends with its session.
 */
export function mountEventStream(app: FastifyInstance, services: Services): void {
  const { secrets, bus } = services;
  const streams = new Set<Stream>();
  const closeStreams = (ended: Iterable<Stream>) => {
    for (const { connection } of ended) connection.close();
  };
  const unsubscribes = [
    bus.subscribe("counts", ({ owner, arrived }) => {
      for (const stream of streams) {
        if (stream.owner === owner) notify(stream, arrived);
      }
    }),
    bus.subscribe("session_end", ({ session }) => {
      closeStreams([...streams].filter((stream) => stream.session === session));
    }),
  ];
  // Sessions also end without an event: when they expire, or while Redis is down.
  const sessionCheck = setInterval(() => {
    findEndedStreams(services, [...streams]).then(closeStreams, (error: unknown) => {
      app.log.warn({ err: error }, "the sessions of event streams could not be checked");
    });
  }, heartbeatInterval).unref();
  app.addHook("preClose", async () => {
    clearInterval(sessionCheck);
    for (const unsubscribe of unsubscribes) unsubscribe();
    closeStreams(streams);
  });

  // In a scope of its own, so that the plugin's hook doesn't run for other routes.
  void app.register(async (scope) => {
    await scope.register(fastifySSE, { heartbeatInterval });
    scope.get("/api/v2/me/events", routeOptions, async (request, reply) => {
      const { user, identity } = request.viewer;
      const sessionHash = hashSessionToken(request);
      if (!user || !identity || !sessionHash) throw new Failure("sign_in_needed");
      // An EventSource can't send headers, so the page's account is in the query.
      const { account } = request.query as { account?: string };
      if (account !== undefined && !isSameAccount(account, user)) throw new Failure("stale_tab");
      const owner = secrets.deriveEventOwner(identity);
      const openStreams = [...streams].filter((stream) => stream.owner === owner);
      if (openStreams.length >= maxStreamsPerUser)
        throw new Failure("too_many", { retry_after: 30 });

      const session = secrets.deriveEventOwner(sessionHash);
      const connection = reply.sse;
      const stream = { owner, session, sessionHash, connection };
      streams.add(stream);
      connection.onClose(() => streams.delete(stream));
      connection.keepAlive();
      reply.header("cache-control", "no-store");
      await connection.send({ retry, data: undefined });
    });
  });
}

const routeOptions = {
  // Sends the stream for any Accept header; the plugin would refuse some of them, with a reply that
  // has no error code.
  sse: "manual",
  exposeHeadRoute: false,
  schema: {
    operationId: "streamEvents",
    summary: "Server-sent events: `counts` whenever a count changed, with the kind of what arrived",
    tags: ["me"],
    security: [{ session: [] }],
    querystring: defineObject({ account: PageAccount }),
    response: {
      ...createRefusalSchemas(["sign_in_needed"]),
      200: {
        description: "A stream of events",
        content: { "text/event-stream": { schema: { type: "string" } } },
      },
    },
  },
} as const;

function notify({ connection }: Stream, arrived: NoticeKind | undefined): void {
  // Fails only if the connection has just closed; `onClose` removes the stream.
  connection.send({ event: "counts", data: arrived ? { arrived } : {} }).catch(() => undefined);
}

/** The streams whose session no longer exists; one statement checks all streams. */
async function findEndedStreams({ db }: Services, streams: Stream[]): Promise<Stream[]> {
  if (streams.length === 0) return [];
  const token_hashes = streams.map(({ sessionHash }) => sessionHash);
  const live = await selectLiveSessions(db, { token_hashes });
  const liveHashes = new Set(
    live.flatMap(({ token_hash }) => (token_hash ? Buffer.from(token_hash).toString("hex") : [])),
  );
  return streams.filter(({ sessionHash }) => !liveHashes.has(sessionHash.toString("hex")));
}
