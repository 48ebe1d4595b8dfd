import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import { createAssets, type Manifest } from "@toibako/web/src/lib/page/assets.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { PageSource, Renderer } from "./pages.ts";

export const webFolder = fileURLToPath(new URL("../../../../web/", import.meta.url));
const client = join(webFolder, "dist/client");

/** The common headers that browsers read for pages only: they would be a third of a script's headers. */
const pageHeaders = ["x-frame-options", "cross-origin-opener-policy", "permissions-policy"];

function removePageHeaders(reply: FastifyReply) {
  for (const name of pageHeaders) reply.removeHeader(name);
}

/**
 * Forbids caching of the service worker without revalidation, so that browsers get a new version at
 * once.
 */
function setServiceWorkerHeaders(reply: FastifyReply, path: string) {
  if (path.includes("service-worker.js")) reply.header("cache-control", "no-cache");
}

/** Serves the built application: loads renderer and manifest once, serves precompressed files. */
export async function openProductionSource(app: FastifyInstance): Promise<PageSource> {
  const commonOptions = { index: false, decorateReply: false, preCompressed: true } as const;
  // Built file names contain a content hash.
  await app.register(fastifyStatic, {
    ...commonOptions,
    root: join(client, "assets"),
    prefix: "/assets/",
    immutable: true,
    maxAge: "1y",
    lastModified: false,
    acceptRanges: false,
    setHeaders: removePageHeaders,
  });
  // Files without a hash in the name, such as the favicon; each gets its own route.
  await app.register(fastifyStatic, {
    ...commonOptions,
    root: client,
    wildcard: false,
    globIgnore: ["assets/**"],
    maxAge: "1h",
    setHeaders: setServiceWorkerHeaders,
  });

  const entry = join(webFolder, "dist/server/entry-server.js");
  const renderer = (await import(pathToFileURL(entry).href)) as Renderer;
  const manifest = await readFile(join(client, ".vite/manifest.json"), "utf8");
  return { assets: createAssets(JSON.parse(manifest) as Manifest), load: async () => renderer };
}
