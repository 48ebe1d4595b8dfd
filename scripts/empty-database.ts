// node scripts/empty-database.ts: writes the files of an empty embedded database, from which db-embedded.ts
// creates that of a first start. Needed after an update of PGlite to another major version of PostgreSQL.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serialize } from "node:v8";
import { brotliCompressSync, constants } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import {
  emptyDatabaseFile,
  startParams,
} from "../apps/server/src/platform/database/db-embedded.ts";

const folder = mkdtempSync(join(tmpdir(), "toibako-empty-database-"));
const pglite = await PGlite.create({ dataDir: folder, startParams });
await pglite.exec("checkpoint");
await pglite.close();

const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
  .filter(({ path }) => path !== join(folder, "postmaster.pid"))
  .sort((one, other) => (one.path < other.path ? -1 : 1))
  .map(({ entry, path }): [string, Buffer | undefined] => [
    path.slice(folder.length + 1).replaceAll("\\", "/"),
    entry.isDirectory() ? undefined : readFileSync(path),
  ]);
rmSync(folder, { recursive: true });

const content = serialize(new Map(entries));
const params = {
  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
  // The three databases of a new cluster are alike, so the window must be larger than one.
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
};
writeFileSync(emptyDatabaseFile, brotliCompressSync(content, { params }));
