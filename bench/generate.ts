// node bench/generate.ts [--scale 0.1]: fills the empty database at DATABASE_URL.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { locales } from "@toibako/contract/locales.ts";
import { Client } from "pg";
import { openPool } from "../apps/server/src/platform/database/db-pool.ts";
import { migrate } from "../apps/server/src/platform/database/migrate.ts";
import { hashToken } from "../apps/server/src/platform/identity/secrets.ts";
import { createSessionToken, secrets, signedInCount } from "./people.ts";
import { insertSenders, listSenders } from "./senders.ts";
import * as fill from "./set.ts";
import { prolificQuestions, scaleSet } from "./size.ts";

/** The number of rows in the tables of a data set. */
export interface RowCounts {
  people: number;
  questions: number;
  answers: number;
  likes: number;
}

/** Migrates an empty database and fills it; `scale` 0.1 creates a tenth of all rows. */
export async function generateData(url: string, scale: number): Promise<RowCounts> {
  await migrateEmpty(url);
  const size = scaleSet(scale);
  const { people, answers, unread, hidden, prolific, cold } = size;
  const senders = listSenders(size);
  const client = new Client({ connectionString: url });
  await client.connect();
  const runSql = (text: string, ...values: unknown[]) => client.query(text, values);
  try {
    await runSql("select setseed(0.42)");
    await runSql(fill.createCharacters, readDemoFile("people"));
    await runSql(fill.createTexts, JSON.stringify(readDemoTexts()));
    await runSql(fill.insertPeople, people);
    await runSql(
      fill.createSenders,
      senders.map(({ identity }) => secrets.likeActor(identity)),
    );
    const questions = answers + unread + hidden;
    await runSql(fill.createAsked, questions, answers, unread, people, prolific, prolificQuestions);
    for (const step of fill.insertSteps) await runSql(step);
    await insertSenders(client, senders, cold);
    await runSql(fill.insertSessions, createSessionHashes(Math.min(signedInCount, people)));
    await runSql("vacuum analyze");
    await runSql("checkpoint");
    const { rows } = await client.query<RowCounts>(fill.countRows);
    if (rows[0] === undefined) throw new Error("the rows could not be counted");
    return rows[0];
  } finally {
    await client.end();
  }
}

async function migrateEmpty(url: string): Promise<void> {
  const database = await openPool(url);
  try {
    await migrate(database.db, secrets);
    const { rows } = await database.executeSql("select 1 from users limit 1");
    if (rows.length > 0)
      throw new Error("This database is not empty: the bench needs one of its own.");
  } finally {
    await database.close();
  }
}

const demoFolder = new URL("../apps/server/src/demo/", import.meta.url);
const readDemoFile = (name: string) => readFileSync(new URL(`${name}.json`, demoFolder), "utf8");

interface Sentence {
  /** Missing if the question is a stamp. */
  body?: string;
}

/** Reads the questions and answers of the demo, in all languages. */
function readDemoTexts(): object[] {
  return locales.flatMap((locale) => {
    const texts = JSON.parse(readDemoFile(locale)) as Sentence[];
    return texts.filter(({ body }) => body).map((text) => ({ ...text, locale }));
  });
}

function createSessionHashes(people: number): Buffer[] {
  return Array.from({ length: people }, (_, n) => hashToken(createSessionToken(n + 1)));
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { scale: { type: "string", default: "1" } } });
  const url = process.env.DATABASE_URL;
  if (url === undefined) throw new Error("DATABASE_URL names the database to fill.");
  console.log(await generateData(url, Number(values.scale)));
}
