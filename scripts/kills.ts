// node scripts/kills.ts: kills the site's process and connections of a temporary PostgreSQL while messages are posted,
// and reports messages that were acknowledged and lost, or stored twice.
//   --kills 50       how often something is killed: in turn the process, and a connection's process of PostgreSQL,
//                    after which PostgreSQL restarts and recovers
//   --clients 8      concurrent clients, each in a talk of its own
//   --members 8      further ones, all in one room
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Client } from "pg";
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
  },
});

/** Milliseconds between two kills, and between two attempts to post a message. */
const killPause = 1_500;
const retryPause = 100;

/** A person who posts in a talk or a room; `acknowledged` are the keys of their messages in the order of posting. */
interface Poster {
  uuid: string;
  /** Their number in the conversation. */
  number: number;
  headers: Headers;
  send: typeof sendMessage;
  acknowledged: string[];
}

if ((await buildAndReport()) !== 0) process.exit(1);
const folder = mkdtempSync(join(tmpdir(), "toibako-kills-"));
const postgres = await startPostgres();
const port = await findFreePort();
const url = `http://127.0.0.1:${port}`;
let killSite: () => Promise<void> = async () => undefined;
let problems: string[] = [];
try {
  // Otherwise PostgreSQL acknowledges commits that a crash loses; the other settings matter only if the machine fails.
  await query("alter database postgres set synchronous_commit = on");
  killSite = await startSite();
  problems = await killUnderLoad();
} finally {
  await killSite();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);

async function startSite(): Promise<() => Promise<void>> {
  const env = { LIMIT_FACTOR: "0", DATABASE_URL: postgres.url, DATA_DIR: folder };
  return (await startServer(port, env, { signal: "SIGKILL" })).stop;
}

async function query<R extends object>(text: string, parameters: unknown[] = []): Promise<R[]> {
  const client = new Client({ connectionString: postgres.url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<R>(text, parameters)).rows;
  } finally {
    await client.end();
  }
}

async function killUnderLoad(): Promise<string[]> {
  const posters: Poster[] = [];
  for (let n = 0; n < Number(values.clients); n++) posters.push(await openTalk(n));
  for (let n = 0; n < Number(values.members); n++) posters.push(await enterRoom(n));
  let isOver = false;
  const clients = posters.map(async (poster) => {
    while (!isOver) await post(poster);
  });
  for (let n = 0; n < Number(values.kills); n++) {
    await setTimeout(killPause);
    if (n % 2 === 0) {
      await killSite();
      killSite = await startSite();
    } else await killConnection();
  }
  isOver = true;
  await Promise.all(clients);
  const found = await Promise.all(posters.map(findProblems));
  const count = posters.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  console.log(`${values.kills} kills, ${count} messages, ${found.flat().length} problems`);
  return found.flat();
}

/** Starts a talk with a new receiver, who then may post without limits. */
async function openTalk(n: number): Promise<Poster> {
  const starter = await register(url, `starter_${n}`);
  const headers = await register(url, `receiver_${n}`);
  await query(
    "update users set birthday = '1990-01-01', is_receive_dm = true, is_message_tos_showed = true",
  );
  const started = await sendJson(`${url}/api/v2/me/talks`, starter, {
    talk: { account: `receiver_${n}` },
  });
  const { talk } = (await started.json()) as { talk: { uuid: string } };
  await sendMessage(talk.uuid, starter, randomUUID());
  return { uuid: talk.uuid, number: 2, headers, send: sendMessage, acknowledged: [] };
}

/** Lets a new person join the one room and accept its rules. */
async function enterRoom(n: number): Promise<Poster> {
  const uuid = "first-room-favourites-";
  const headers = await register(url, `member_${n}`);
  await query("update users set birthday = '1990-01-01', is_message_tos_showed = true");
  const path = `${url}/api/v2/me/group_talks/${uuid}`;
  const personal_answers = [{ question_id: "favourites-question-1-", value: "本" }];
  const joined = await sendJson(`${path}/join`, headers, {
    display_name: `member ${n}`,
    personal_answers,
  });
  const { group_talk_user_summary_id: id } = (await joined.json()) as Record<string, string>;
  await sendJson(`${path}/rules`, headers, {}, "PUT");
  const [member] = await query<{ number: string }>(
    "select number from room_members where uuid = $1",
    [id],
  );
  return { uuid, number: Number(member?.number), headers, send: sendRoomMessage, acknowledged: [] };
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
async function findProblems({ uuid, number, acknowledged }: Poster): Promise<string[]> {
  const rows = await query<{ key: string }>(
    `select key from messages join conversations on conversations.pk = messages.conversation_pk
     where uuid = $1 and sender_number = $2 order by number`,
    [uuid, number],
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
