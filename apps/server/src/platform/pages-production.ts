import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import { createAssets, type Manifest } from "@toibako/web/src/lib/assets.ts";
import type { FastifyInstance } from "fastify";
import type { PageSource, Renderer } from "./pages.ts";

export const webFolder = fileURLToPath(new URL("../../../web/", import.meta.url));
const client = join(webFolder, "dist/client");

/** The built application: its renderer and manifest are read once, its files served compressed. */
export async function productionSource(app: FastifyInstance): Promise<PageSource> {
  const common = { index: false, decorateReply: false, preCompressed: true } as const;
  // A built name never gets another content.
  const built = { root: join(client, "assets"), prefix: "/assets/", immutable: true, maxAge: "1y" };
  await app.register(fastifyStatic, { ...common, ...built });
  // What keeps its name: the favicon and its like, each a route of its own.
  const named = { root: client, wildcard: false, globIgnore: ["assets/**"], maxAge: "1h" };
  await app.register(fastifyStatic, { ...common, ...named });

  const entry = join(webFolder, "dist/server/entry-server.js");
  const { render } = (await import(pathToFileURL(entry).href)) as Renderer;
  const manifest = await readFile(join(client, ".vite/manifest.json"), "utf8");
  return { assets: createAssets(JSON.parse(manifest) as Manifest), load: async () => render };
}
