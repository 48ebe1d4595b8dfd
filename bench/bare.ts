// node bench/bare.ts <port> <database> [<compressed page>]: the bare server, with which the product is
// compared. It runs the product's SQL through pg, first the session's statement if the request has a
// session cookie, and replies with JSON, without validation and CSRF tokens.
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import fastify from "fastify";
import pg from "pg";
import { selectAnswersOfAccount } from "../apps/server/src/features/answers/queries.ts";
import { selectReceiver } from "../apps/server/src/features/filters/queries.ts";
import { toggle } from "../apps/server/src/features/likes/commands.ts";
import { insertMessage, lockRow } from "../apps/server/src/features/messages/commands.ts";
import { insertQuestion } from "../apps/server/src/features/questions/commands/ask.ts";
import { selectOwnMember } from "../apps/server/src/features/rooms/queries/own-member.ts";
import { selectTalk } from "../apps/server/src/features/talks/queries/talk.ts";
import type { Parameters, Row, Statement } from "../apps/server/src/platform/database/statement.ts";
import type { Statements } from "../apps/server/src/platform/database/statements.gen.ts";
import { selectSession } from "../apps/server/src/platform/identity/session.ts";

const [port, connectionString = "", page] = process.argv.slice(2);

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ connectionString, max: 10 });

/** Runs a feature's own statement under a name, so that PostgreSQL parses it once per connection. */
function prepareNamed<N extends keyof Statements>({ text, names }: Statement<N>) {
  const name = createHash("md5").update(text).digest("base64url");
  return async (parameters: Parameters<N>, client: pg.ClientBase | pg.Pool = pool) => {
    const values = names.map((parameter) => parameters[parameter]);
    return (await client.query<Row<N>>({ name, text, values })).rows;
  };
}

const findSession = prepareNamed(selectSession);
const listAnswers = prepareNamed(selectAnswersOfAccount);
const like = prepareNamed(toggle);
const findReceiver = prepareNamed(selectReceiver);
const ask = prepareNamed(insertQuestion);
const findTalk = prepareNamed(selectTalk);
const findMember = prepareNamed(selectOwnMember);
const lockConversation = prepareNamed(lockRow);
const post = prepareNamed(insertMessage);

/** Random bytes, as many as the product's sealed sender and sealed address have. */
const sealed = { sender: randomBytes(92), address: randomBytes(76) };
const createTags = (length: number) => Array.from({ length }, () => randomBytes(16));
/** The three pseudonyms by which the statement finds a block: by a question, by a baton, and by name. */
const pseudonyms = createTags(3);
const [pseudonym = Buffer.alloc(16)] = pseudonyms;
/** As many tags as the product compares with those of stopped senders. */
const stopTags = createTags(8);

/** As many as the product returns on a page. */
const answersPerPage = 3;

declare module "fastify" {
  interface FastifyRequest {
    user_pk: number | null;
  }
}

const app = fastify();

app.decorateRequest("user_pk", null);
app.addHook("onRequest", async (request) => {
  const token = /__Host-session=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1];
  if (token === undefined) return;
  const [session] = await findSession({ token_hash: createHash("sha256").update(token).digest() });
  request.user_pk = session?.pk ?? null;
});

app.get<{ Querystring: { account: string; page: number } }>("/api/v2/items/", ({ query }) =>
  listAnswers({
    account: query.account,
    offset: (query.page - 1) * answersPerPage,
    like_actor: null,
    user_pk: null,
  }),
);

app.post<{ Body: { account: string; body: string } }>(
  "/api/v2/questions",
  async ({ body }, reply) => {
    const uuid_hash = randomBytes(16).toString("base64url");
    const asked_hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);
    const [receiver] = await findReceiver({ account: body.account });
    if (!receiver) return reply.code(404).send();
    await ask({
      uuid_hash,
      receiver_pk: receiver.pk,
      type: "text",
      body: body.body,
      stamp_id: null,
      options: null,
      paper: 0,
      locale: receiver.locale,
      asked_hour,
      held_by: null,
      is_self: false,
      is_baton: false,
      tags: [randomBytes(16)],
      later_tags: [],
      ...sealed,
      pseudonym,
      pseudonyms,
      stop_tags: stopTags,
    });
    return reply.code(201).send({ uuid_hash });
  },
);

app.post<{ Body: { answer_id: string } }>("/api/v1/answer_likes/toggle", async (request) => {
  const { answer_id } = request.body;
  // The 16 bytes at the end of the cookie are different for each visitor and each account.
  const like_actor = Buffer.from(request.headers.cookie?.slice(-22) ?? "", "base64url");
  const [toggled] = await like({ answer_id, like_actor, user_pk: null });
  return { answer_id, toggle_type: toggled?.is_removed ? "decrement" : "increment" };
});

app.get<{ Querystring: { uuid: string } }>("/api/v2/messages", ({ query }) =>
  findTalk({ uuid: query.uuid, has_payment: false }),
);

app.post<{ Body: { message: { talk_uuid: string; body: string; key: string } } }>(
  "/api/v2/messages",
  async ({ body: { message } }, reply) => {
    const { talk_uuid: uuid, ...sent } = message;
    await storeInTransaction(uuid, sent, (client) =>
      findTalk({ uuid, has_payment: false }, client),
    );
    return reply.code(201).send({ key: sent.key });
  },
);

app.post<{ Body: { group_message: { group_talk_uuid: string; body: string; key: string } } }>(
  "/api/v2/group_messages",
  async ({ body: { group_message }, user_pk }, reply) => {
    const { group_talk_uuid: uuid, ...sent } = group_message;
    await storeInTransaction(uuid, sent, (client) =>
      findMember({ uuid, user_pk: user_pk ?? 0 }, client),
    );
    return reply.code(201).send({ key: sent.key });
  },
);

async function storeInTransaction(
  uuid: string,
  { body, key }: { body: string; key: string },
  find: (
    client: pg.PoolClient,
  ) => Promise<{ conversation_pk: number; own_number: number | null }[]>,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await lockConversation({ uuid }, client);
    const { conversation_pk, own_number: sender_number } = (await find(client))[0] ?? {};
    if (!conversation_pk || !sender_number) throw new Error("this conversation doesn't exist");
    const posted_minute = new Date();
    const reply = { reply_to_number: null, replied_sender_number: null };
    await post({ conversation_pk, sender_number, key, body, posted_minute, ...reply }, client);
    await client.query("commit");
  } finally {
    client.release();
  }
}

if (page) {
  const html = readFileSync(page);
  app.get("/*", (_request, reply) =>
    reply.header("content-encoding", "br").type("text/html; charset=utf-8").send(html),
  );
}

await app.listen({ port: Number(port), host: "127.0.0.1" });
