import type { Request } from "autocannon";
import { Client } from "pg";
import { withDatabase } from "../../scripts/services.ts";
import { type Bench, measureTurns, warmUpBoth } from "../bench.ts";
import { generateData } from "../generate.ts";
import { type ComparedLoad, compareLoads, connections } from "../load.ts";
import { createAccountHeaders } from "../people.ts";
import { type BenchProcess, startServer } from "../process.ts";
import { atMost, createRatio, type Row } from "../report.ts";

/**
 * Kinds of readers, named for their friends: few, many who answered recently, many who have not. Each kind
 * is one account per connection, from this key on.
 */
const readers = { few: 1, recent: 1 + connections, silent: 1 + 2 * connections };

/** Returns SQL that selects $1 friends of a reader from `newest`, which has each account's newest answer. */
type SelectFriends = (reader_pk: number) => string;

const drawInAnyOrder = (reader_pk: number) => `order by md5(answerer_pk::text || '${reader_pk}')`;

const selectFriends: Record<keyof typeof readers, SelectFriends> = {
  few: (reader_pk) => `select * from newest ${drawInAnyOrder(reader_pk)} limit $1`,
  recent: () => "select * from newest order by pk desc limit $1",
  // None of them wrote one of the newest tenth of all answers.
  silent: (reader_pk) => `
    select * from newest where pk < (select max(pk) * 0.9 from answers)
    ${drawInAnyOrder(reader_pk)} limit $1`,
};

const createNewest = `
  create temp table newest as
  select answerer_pk, max(pk) as pk from answers where answerer_pk > ${3 * connections} group by 1`;

const updateCounts = `
  update users u set follows_count = (select count(*) from follows where follower_pk = u.pk)
  where u.pk <= ${3 * connections}`;

/**
 * Measures the timeline of accounts with many friends, who answered recently or long ago, compared with that of
 * accounts with few.
 */
export async function measureTimeline(bench: Bench): Promise<Row[]> {
  const { size, large, server } = bench;
  // The short bench has one data set.
  if (size.timeline.set === size.large) {
    await addFriends(large, size.timeline);
    return measureReaders(bench, server);
  }
  return withDatabase(large, async (database) => {
    await generateData(database, size.timeline.set);
    await addFriends(database, size.timeline);
    const server = await startServer(database);
    try {
      return await measureReaders(bench, server);
    } finally {
      await server.stop();
    }
  });
}

async function addFriends(
  database: string,
  { few, many }: Bench["size"]["timeline"],
): Promise<void> {
  const client = new Client({ connectionString: database });
  await client.connect();
  try {
    await client.query(createNewest);
    for (const [kind, first] of Object.entries(readers) as [keyof typeof readers, number][]) {
      for (let pk = first; pk < first + connections; pk++) {
        const friends = selectFriends[kind](pk);
        await client.query(
          `insert into follows (follower_pk, followed_pk) select ${pk}, answerer_pk from (${friends}) friends`,
          [kind === "few" ? few : many],
        );
      }
    }
    await client.query(updateCounts);
    await client.query("vacuum analyze follows, users");
  } finally {
    await client.end();
  }
}

/** The readers with few friends are in the column "baseline". */
async function measureReaders(bench: Bench, server: BenchProcess): Promise<Row[]> {
  const { few, many } = bench.size.timeline;
  const compare = (kind: keyof typeof readers): ComparedLoad => ({
    measured: server,
    baseline: server,
    requests: createRequests(readers[kind]),
    baselineRequests: createRequests(readers.few),
  });
  const friends = `timeline of ${many.toLocaleString("en")} friends`;
  const loads: [what: string, load: ComparedLoad][] = [
    [`${friends} who answered recently, compared with ${few}`, compare("recent")],
    [`${friends} who answered long ago, compared with ${few}`, compare("silent")],
  ];
  for (const [, load] of loads) await warmUpBoth(bench, load);
  return measureTurns(bench, async () => {
    const figures = [];
    for (const [what, load] of loads) {
      const comparison = await compareLoads(load, bench.seconds);
      const figure = createRatio(what, comparison, atMost(3, " times"));
      // How many times as long as with few friends, in place of a percentage.
      figures.push({ ...figure, value: 1 / comparison.ratio.rate, digits: 1 });
    }
    return figures;
  });
}

/** Requests the newest answers, once for each account of a kind. */
function createRequests(first: number): Request[] {
  const path = "/api/v2/me/friends/timelines";
  return Array.from({ length: connections }, (_, n) => ({
    path,
    headers: createAccountHeaders(first + n),
  }));
}
