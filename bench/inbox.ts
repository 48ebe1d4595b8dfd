import type { Request } from "autocannon";
import { Client } from "pg";
import { connections, runLoad } from "./load.ts";
import type { Bench } from "./measure.ts";
import { createAccountHeaders } from "./people.ts";
import { startServer } from "./process.ts";
import { atLeast, createRow, type Row } from "./report.ts";
import { buildPublicIdSql } from "./set.ts";

const ownPk = 1;

/** Returns SQL that inserts $1 unread questions to `receiver`, spread over two years. */
const createInsertSql = (receiver: string) => `
  insert into questions (uuid_hash, receiver_pk, status, body, locale, asked_hour)
  select ${buildPublicIdSql()}, ${receiver}, 'unread', '元気ですか？', 'ja',
    date_trunc('hour', now() - interval '2 years' * random())
  from generate_series(1, $1::int)`;

const updateCountSql = `
  update users set unread_questions_count =
    (select count(*) from questions where receiver_pk = pk and status = 'unread')
  where pk = ${ownPk}`;

/** Measures an inbox while the questions of others grow to a million, and its own to a hundred thousand. */
export async function measureInbox({ small, seconds, size }: Bench): Promise<Row[]> {
  const client = new Client({ connectionString: small });
  await client.connect();
  const server = await startServer(small);
  const measureRate = async (page: number): Promise<number> => {
    const path = `/api/v2/me/items/received?page=${page}`;
    const asked = Array.from(
      { length: connections },
      (): Request => ({ path, headers: createAccountHeaders(ownPk) }),
    );
    await runLoad(server, asked, seconds / 8);
    return (await runLoad(server, asked, seconds / 2)).rate;
  };
  const addQuestions = async (questions: number, receiver: string) => {
    await client.query(createInsertSql(receiver), [questions]);
    await client.query(updateCountSql);
    await client.query("vacuum analyze questions");
  };
  try {
    const { few, others, many } = size.inbox;
    await addQuestions(few, `${ownPk}`);
    const first = await measureRate(1);
    await addQuestions(others, `${ownPk + 1} + floor(random() * 400)::int`);
    const beside = await measureRate(1);
    await addQuestions(many - few, `${ownPk}`);
    const full = await measureRate(1);
    const last = await measureRate(Math.floor(many / 20));
    const toPercent = (rated: number) => (rated / first) * 100;
    const othersLabel = `inbox, beside ${others.toLocaleString("en")} questions of others`;
    const ownLabel = `inbox, ${many.toLocaleString("en")} of one's own`;
    return [
      createRow(othersLabel, toPercent(beside), atLeast(90, " %")),
      createRow(ownLabel, toPercent(full), atLeast(90, " %")),
      createRow(`${ownLabel}, last page`, toPercent(last), undefined),
    ];
  } finally {
    await Promise.all([server.stop(), client.end()]);
  }
}
