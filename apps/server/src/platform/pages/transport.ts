import type { PageRequest } from "@toibako/web/src/entry-server.tsx";
import type { CallingPage } from "#platform/http/in-process.ts";

/** Calls endpoints without HTTP while a page is rendered. */
export function createPageTransport(page: CallingPage): PageRequest["transport"] {
  const { inProcessReads } = page.request.server;
  return (endpoint, input) => {
    const read = inProcessReads.get(endpoint.name);
    if (!read) throw new Error(`Pages can't call ${endpoint.name}: only GETs without an effect`);
    return read(page, input);
  };
}
