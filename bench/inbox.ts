import type { Request } from "autocannon";
import { Client } from "pg";
import { load } from "./load.ts";
import type { Bench } from "./measure.ts";
import { asPerson } from "./people.ts";
import { startServer } from "./process.ts";
import { atLeast, type Row, single } from "./report.ts";
import { publicId } from "./set.ts";

const own = 1;

/** $1 unread questions to whom $2 says, over two years. */
const fill = (receiver: string) => `
  insert into questions (uuid_hash, receiver_pk, status, body, locale, asked_hour)
  select ${publicId()}, ${receiver}, 'unread', '元気ですか？', 'ja',
    date_trunc('hour', now() - interval '2 years' * random())
  from generate_series(1, $1::int)`;

const count = `
  update users set unread_questions_count =
    (select count(*) from questions where receiver_pk = pk and status = 'unread')
  where pk = ${own}`;

/** One's own inbox as others' questions become a million, and one's own a hundred thousand. */
export async function inbox({ small, seconds }: Bench): Promise<Row[]> {
  const client = new Client({ connectionString: small });
  await client.connect();
  const server = await startServer(small);
  const rate = async (page: number): Promise<number> => {
    const path = `/api/v2/me/items/received?page=${page}`;
    const asked = Array.from({ length: 8 }, (): Request => ({ path, headers: asPerson(own) }));
    await load(server, asked, seconds / 8);
    return (await load(server, asked, seconds / 2)).rate;
  };
  const add = async (questions: number, receiver: string) => {
    await client.query(fill(receiver), [questions]);
    await client.query(count);
    await client.query("vacuum analyze questions");
  };
  try {
    await add(1_000, `${own}`);
    const few = await rate(1);
    await add(1_000_000, `${own + 1} + floor(random() * 900)::int`);
    const others = await rate(1);
    await add(99_000, `${own}`);
    const many = await rate(1);
    const deep = await rate(5_000);
    const percent = (rated: number) => (rated / few) * 100;
    return [
      single("inbox, beside 1,000,000 questions of others", percent(others), atLeast(90, " %")),
      single("inbox, 100,000 of one's own", percent(many), atLeast(90, " %")),
      single("inbox, 100,000 of one's own, last page", percent(deep), undefined),
    ];
  } finally {
    await Promise.all([server.stop(), client.end()]);
  }
}
