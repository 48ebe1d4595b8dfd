import type { PageRequest } from "@toibako/web/src/entry-server.tsx";
import { addressOf } from "@toibako/web/src/lib/transport.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { localeOf } from "./locale.ts";
import { publicId } from "./secrets.ts";
import type { Viewer } from "./viewer.ts";

const header = "x-page-viewer";

/**
 * How a page that is being rendered calls the endpoints: in this process, as the person whom the page
 * is for. Who that is was read once for the page; its calls carry a ticket that only this process
 * knows.
 */
export function pageTransport(app: FastifyInstance) {
  const tickets = new Map<string, Viewer>();
  return {
    viewerOf: (request: FastifyRequest): Viewer | undefined => {
      const ticket = request.headers[header];
      return typeof ticket === "string" ? tickets.get(ticket) : undefined;
    },
    for: (page: FastifyRequest): PageRequest["transport"] => {
      const headers = { "x-locale": localeOf(page), [header]: "" };
      return async (endpoint, input) => {
        const ticket = publicId();
        tickets.set(ticket, page.viewer);
        headers[header] = ticket;
        try {
          const { method } = endpoint;
          const reply = await app.inject({ method, url: addressOf(endpoint, input), headers });
          return { status: reply.statusCode, data: reply.body === "" ? null : reply.json() };
        } finally {
          tickets.delete(ticket);
        }
      };
    },
  };
}
