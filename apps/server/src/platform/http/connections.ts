import type { Server, Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { findSubscriber } from "#platform/limits/networks.ts";

/**
 * Milliseconds after which a connection is closed on which no byte moved in either direction, such as
 * that of a client which doesn't read its replies. Event streams send a heartbeat more often.
 */
export const connectionTimeout = 30_000;

/** Further connections are closed without a reply. Each open page of an account holds one. */
const maxConnections = 10_000;
/** Connections of one subscriber, such as a school, unless a proxy forwards everybody's. */
const maxOfSubscriber = 2_000;

/** Requests of one connection without a sent reply. Browsers and proxies send one after the other. */
const maxOpenRequests = 2;

/**
 * Bounds connections and the requests that a client pipelines on one of them; otherwise a client that
 * doesn't read could make this process hold any number of replies. Must be the first hook.
 */
export function limitConnections(app: FastifyInstance, isBehindProxy: boolean): void {
  app.server.maxConnections = maxConnections;
  if (!isBehindProxy) limitSubscribers(app.server);
  const openRequests = new WeakMap<Socket, number>();
  app.addHook("onRequest", async ({ raw: { socket } }, reply) => {
    const count = (openRequests.get(socket) ?? 0) + 1;
    openRequests.set(socket, count);
    if (count > maxOpenRequests) {
      // What has been read already is still parsed: each further request ends here.
      reply.hijack();
      socket.destroy();
      return;
    }
    reply.raw.once("close", () => {
      openRequests.set(socket, (openRequests.get(socket) ?? 1) - 1);
    });
  });
}

function limitSubscribers(server: Server): void {
  const connections = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const subscriber = findSubscriber(socket.remoteAddress ?? "");
    const count = (connections.get(subscriber) ?? 0) + 1;
    connections.set(subscriber, count);
    socket.once("close", () => {
      const left = (connections.get(subscriber) ?? 1) - 1;
      if (left > 0) connections.set(subscriber, left);
      else connections.delete(subscriber);
    });
    if (count > maxOfSubscriber) socket.destroy();
  });
}
