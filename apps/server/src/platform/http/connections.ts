import type { Server, Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { findSubscriber } from "#platform/limits/networks.ts";

/**
 * Milliseconds without data in either direction after which a connection is closed, such as that of
 * a client that doesn't read its replies. Event streams send a heartbeat more often than this.
 */
export const connectionTimeout = 30_000;

/**
 * Maximum number of connections; further ones are closed without a reply. Each browser of a
 * signed-in user keeps one open for its event stream.
 */
const maxConnections = 22_000;
/**
 * Maximum number of connections of one subscriber, such as a school. Doesn't apply behind a proxy,
 * which opens the connections of all clients.
 */
const maxConnectionsOfSubscriber = 2_000;

/**
 * Maximum number of requests on one connection that wait for their reply. Browsers and proxies send
 * the next request after the reply.
 */
const maxOpenRequests = 2;

/**
 * Limits the number of connections, and of requests that a client pipelines on one connection. Otherwise a client that
 * doesn't read its replies could make this process keep any number of them in memory. Must be the first hook, so that no
 * other hook spends time on a request that is refused.
 */
export function limitConnections(app: FastifyInstance, isBehindProxy: boolean): void {
  app.server.maxConnections = maxConnections;
  if (!isBehindProxy) limitSubscribers(app.server);
  const openRequests = new WeakMap<Socket, number>();
  app.addHook("onRequest", ({ raw: { socket } }, reply, done) => {
    const count = (openRequests.get(socket) ?? 0) + 1;
    openRequests.set(socket, count);
    if (count > maxOpenRequests) {
      // Node still parses the requests that it has already read from the closed connection; each of
      // them ends here.
      reply.hijack();
      socket.destroy();
      return;
    }
    reply.raw.once("close", () => {
      openRequests.set(socket, (openRequests.get(socket) ?? 1) - 1);
    });
    done();
  });
}

/**
 * Returns a function after whose call each connection is closed with its next reply. A proxy then has no idle
 * connection any more when the listener closes, on which it could be sending a request.
 */
export function closeAfterReplies(app: FastifyInstance): () => void {
  let isStopping = false;
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (isStopping) reply.header("connection", "close");
    done();
  });
  return () => {
    isStopping = true;
  };
}

function limitSubscribers(server: Server): void {
  const connections = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const subscriber = findSubscriber(socket.remoteAddress ?? "");
    const count = (connections.get(subscriber) ?? 0) + 1;
    connections.set(subscriber, count);
    socket.once("close", () => {
      const remaining = (connections.get(subscriber) ?? 1) - 1;
      if (remaining > 0) connections.set(subscriber, remaining);
      else connections.delete(subscriber);
    });
    if (count > maxConnectionsOfSubscriber) socket.destroy();
  });
}
