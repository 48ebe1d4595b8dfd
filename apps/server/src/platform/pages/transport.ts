import type { PageRequest } from "@toibako/web/src/entry-server.tsx";
import { buildAddress } from "@toibako/web/src/lib/http/transport.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { choosePageLocale } from "#platform/http/locale.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import type { Viewer } from "#platform/identity/viewer.ts";

const header = "x-page-viewer";

/**
 * Calls endpoints in process while a page is rendered, as the page's viewer. The viewer is read once
 * per page; the calls identify it by a random ticket that only this process knows.
 */
export function createPageTransport(app: FastifyInstance) {
  const tickets = new Map<string, Viewer>();
  return {
    viewerOf: (request: FastifyRequest): Viewer | undefined => {
      const ticket = request.headers[header];
      return typeof ticket === "string" ? tickets.get(ticket) : undefined;
    },
    for: (page: FastifyRequest): PageRequest["transport"] => {
      const headers = { "x-locale": choosePageLocale(page), [header]: "" };
      return async (endpoint, input) => {
        const ticket = createPublicId();
        tickets.set(ticket, page.viewer);
        headers[header] = ticket;
        try {
          const { method } = endpoint;
          const reply = await app.inject({ method, url: buildAddress(endpoint, input), headers });
          return { status: reply.statusCode, data: reply.body === "" ? null : reply.json() };
        } finally {
          tickets.delete(ticket);
        }
      };
    },
  };
}
