// node bench/generate.ts [--scale 0.1]: fills the empty database at DATABASE_URL.
import { globSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { openPool } from "../apps/server/src/platform/db-pool.ts";
import { migrate } from "../apps/server/src/platform/migrate.ts";
import { tokenHash } from "../apps/server/src/platform/secrets.ts";
import { secrets, sessionToken, signedIn, visitorToken } from "./people.ts";
import * as fill from "./set.ts";

const full = { people: 10_000, visitors: 20_000, answers: 100_000, unread: 40_000, hidden: 10_000 };

/** What a set holds, as counted in its tables. */
export interface SetSize {
  people: number;
  questions: number;
  answers: number;
  likes: number;
}

/** Migrates an empty database and fills it; `scale` 0.1 makes a tenth of everything. */
export async function generate(url: string, scale: number): Promise<SetSize> {
  await migrateEmpty(url);
  const { people, visitors, answers, unread, hidden } = scaled(scale);
  const client = new Client({ connectionString: url });
  await client.connect();
  const run = (text: string, ...values: unknown[]) => client.query(text, values);
  try {
    await run("select setseed(0.42)");
    await run(fill.characters, demo("people"));
    await run(fill.texts, JSON.stringify(sentences()));
    await run(fill.people, people);
    await run(fill.senders, senderKeys(people, visitors));
    await run(fill.asked, answers + unread + hidden, answers, unread, people);
    for (const step of fill.content) await run(step);
    await run(fill.sessions, sessionHashes(Math.min(signedIn, people)));
    await run("vacuum analyze");
    await run("checkpoint");
    const { rows } = await client.query<SetSize>(fill.size);
    if (rows[0] === undefined) throw new Error("the set could not be counted");
    return rows[0];
  } finally {
    await client.end();
  }
}

async function migrateEmpty(url: string): Promise<void> {
  const database = await openPool(url);
  try {
    await migrate(database.db);
    const { rows } = await database.executeSql("select 1 from users limit 1");
    if (rows.length > 0)
      throw new Error("This database is not empty: the bench needs one of its own.");
  } finally {
    await database.close();
  }
}

function scaled(scale: number): typeof full {
  const sizes = { ...full };
  for (const what of ["people", "visitors", "answers", "unread", "hidden"] as const) {
    sizes[what] = Math.round(full[what] * scale);
  }
  return sizes;
}

const demoFolder = new URL("../apps/server/src/demo/", import.meta.url);
const demo = (name: string) => readFileSync(new URL(`${name}.json`, demoFolder), "utf8");

/** What the people of the demo were asked and answered, in all languages. */
function sentences(): object[] {
  const files = globSync("*.json", { cwd: demoFolder }).filter((file) => file !== "people.json");
  return files.sort().flatMap((file) => {
    const locale = file.replace(".json", "");
    const texts = JSON.parse(demo(locale)) as object[];
    return texts.map((text) => ({ ...text, locale }));
  });
}

function senderKeys(people: number, visitors: number): Buffer[] {
  const persons = Array.from({ length: people }, (_, n) => secrets.personKey(n + 1));
  const others = Array.from({ length: visitors }, (_, n) => secrets.visitorKey(visitorToken(n)));
  return [...persons, ...others];
}

function sessionHashes(people: number): Buffer[] {
  return Array.from({ length: people }, (_, n) => tokenHash(sessionToken(n + 1)));
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { scale: { type: "string", default: "1" } } });
  const url = process.env.DATABASE_URL;
  if (url === undefined) throw new Error("DATABASE_URL names the database to fill.");
  console.log(await generate(url, Number(values.scale)));
}
