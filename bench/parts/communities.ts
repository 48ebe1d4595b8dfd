import type { Request } from "autocannon";
import { Client } from "pg";
import { rankCommunities } from "../../apps/server/src/features/communities/commands/rank.ts";
import { longTimes, openPool } from "../../apps/server/src/platform/database/db-pool.ts";
import { withDatabase } from "../../scripts/services.ts";
import { type Bench, measureRatios, measureTurns, type NamedLoad } from "../bench.ts";
import * as requests from "../community-requests.ts";
import { generateData } from "../generate.ts";
import { type BenchProcess, startBareServer, startServer } from "../process.ts";
import { atLeast, atMost, createFigure, type Row } from "../report.ts";
import { createProfilePageRequests, selectTargets } from "../requests.ts";

/** A server on a data set with questions to one community. */
interface FilledSet {
  database: string;
  server: BenchProcess;
  /** The ids of some of these questions. */
  questions: string[];
}

/**
 * Measures the ranking job. Compares lists on a set with many questions with those on a set with few, a page far
 * from the first with the first page, cached pages with cached profiles, and the writing calls with the bare server.
 */
export async function measureCommunities(bench: Bench): Promise<Row[]> {
  const { few, many } = bench.size.communities;
  // The short bench has one data set.
  if (few === bench.size.large) return measureSets(bench, bench.large, bench.large);
  return withDatabase(bench.large, async (fewUrl) => {
    await generateData(fewUrl, few);
    return withDatabase(bench.large, async (manyUrl) => {
      await generateData(manyUrl, many);
      return measureSets(bench, fewUrl, manyUrl);
    });
  });
}

async function measureSets(bench: Bench, fewUrl: string, manyUrl: string): Promise<Row[]> {
  const ranking = [
    ...(await measureRanking(bench, fewUrl, bench.size.communities.few.communityQuestions)),
    ...(await measureRanking(bench, manyUrl, bench.size.communities.many.communityQuestions)),
  ];
  const started: BenchProcess[] = [];
  const start = async (process: Promise<BenchProcess>) => {
    started.push(await process);
    return process;
  };
  const openSet = async (database: string): Promise<FilledSet> => ({
    database,
    server: await start(startServer(database)),
    questions: await requests.drawQuestions(database),
  });
  try {
    const few = await openSet(fewUrl);
    const many = await openSet(manyUrl);
    const bare = await start(startBareServer(fewUrl));
    const reading = await measureRatios(bench, [
      ...compareGrowth(bench, few, many),
      ...comparePages(bench, many),
      ...(await compareCachedPages(many)),
    ]);
    const writing = await measureRatios(bench, compareWriting(few, bare));
    return [...writing, ...reading, ...ranking];
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}

const clearRanks = `
  update community_questions set featured_rank = null
  where asked_hour >= now() - interval '14 days'`;
const clearMemberCounts =
  "update community_members set month_answers_count = 0 where month_answers_count > 0";

/**
 * Measures the ranking job twice: when it has to write the ranks of the last two weeks and the answers
 * of all active members, and when none of them has changed.
 */
async function measureRanking(bench: Bench, database: string, questions: number): Promise<Row[]> {
  const client = new Client({ connectionString: database });
  const pool = await openPool(database, longTimes);
  await client.connect();
  const measureOnce = async () => {
    const start = performance.now();
    await rankCommunities(pool.db);
    return performance.now() - start;
  };
  const what = `ranking communities, ${questions.toLocaleString("en")} questions`;
  try {
    return await measureTurns(bench, async () => {
      await client.query(clearRanks);
      await client.query(clearMemberCounts);
      return [
        createFigure(`${what}, all ranks new`, await measureOnce(), atMost(5_000, " ms")),
        createFigure(`${what}, again`, await measureOnce(), atMost(5_000, " ms")),
      ];
    });
  } finally {
    await Promise.all([client.end(), pool.close()]);
  }
}

/**
 * Compares the reading calls on the set with many questions with those on the set with few, which are in the
 * column "baseline".
 */
function compareGrowth({ size }: Bench, few: FilledSet, many: FilledSet): NamedLoad[] {
  const counts = [size.communities.many, size.communities.few].map(
    ({ communityQuestions }) => `${communityQuestions.toLocaleString("en")}`,
  );
  const calls: Record<string, (set: FilledSet) => Request[]> = {
    communities: requests.createCommunityListRequests,
    "a community's questions": () => requests.createQuestionListRequests(1),
    "its featured questions": requests.createFeaturedRequests,
    "a question and its answers": ({ questions }) => requests.createQuestionRequests(questions),
  };
  return Object.entries(calls).map(([call, create]) => ({
    what: `${call}: ${counts.join(" compared with ")} questions`,
    target: atLeast(97, " %"),
    measured: many.server,
    baseline: few.server,
    requests: create(many),
    baselineRequests: create(few),
  }));
}

/**
 * Compares a page far from the beginning of a list (`deepPage`) with its first page, which is in the
 * column "baseline".
 */
function comparePages({ size }: Bench, { server }: FilledSet): NamedLoad[] {
  const { deepPage } = size.communities;
  const page = `page ${deepPage.toLocaleString("en")} compared with page 1`;
  const lists: [what: string, create: (page: number) => Request[]][] = [
    [`a community's questions, ${page}`, requests.createQuestionListRequests],
    [`the same in all languages, ${page}`, requests.createAllLanguagesListRequests],
  ];
  return lists.map(([what, create]) => ({
    what,
    target: atLeast(50, " %"),
    measured: server,
    baseline: server,
    requests: create(deepPage),
    baselineRequests: create(1),
  }));
}

/** Compares pages from the cache with profile pages from the cache, which are in the column "baseline". */
async function compareCachedPages({
  server,
  database,
  questions,
}: FilledSet): Promise<NamedLoad[]> {
  const baselineRequests = createProfilePageRequests(await selectTargets(database));
  const pages: [what: string, sent: Request[]][] = [
    [
      "page of a community, cached, compared with a profile",
      requests.createCommunityPageRequests(""),
    ],
    [
      "page of its questions, cached, compared with a profile",
      requests.createCommunityPageRequests("/items"),
    ],
    [
      "page of a question to it, cached, compared with a profile",
      requests.createQuestionPageRequests(questions),
    ],
  ];
  return pages.map(([what, sent]) => {
    const target = atLeast(90, " %");
    return { what, target, measured: server, baseline: server, requests: sent, baselineRequests };
  });
}

function compareWriting({ server, questions }: FilledSet, bare: BenchProcess): NamedLoad[] {
  const calls: [what: string, sent: Request[]][] = [
    ["join and leave a community", requests.createMembershipRequests()],
    ["ask a community", requests.createAskRequests()],
    ["answer a question to a community", requests.createAnswerRequests(questions)],
  ];
  return calls.map(([what, sent]) => {
    return { what, target: atLeast(70, " %"), measured: server, baseline: bare, requests: sent };
  });
}
