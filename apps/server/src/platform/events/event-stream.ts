import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { StreamEvent } from "@toibako/contract/events.ts";
import { PageAccount } from "@toibako/contract/sessions.ts";
import { defineObject } from "@toibako/contract/shapes.ts";
import type { FastifyInstance } from "fastify";
import { statement } from "#platform/database/statement.ts";
import { createRefusalSchemas } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { isSameAccount } from "#platform/http/stale-tab.ts";
import { anonymousViewer, hashSessionToken } from "#platform/identity/session.ts";
import { reportOncePerMinute } from "#platform/observability/log.ts";
import { openStreams } from "#platform/observability/meters.ts";
import type { Services } from "#platform/services.ts";

/** Milliseconds between two turns; in each, some of the streams get their heartbeat. */
const turnInterval = 1_000;
/**
 * The number of turns between two heartbeats of a stream, which keep proxies from closing a silent connection.
 * Distributed over turns, the heartbeats of 20,000 streams don't block the process.
 */
const turns = 15;
/** Milliseconds after which a browser reconnects, at least and at most. */
const retry = { min: 2_000, max: 6_000 };
const maxStreamsPerUser = 8;
/**
 * Bytes that may wait in this process for a client that doesn't read. More events close its stream; the page
 * reconnects and fetches what it has missed.
 */
const maxWaitingBytes = 16 * 1024;
/** Milliseconds between two steps of `endEventStreams`. */
const endInterval = 100;

interface Stream {
  /** The owner of the events that the stream sends, one of those in the event `stream`. */
  owner: string;
  /** The session that opened the stream, as in `session_end`. */
  session: string;
  sessionHash: Buffer;
  response: ServerResponse;
}

declare module "fastify" {
  interface FastifyInstance {
    /**
     * Ends the open event streams one after the other within this time, so that their pages don't reconnect to
     * other processes all at once. Streams that are opened meanwhile end when the server closes.
     */
    endEventStreams(milliseconds: number): void;
  }
}

const selectLiveSessions = statement(
  "session.selectLiveSessions",
  `
  select sessions.token_hash from sessions join users u on u.pk = sessions.user_pk
  where sessions.token_hash = any(:token_hashes::bytea[]) and sessions.expires_at > now()
    and u.left_at is null`,
);

/**
 * Mounts the stream of events for the open pages of a signed-in user; `streamEvents` of the contract lists the
 * events. A stream ends with its session.
 */
export function mountEventStream(app: FastifyInstance, services: Services): void {
  const { secrets, bus } = services;
  const streams = createStreamIndex();
  const unsubscribes = [
    bus.subscribe("stream", ({ owners, event }) => {
      const text = formatEvent(event);
      for (const owner of owners) {
        for (const stream of streams.find(owner)) send(stream, text);
      }
    }),
    bus.subscribe("session_end", ({ session }) => end(streams.find(session))),
  ];
  const reportFailedCheck = reportOncePerMinute((error) =>
    app.log.warn({ err: error }, "the sessions of event streams could not be checked"),
  );
  let turn = 0;
  const heartbeat = setInterval(() => {
    turn = (turn + 1) % turns;
    const members = [...streams.listTurn(turn)];
    for (const stream of members) send(stream, ": heartbeat\n\n");
    // Sessions also end without an event: when they expire, or while Redis is down.
    findEndedStreams(services, members).then(end, reportFailedCheck);
  }, turnInterval).unref();
  app.addHook("preClose", async () => {
    clearInterval(heartbeat);
    for (const unsubscribe of unsubscribes) unsubscribe();
    end(streams.listAll());
  });

  app.get("/api/v2/me/events", routeOptions, async (request, reply) => {
    const { user, identity } = request.viewer;
    const sessionHash = hashSessionToken(request);
    if (!user || !identity || !sessionHash) throw new Failure("sign_in_needed");
    // An EventSource can't send headers, so the page's account is in the query.
    const { account } = request.query as { account?: string };
    if (account !== undefined && !isSameAccount(account, user)) throw new Failure("stale_tab");
    const owner = secrets.deriveEventOwner(identity);
    if (streams.find(owner).size >= maxStreamsPerUser)
      throw new Failure("too_many", { retry_after: 30 });

    const response = reply.hijack().raw;
    // The client may have gone while its session was read; then no event would remove the stream.
    if (response.destroyed) return;
    const session = secrets.deriveEventOwner(sessionHash);
    const stream = { owner, session, sessionHash, response };
    streams.add(stream);
    openStreams.inc();
    response.once("close", () => {
      streams.delete(stream);
      openStreams.dec();
    });
    response.writeHead(200, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      // Nothing follows a stream on its connection, so the connection ends with it.
      connection: "close",
      // nginx would otherwise hold events back.
      "x-accel-buffering": "no",
    });
    response.write(`retry: ${chooseRetry()}\n\n`);
    // The request lives as long as the stream; the account's row is the largest part of it.
    request.viewer = anonymousViewer;
  });

  app.decorate("endEventStreams", (milliseconds) => {
    const open = streams.listAll();
    const perStep = Math.ceil((open.length * endInterval) / Math.max(milliseconds, endInterval));
    const timer = setInterval(() => {
      end(open.splice(0, perStep));
      if (open.length === 0) clearInterval(timer);
    }, endInterval).unref();
  });
}

const routeOptions = {
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

/** Keeps the open streams by owner, by session, and by the turn in which they get their heartbeat. */
function createStreamIndex() {
  const byKey = new Map<string, Set<Stream>>();
  const byTurn = Array.from({ length: turns }, () => new Set<Stream>());
  const none: ReadonlySet<Stream> = new Set();
  let opened = 0;
  return {
    /** The streams of an owner or of a session. */
    find: (key: string) => byKey.get(key) ?? none,
    listTurn: (turn: number) => byTurn[turn] ?? none,
    listAll: () => byTurn.flatMap((streams) => [...streams]),
    add: (stream: Stream) => {
      opened += 1;
      byTurn[opened % turns]?.add(stream);
      for (const key of [stream.owner, stream.session]) {
        const streams = byKey.get(key);
        if (streams) streams.add(stream);
        else byKey.set(key, new Set([stream]));
      }
    },
    delete: (stream: Stream) => {
      for (const streams of byTurn) streams.delete(stream);
      for (const key of [stream.owner, stream.session]) {
        const streams = byKey.get(key);
        streams?.delete(stream);
        if (streams?.size === 0) byKey.delete(key);
      }
    },
  };
}

const chooseRetry = () => Math.round(retry.min + Math.random() * (retry.max - retry.min));

const formatEvent = ({ kind, data }: StreamEvent) =>
  `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;

function send({ response }: Stream, text: string): void {
  if (response.writableLength > maxWaitingBytes) response.destroy();
  else response.write(text);
}

function end(streams: Iterable<Stream>): void {
  for (const { response } of [...streams]) response.end();
}

/** The streams whose session no longer exists. */
async function findEndedStreams({ db }: Services, streams: Stream[]): Promise<Stream[]> {
  if (streams.length === 0) return [];
  const token_hashes = streams.map(({ sessionHash }) => sessionHash);
  const live = await selectLiveSessions(db, { token_hashes });
  const liveHashes = new Set(
    live.flatMap(({ token_hash }) => (token_hash ? Buffer.from(token_hash).toString("hex") : [])),
  );
  return streams.filter(({ sessionHash }) => !liveHashes.has(sessionHash.toString("hex")));
}
