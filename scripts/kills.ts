// node scripts/kills.ts: kills the site's process and connections of a temporary PostgreSQL while messages are posted,
// and reports messages that were acknowledged and lost, or stored twice.
//   --kills 50       how often something is killed: in turn the process, and a connection's process of PostgreSQL,
//                    after which PostgreSQL restarts and recovers
//   --embedded       on the embedded database, so that only the process is killed
//   --clients 8      concurrent clients, each in a talk of its own
//   --members 8      further ones, all in one room
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";

import { openDatabase } from "../apps/server/src/platform/database/db.ts";
import { buildAndReport } from "./build.ts";
import { type Headers, register, sendJson } from "./client.ts";
import { findFreePort } from "./ports.ts";
import { startServer } from "./server.ts";
import { startPostgres } from "./services.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "50" },
    clients: { type: "string", default: "8" },
    members: { type: "string", default: "8" },
    embedded: { type: "boolean", default: false },
  },
});

/** Milliseconds between two kills, and between two attempts to post a message. */
const killPause = 1_500;
const retryPause = 100;

/** A person who posts in a talk or a room; `acknowledged` are the keys of their messages in the order of posting. */
interface Poster {
  uuid: string;
  /** Their id as a member of the room; the receiver of a talk has none. */
  member_id?: string | undefined;
  headers: Headers;
  send: typeof sendMessage;
  acknowledged: string[];
}

if ((await buildAndReport()) !== 0) process.exit(1);
const folder = mkdtempSync(join(tmpdir(), "toibako-kills-"));
const postgres = values.embedded ? undefined : await startPostgres();
const port = await findFreePort();
const url = `http://127.0.0.1:${port}`;
let killSite: () => Promise<void> = async () => undefined;
let problems: string[] = [];
try {
  // Otherwise PostgreSQL acknowledges commits that a crash loses; the other settings matter only if the machine fails.
  if (postgres) await query("alter database postgres set synchronous_commit = on");
  killSite = await startSite();
  problems = await killUnderLoad();
} finally {
  await killSite();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);

async function startSite(): Promise<() => Promise<void>> {
  const env = {
    LIMIT_FACTOR: "0",
    DATA_DIR: folder,
    ...(postgres && { DATABASE_URL: postgres.url }),
  };
  return (await startServer(port, env, { signal: "SIGKILL" })).stop;
}

/** Runs a statement; on the embedded database, the site must be stopped. */
async function query<R extends object>(text: string, parameters: unknown[] = []): Promise<R[]> {
  const database = await openDatabase({ database_url: postgres?.url, data_dir: folder });
  try {
    return (await database.executeSql(text, parameters)).rows as R[];
  } finally {
    await database.close();
  }
}

async function killUnderLoad(): Promise<string[]> {
  const posters = await preparePosters();
  let isOver = false;
  const clients = posters.map(async (poster) => {
    while (!isOver) await post(poster);
  });
  for (let n = 0; n < Number(values.kills); n++) {
    await setTimeout(killPause);
    if (postgres && n % 2 === 1) await killConnection();
    else {
      await killSite();
      killSite = await startSite();
    }
  }
  isOver = true;
  await Promise.all(clients);
  await killSite();
  const found: string[] = [];
  for (const poster of posters) found.push(...(await findProblems(poster)));
  const count = posters.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  console.log(`${values.kills} kills, ${count} messages, ${found.length} problems`);
  return found;
}

/** Registers those who post, lets them accept the rules, and opens a talk for each client and the room for each member. */
async function preparePosters(): Promise<Poster[]> {
  const people = new Map<string, Headers>();
  const registerAll = async (name: string, count: number) => {
    const accounts = Array.from({ length: count }, (_, n) => `${name}_${n}`);
    for (const account of accounts) people.set(account, await register(url, account));
    return accounts;
  };
  const starters = await registerAll("starter", Number(values.clients));
  const receivers = await registerAll("receiver", Number(values.clients));
  const members = await registerAll("member", Number(values.members));
  await killSite();
  await query(
    "update users set birthday = '1990-01-01', is_receive_dm = true, is_message_tos_showed = true",
  );
  killSite = await startSite();
  const headersOf = (account: string) => people.get(account) ?? {};
  const posters: Poster[] = [];
  for (const [n, account] of receivers.entries()) {
    posters.push(await openTalk(headersOf(starters[n] ?? ""), account, headersOf(account)));
  }
  for (const account of members) posters.push(await enterRoom(account, headersOf(account)));
  return posters;
}

/** Starts a talk with a receiver, who then may post without limits. */
async function openTalk(starter: Headers, account: string, headers: Headers): Promise<Poster> {
  const started = await sendJson(`${url}/api/v2/me/talks`, starter, { talk: { account } });
  const { talk } = (await started.json()) as { talk: { uuid: string } };
  await sendMessage(talk.uuid, starter, randomUUID());
  return { uuid: talk.uuid, headers, send: sendMessage, acknowledged: [] };
}

/** Lets a person join the one room and accept its rules. */
async function enterRoom(account: string, headers: Headers): Promise<Poster> {
  const uuid = "first-room-favourites-";
  const path = `${url}/api/v2/me/group_talks/${uuid}`;
  const personal_answers = [{ question_id: "favourites-question-1-", value: "本" }];
  const joined = await sendJson(`${path}/join`, headers, {
    display_name: account,
    personal_answers,
  });
  const { group_talk_user_summary_id: member_id } = (await joined.json()) as Record<string, string>;
  await sendJson(`${path}/rules`, headers, {}, "PUT");
  return { uuid, member_id, headers, send: sendRoomMessage, acknowledged: [] };
}

function sendRoomMessage(
  group_talk_uuid: string,
  headers: Headers,
  key: string,
): Promise<Response> {
  const group_message = { group_talk_uuid, body: key, key };
  return sendJson(`${url}/api/v2/group_messages`, headers, { group_message });
}

function sendMessage(talk_uuid: string, headers: Headers, key: string): Promise<Response> {
  return sendJson(`${url}/api/v2/messages`, headers, { message: { talk_uuid, body: key, key } });
}

/** Posts a message with one key until it is acknowledged. */
async function post({ uuid, headers, send, acknowledged }: Poster): Promise<void> {
  const key = randomUUID();
  for (;;) {
    const status = await send(uuid, headers, key).then(
      async (reply) => {
        await reply.arrayBuffer();
        return reply.status;
      },
      () => 0,
    );
    if (status === 201) break;
    if (status !== 0 && status < 500) throw new Error(`a message was refused: ${status}`);
    await setTimeout(retryPause);
  }
  acknowledged.push(key);
}

/** Kills the process of a connection of the site. */
async function killConnection(): Promise<void> {
  const [backend] = await query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = 'postgres' and pid <> pg_backend_pid() and backend_type = 'client backend' order by random() limit 1",
  );
  if (backend) process.kill(backend.pid, "SIGKILL");
}

/** Compares the stored messages of a person with the acknowledged ones. */
async function findProblems({ uuid, member_id, acknowledged }: Poster): Promise<string[]> {
  // The receiver of a talk is its number 2.
  const rows = await query<{ key: string }>(
    `select key from messages join conversations on conversations.pk = messages.conversation_pk
     where conversations.uuid = $1
       and sender_number = coalesce((select number from room_members where room_members.uuid = $2), 2)
     order by messages.number`,
    [uuid, member_id ?? null],
  );
  const stored = rows.map(({ key }) => key);
  const lost = acknowledged.filter((key) => !stored.includes(key));
  const doubled = stored.filter((key, index) => stored.indexOf(key) !== index);
  const isInOrder = stored.join() === acknowledged.join();
  return [
    ...lost.map((key) => `${key} was acknowledged and lost`),
    ...doubled.map((key) => `${key} is stored twice`),
    ...(isInOrder
      ? []
      : [`the messages of ${uuid} are not those that were posted, in their order`]),
  ];
}
