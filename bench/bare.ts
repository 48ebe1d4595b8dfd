// The limit beside which everything is measured: Fastify, one named statement through pg, JSON out.
// Nothing is checked, nobody is recognised. node bench/bare.ts <port> <database> [<compressed page>]
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import fastify from "fastify";
import pg from "pg";
import { listItemsOf } from "../apps/server/src/features/answers/queries.ts";
import { ownWords } from "../apps/server/src/features/filters/filter.ts";
import { findReceiver } from "../apps/server/src/features/filters/queries.ts";
import { toggleLike } from "../apps/server/src/features/likes/commands.ts";
import { askQuestion } from "../apps/server/src/features/questions/commands.ts";
import type { Db } from "../apps/server/src/platform/db.ts";
import { createSecrets } from "../apps/server/src/platform/secrets.ts";

const [port, connectionString = "", page] = process.argv.slice(2);

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ connectionString, max: 10 });

/** The very statement that a feature runs, taken from it by letting it talk to nobody. */
async function named(run: (db: Db) => Promise<unknown>) {
  let text = "";
  const listener = {
    executeQuery: async (query: { sql: string }) => {
      text = query.sql;
      return { rows: [] };
    },
  };
  // An empty answer may be refused as "not found"; by then the statement is known.
  await run(listener as unknown as Db).catch(() => undefined);
  const name = createHash("md5").update(text).digest("base64url");
  return async (...values: unknown[]): Promise<Record<string, unknown>[]> =>
    (await pool.query<Record<string, unknown>>({ name, text, values })).rows;
}

const nobody = { user: undefined, sender_key: undefined };
const somebody = randomBytes(16);
const list = await named((db) => listItemsOf(db, "", 1, nobody, "ja"));
const toggle = await named((db) => toggleLike(db, "", somebody, null, undefined));
const receiver = await named((db) => findReceiver(db, ""));
const ask = await named((db) =>
  askQuestion(db, createSecrets(somebody), {
    uuid_hash: "",
    receiver: {
      pk: 0,
      locale: "ja",
      ml_filter: "none",
      use_ngword_filter: false,
      own_words: ownWords([]),
    },
    content: { type: "text", body: "" },
    asker: { sender_key: somebody, user_pk: null },
  }),
);

const app = fastify();

app.get<{ Querystring: { account: string; page: number } }>("/api/v2/items/", ({ query }) =>
  list(query.account, (query.page - 1) * 3, null),
);

app.post<{ Body: { account: string; body: string } }>(
  "/api/v2/questions",
  async ({ body }, reply) => {
    const uuid_hash = randomBytes(16).toString("base64url");
    const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);
    const [found] = await receiver(body.account);
    const question = [
      uuid_hash,
      found?.pk,
      "text",
      body.body,
      null,
      null,
      found?.locale,
      hour,
      null,
    ];
    await ask(...question, false, somebody, null, false, somebody, somebody, somebody, false);
    return reply.code(201).send({ uuid_hash });
  },
);

app.post<{ Body: { answer_id: string } }>("/api/v1/answer_likes/toggle", async (request) => {
  const actor_key = Buffer.from(request.headers.cookie?.slice(-22) ?? "", "base64url");
  const [toggled] = await toggle(request.body.answer_id, actor_key, null);
  return { answer_id: request.body.answer_id, toggle_type: toggled?.toggle_type };
});

if (page) {
  const html = readFileSync(page);
  app.get("/*", (_request, reply) =>
    reply.header("content-encoding", "br").type("text/html; charset=utf-8").send(html),
  );
}

await app.listen({ port: Number(port), host: "127.0.0.1" });
