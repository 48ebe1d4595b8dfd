// node bench/generate.ts [--scale 0.1]: fills the empty database at DATABASE_URL.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { locales } from "@toibako/contract/locales.ts";
import { Client } from "pg";
import { storeFirstCommunities } from "../apps/server/src/features/communities/commands/store-first-communities.ts";
import { openPool } from "../apps/server/src/platform/database/db-pool.ts";
import { migrate } from "../apps/server/src/platform/database/migrate.ts";
import { hashToken } from "../apps/server/src/platform/identity/secrets.ts";
import { createSessionToken } from "./people.ts";
import * as fill from "./set.ts";
import { type SetSize, scaleSet } from "./size.ts";

/** The number of accounts with a session, as many as the measurement of event streams needs. */
const maxSessions = 2_400;

/** Migrates an empty database and fills it. */
export async function generateData(url: string, size: SetSize): Promise<void> {
  await migrateEmptyDatabase(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // With this seed, `random()` returns the same numbers for each data set.
    await client.query("select setseed(0.42)");
    await client.query(fill.createCharacters, [readDemoFile("people")]);
    await client.query(fill.createTexts, [JSON.stringify(readDemoTexts())]);
    await fillTables(client, size);
    const length = Math.min(maxSessions, size.people);
    const tokens = Array.from({ length }, (_, n) => hashToken(createSessionToken(n + 1)));
    await client.query(fill.insertSessions, [tokens]);
    await client.query("vacuum analyze");
    await client.query("checkpoint");
  } finally {
    await client.end();
  }
}

async function fillTables(
  client: Client,
  { people, visitors, answers, unread, hidden, likes }: SetSize,
): Promise<void> {
  for (const setting of fastSettings) await client.query(setting);
  await client.query(fill.insertPeople, [people]);
  await client.query(fill.createSenders, [people + visitors]);
  const questions = answers + unread + hidden;
  await client.query(fill.createAsked, [questions, answers, unread, people, likes]);
  for (const step of [...fill.insertSteps, ...fill.insertSealedSenders]) await client.query(step);
}

const fastSettings = [
  "set synchronous_commit = off",
  "set work_mem = '256MB'",
  // Foreign keys are not checked for each row.
  "set session_replication_role = replica",
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

if (import.meta.main) {
  const { values } = parseArgs({ options: { scale: { type: "string", default: "1" } } });
  const url = process.env.DATABASE_URL;
  if (url === undefined) throw new Error("DATABASE_URL names the database to fill.");
  await generateData(url, scaleSet(Number(values.scale)));
}
