// node bench/generate.ts [--scale 0.1] [--huge]: fills the empty database at DATABASE_URL.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { locales } from "@toibako/contract/locales.ts";
import { Client } from "pg";
import { storeFirstCommunities } from "../apps/server/src/features/communities/commands/store-first-communities.ts";
import { openPool } from "../apps/server/src/platform/database/db-pool.ts";
import { migrate } from "../apps/server/src/platform/database/migrate.ts";
import { hashToken } from "../apps/server/src/platform/identity/secrets.ts";
import { createSessionToken, signedInCount } from "./people.ts";
import * as fill from "./set.ts";
import { hugeSet, type SetSize, scaleSet } from "./size.ts";

/** The number of rows in the tables of a data set. */
export interface RowCounts {
  people: number;
  questions: number;
  answers: number;
  likes: number;
}

/** Migrates an empty database and fills it. */
export async function generateData(url: string, size: SetSize): Promise<RowCounts> {
  await migrateEmptyDatabase(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // With this seed, `random()` returns the same numbers for each data set.
    await client.query("select setseed(0.42)");
    await client.query(fill.createCharacters, [readDemoFile("people")]);
    await client.query(fill.createTexts, [JSON.stringify(readDemoTexts())]);
    await fillTables(client, size);
    const sessions = createSessionHashes(Math.min(signedInCount, size.people));
    await client.query(fill.insertSessions, [sessions]);
    await client.query("vacuum analyze");
    await client.query("checkpoint");
    const { rows } = await client.query<RowCounts>(fill.countRows);
    if (rows[0] === undefined) throw new Error("the rows could not be counted");
    return rows[0];
  } finally {
    await client.end();
  }
}

/** Fills the tables without indexes, which are created afterwards. */
async function fillTables(
  client: Client,
  { people, visitors, answers, unread, hidden, likes }: SetSize,
): Promise<void> {
  for (const setting of fastSettings) await client.query(setting);
  await withoutIndexes(client, fill.filledTables, async () => {
    await client.query(fill.insertPeople, [people]);
    await client.query(fill.createSenders, [people + visitors]);
    const questions = answers + unread + hidden;
    await client.query(fill.createAsked, [questions, answers, unread, people, likes]);
    for (const step of [...fill.insertSteps, ...fill.insertSealedSenders]) await client.query(step);
  });
}

const fastSettings = [
  "set synchronous_commit = off",
  "set work_mem = '256MB'",
  "set maintenance_work_mem = '512MB'",
];

async function migrateEmptyDatabase(url: string): Promise<void> {
  const database = await openPool(url);
  try {
    await migrate(database.db);
    await storeFirstCommunities(database.db);
    const { rows } = await database.executeSql("select 1 from users limit 1");
    if (rows.length > 0)
      throw new Error("This database is not empty: the bench needs one of its own.");
  } finally {
    await database.close();
  }
}

const demoFolder = new URL("../apps/server/src/demo/", import.meta.url);
const readDemoFile = (name: string) => readFileSync(new URL(`${name}.json`, demoFolder), "utf8");

interface DemoQuestion {
  /** Missing if the question is a stamp. */
  body?: string;
}

/** Reads the questions and answers of the demo, in all languages. */
function readDemoTexts(): object[] {
  return locales.flatMap((locale) => {
    const texts = JSON.parse(readDemoFile(locale)) as DemoQuestion[];
    return texts.filter(({ body }) => body).map((text) => ({ ...text, locale }));
  });
}

function createSessionHashes(people: number): Buffer[] {
  return Array.from({ length: people }, (_, n) => hashToken(createSessionToken(n + 1)));
}

/** Foreign keys come first, to be dropped before the primary keys that they refer to. */
const selectConstraints = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname,
      pg_get_constraintdef(oid)) as create
  from pg_constraint
  where (contype = 'f' and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[])))
    or (contype in ('p', 'u') and conrelid = any($1::regclass[]))
  order by contype = 'f' desc, conname`;

const selectIndexes = `
  select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
  from pg_index
  where indrelid = any($1::regclass[])
    and not exists (select 1 from pg_constraint where conindid = indexrelid)`;

/**
 * Runs `fill` while these tables have no indexes, primary keys and foreign keys: creating them once is
 * several times faster than updating and checking them for each row.
 */
async function withoutIndexes(
  client: Client,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const select = async (text: string) =>
    (await client.query<{ drop: string; create: string }>(text, [tables])).rows;
  const indexes = await select(selectIndexes);
  const constraints = await select(selectConstraints);
  for (const { drop } of [...constraints, ...indexes]) await client.query(drop);
  await fill();
  for (const { create } of [...indexes, ...constraints.toReversed()]) await client.query(create);
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      scale: { type: "string", default: "1" },
      huge: { type: "boolean", default: false },
    },
  });
  const url = process.env.DATABASE_URL;
  if (url === undefined) throw new Error("DATABASE_URL names the database to fill.");
  console.log(
    await generateData(url, scaleSet(Number(values.scale), values.huge ? hugeSet : undefined)),
  );
}
