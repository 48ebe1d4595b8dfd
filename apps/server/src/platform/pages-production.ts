import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { PageSource } from "./pages.ts";

export const webFolder = fileURLToPath(new URL("../../../web/", import.meta.url));
const client = join(webFolder, "dist/client");

/** The built application: its renderer and manifest are read once, its files served compressed. */
export async function productionSource(app: FastifyInstance): Promise<PageSource> {
  // A built name never gets another content.
  await app.register(fastifyStatic, {
    root: join(client, "assets"),
    prefix: "/assets/",
    preCompressed: true,
    immutable: true,
    maxAge: "1y",
    index: false,
    decorateReply: false,
  });
  await app.register(fastifyStatic, {
    root: client,
    wildcard: false,
    globIgnore: ["assets/**"],
    maxAge: "1h",
    index: false,
    decorateReply: false,
  });
  const built = await import(pathToFileURL(join(webFolder, "dist/server/entry-server.js")).href);
  const manifest = JSON.parse(await readFile(join(client, ".vite/manifest.json"), "utf8"));
  const loaded = { render: built.render, assets: built.createAssets(manifest) };
  return { load: async () => loaded };
}
