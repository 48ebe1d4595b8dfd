import { readFile } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { inject } from "vitest";
import type { Database } from "../db.ts";
import { embedded } from "../db-embedded.ts";
import { openPool } from "../db-pool.ts";
import { publicId } from "../secrets.ts";

/** A migrated database of one's own, copied from the template. */
export async function openTestDatabase(): Promise<Database> {
  const template = inject("template");
  if (template.engine === "pglite") {
    const loadDataDir = new Blob([await readFile(template.file)]);
    return embedded(await PGlite.create({ loadDataDir }));
  }
  const name = `${template.name}_${publicId().replace(/\W/g, "_").toLowerCase()}`;
  const admin = new pg.Client(template.url);
  await admin.connect();
  await admin.query(`create database ${name} template ${template.name}`);
  await admin.end();
  const url = new URL(template.url);
  url.pathname = `/${name}`;
  return openPool(url.href);
}
