import type { Request } from "autocannon";
import { Client } from "pg";
import { withDatabase } from "../../scripts/services.ts";
import { type Bench, measureRatios } from "../bench.ts";
import { connections } from "../load.ts";
import { createAccountHeaders } from "../people.ts";
import { type BenchProcess, startServer } from "../process.ts";
import { atLeast, moreIsBetter, type Row } from "../report.ts";
import { buildPublicIdSql } from "../set.ts";

/** The key of the account with a small inbox. */
const fewPk = 1;
/** The key of the account with a large inbox. */
const manyPk = 2;
/** The lowest key of the other accounts, which only make the table of questions large. */
const othersPk = 3;
/** The number of those other accounts. */
const othersCount = 400;
/** The number of questions on a page of the inbox. */
const questionsPerPage = 20;

/**
 * Returns SQL that inserts $1 unread questions, spread over two years. `receiver` is an SQL expression for
 * the key of each receiver.
 */
const createInsertSql = (receiver: string) => `
  insert into questions (uuid_hash, receiver_pk, status, body, locale, asked_hour)
  select ${buildPublicIdSql()}, ${receiver}, 'unread', '元気ですか？', 'ja',
    date_trunc('hour', now() - interval '2 years' * random())
  from generate_series(1, $1::int)`;

const updateCountsSql = `
  update users set unread_questions_count =
    (select count(*) from questions where receiver_pk = pk and status = 'unread')
  where pk in (${fewPk}, ${manyPk})`;

/**
 * Makes a copy of the small set and adds many questions to other accounts there, the crowded set. Compares
 * the small inbox in the crowded set with the same inbox in the small set. Then compares, within the
 * crowded set, the large inbox with the small inbox.
 */
export async function measureInbox(bench: Bench): Promise<Row[]> {
  const { small, large, size } = bench;
  await addQuestions(small, [[size.inbox.few, `${fewPk}`]]);
  // The short bench has one database, which is in use and can't be copied.
  if (small === large) return compareInboxes(bench, bench.server, bench.server);
  const template = new URL(small).pathname.slice(1);
  const measureCrowded = async (crowded: string) => {
    await addQuestions(crowded, [
      [size.inbox.others, `${othersPk} + floor(random() * ${othersCount})::int`],
      [size.inbox.many, `${manyPk}`],
    ]);
    const smallServer = await startServer(small);
    const crowdedServer = await startServer(crowded);
    try {
      return await compareInboxes(bench, smallServer, crowdedServer);
    } finally {
      await Promise.all([smallServer.stop(), crowdedServer.stop()]);
    }
  };
  return withDatabase(small, measureCrowded, { template });
}

function compareInboxes(
  bench: Bench,
  smallServer: BenchProcess,
  crowdedServer: BenchProcess,
): Promise<Row[]> {
  const { others, many } = bench.size.inbox;
  const largeInbox = `inbox, ${many.toLocaleString("en")} of one's own`;
  const smallInboxRequests = createPageRequests(fewPk, 1);
  return measureRatios(bench, [
    {
      what: `inbox, in a set with ${others.toLocaleString("en")} questions to others`,
      target: atLeast(97, " %"),
      measured: crowdedServer,
      baseline: smallServer,
      requests: smallInboxRequests,
    },
    {
      what: largeInbox,
      target: atLeast(97, " %"),
      measured: crowdedServer,
      baseline: crowdedServer,
      requests: createPageRequests(manyPk, 1),
      baselineRequests: smallInboxRequests,
    },
    {
      what: `${largeInbox}, last page`,
      target: moreIsBetter(" %"),
      measured: crowdedServer,
      baseline: crowdedServer,
      requests: createPageRequests(manyPk, Math.floor(many / questionsPerPage)),
      baselineRequests: smallInboxRequests,
    },
  ]);
}

async function addQuestions(
  database: string,
  added: [questions: number, receiver: string][],
): Promise<void> {
  const client = new Client({ connectionString: database });
  await client.connect();
  try {
    for (const [questions, receiver] of added) {
      await client.query(createInsertSql(receiver), [questions]);
    }
    await client.query(updateCountsSql);
    await client.query("vacuum analyze questions");
  } finally {
    await client.end();
  }
}

/** Requests a page of one inbox, once for each connection. */
function createPageRequests(pk: number, page: number): Request[] {
  const path = `/api/v2/me/items/received?page=${page}`;
  return Array.from({ length: connections }, () => ({ path, headers: createAccountHeaders(pk) }));
}
