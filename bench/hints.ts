// DATABASE_URL=… REDIS_URL=… node bench/hints.ts [messages per second] [seconds]: posts messages in talks on one process and
// measures when their hints arrive at readers of another one. The database must be empty.
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { openPool } from "../apps/server/src/platform/database/db-pool.ts";
import { migrate } from "../apps/server/src/platform/database/migrate.ts";
import { hashToken } from "../apps/server/src/platform/identity/secrets.ts";
import { findPercentile } from "./load.ts";
import { createMessage, jsonHeaders } from "./parts/conversations.ts";
import { createAccountHeaders, createSessionToken } from "./people.ts";
import { startServer } from "./process.ts";
import { insertSessions } from "./set.ts";

const perSecond = Number(process.argv[2] ?? 200);
const seconds = Number(process.argv[3] ?? 10);
const warmUp = 200;
const talkCount = 100;
/** Milliseconds after the last message in which its hint may still arrive. */
const grace = 2_000;

interface Posted {
  uuid: string;
  last_change: number;
  /** When it was sent, and when its reply had arrived. */
  sentAt: number;
  repliedAt: number;
}

interface Hint {
  uuid: string;
  last_change: number;
  at: number;
}

/** Makes the accounts: the receiver of each talk, and then the starters. */
async function fillDatabase(url: string): Promise<void> {
  const database = await openPool(url);
  await migrate(database.db);
  await database.close();
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into users (id, account, displaying_name, self_introduction, locale, birthday, is_receive_dm, is_message_tos_showed)
    select lpad(n::text, 22, 'A'), 'a' || n, 'a', 'a', 'ja', '1990-01-01', true, true
    from generate_series(1, $1::int) n order by n`,
    [2 * talkCount],
  );
  const tokens = Array.from({ length: 2 * talkCount }, (_, index) => createSessionToken(index + 1));
  await client.query(insertSessions, [tokens.map(hashToken)]);
  await client.end();
}

async function sendJson<T>(url: string, pk: number, body: object): Promise<T> {
  const sent = { method: "POST", headers: jsonHeaders(pk), body: JSON.stringify(body) };
  const reply = await fetch(url, sent);
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as T;
}

async function post(site: string, pk: number, uuid: string): Promise<Posted> {
  const message = { talk_uuid: uuid, ...createMessage() };
  const sentAt = performance.now();
  const { state } = await sendJson<{ state: { last_change: number } }>(
    `${site}/api/v2/messages`,
    pk,
    { message },
  );
  return { uuid, last_change: state.last_change, sentAt, repliedAt: performance.now() };
}

/** Starts a talk, in which the receiver has replied, so that the starter can post without limit. */
async function openTalk(site: string, n: number): Promise<{ uuid: string; starter_pk: number }> {
  const starter_pk = talkCount + n;
  const { talk } = await sendJson<{ talk: { uuid: string } }>(
    `${site}/api/v2/me/talks`,
    starter_pk,
    { talk: { account: `a${n}` } },
  );
  await post(site, starter_pk, talk.uuid);
  await post(site, n, talk.uuid);
  return { uuid: talk.uuid, starter_pk };
}

/** Opens the stream of an account and collects its hints. */
async function collectHints(site: string, pk: number, hints: Hint[]): Promise<void> {
  const { cookie = "" } = createAccountHeaders(pk);
  const stream = await fetch(`${site}/api/v2/me/events`, { headers: { cookie } });
  if (!stream.ok || !stream.body) throw new Error(`a stream could not be opened: ${stream.status}`);
  const follow = async (body: AsyncIterable<Uint8Array>) => {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of body) {
      const at = performance.now();
      text += decoder.decode(chunk, { stream: true });
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) {
        const data = /^event: conversation\ndata: (.*)$/m.exec(event)?.[1];
        if (data) hints.push({ ...(JSON.parse(data) as Omit<Hint, "at">), at });
      }
    }
  };
  void follow(stream.body).catch(() => undefined);
}

/** Posts so many messages in turn, at an even pace, and returns them in this order. */
async function postEvenly(
  site: string,
  talks: readonly { uuid: string; starter_pk: number }[],
  count: number,
): Promise<Posted[]> {
  const posts: Promise<Posted>[] = [];
  const started = performance.now();
  for (let n = 0; n < count; n++) {
    const wait = started + (n * 1_000) / perSecond - performance.now();
    if (wait > 0) await setTimeout(wait);
    const talk = talks[n % talks.length];
    if (talk) posts.push(post(site, talk.starter_pk, talk.uuid));
  }
  return Promise.all(posts);
}

function formatDelays(name: string, values: number[]): string {
  const [median, high] = [0.5, 0.99].map((part) => findPercentile(values, part).toFixed(1));
  return `${name}: median ${median} ms, p99 ${high} ms`;
}

const url = process.env.DATABASE_URL ?? "";
const { REDIS_URL = "" } = process.env;
await fillDatabase(url);
// As behind a proxy, which opens all connections from one address.
const env = { REDIS_URL, TRUST_PROXY: "127.0.0.1" };
const [first, second] = [await startServer(url, env), await startServer(url, env)];
const numbers = Array.from({ length: talkCount }, (_, index) => index + 1);
const talks: Awaited<ReturnType<typeof openTalk>>[] = [];
for (const n of numbers) talks.push(await openTalk(first.url, n));
const hints: Hint[] = [];
for (const n of numbers) await collectHints(second.url, n, hints);
await postEvenly(first.url, talks, warmUp);
const posted = await postEvenly(first.url, talks, perSecond * seconds);
await setTimeout(grace);
const arrivals = posted.map(({ uuid, last_change }) =>
  hints.find((hint) => hint.uuid === uuid && hint.last_change >= last_change),
);
const delays = (from: "sentAt" | "repliedAt") =>
  posted.flatMap((message, index) => {
    const hint = arrivals[index];
    return hint ? [hint.at - message[from]] : [];
  });
console.log(
  formatDelays(
    "post, until its reply",
    posted.map((each) => each.repliedAt - each.sentAt),
  ),
);
console.log(
  formatDelays("hint on the other process, after the message was sent", delays("sentAt")),
);
console.log(formatDelays("hint on the other process, after the reply", delays("repliedAt")));
console.log(
  `${arrivals.filter((hint) => !hint).length} of ${posted.length} messages without a hint`,
);
await Promise.all([first.stop(), second.stop()]);
process.exit();
