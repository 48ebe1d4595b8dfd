import type { Cell, DumpRow } from "./dump.ts";

/**
 * A question or a talk, and its sender or starter, whom the test knows and a thief of the database must not find. The
 * checks call both questions.
 */
export interface AskedQuestion {
  /** The id of the question or of the talk. */
  uuid_hash: string;
  receiver_pk: number;
  /** A name of the account or visitor that asked, the same for all questions of one sender. */
  sender: string;
  /**
   * Tokens that identify the sender: the key, the id, the handle and the email address of the account,
   * and values that are derived from the sender's identity.
   */
  identifyingTokens: ReadonlySet<string>;
  is_baton: boolean;
}

/** A description of something that a thief of the database could find out but must not. */
type Finding = string;

interface Graph {
  rows: readonly DumpRow[];
  /** The values of a row by which it can be joined with others, including its transaction. */
  listTokens(row: DumpRow): string[];
  /** The rows that contain each token. */
  rowsByToken: ReadonlyMap<string, readonly DumpRow[]>;
  /** The question to which a row belongs. */
  findQuestion(row: DumpRow): AskedQuestion | undefined;
}

/**
 * Builds a graph that joins all rows that contain the same value, in any column, or that were written by
 * the same transaction.
 */
function buildGraph(rows: readonly DumpRow[], questions: readonly AskedQuestion[]): Graph {
  // Values that the code defines, such as the names of queues, don't link rows.
  const wordsOfCode = new Set(
    rows.filter(({ table }) => isQueueDefinition(table)).flatMap(({ cells }) => listValues(cells)),
  );
  const listTokens = ({ cells, xmin }: DumpRow) => [
    ...listValues(cells).filter((token) => !wordsOfCode.has(token)),
    `transaction ${xmin}`,
  ];
  const rowsByToken = new Map<string, DumpRow[]>();
  for (const row of rows) {
    for (const token of listTokens(row)) {
      const rowsWithToken = rowsByToken.get(token);
      if (rowsWithToken) rowsWithToken.push(row);
      else rowsByToken.set(token, [row]);
    }
  }
  const questionsByToken = new Map(
    questions.flatMap((question) => {
      const row = rowsByToken.get(`text ${question.uuid_hash}`)?.find(isQuestion);
      const key = row?.cells.find(({ column }) => column === "pk")?.token;
      const tokens = [`text ${question.uuid_hash}`, ...(key ? [key] : [])];
      return tokens.map((token): [string, AskedQuestion] => [token, question]);
    }),
  );
  const findQuestion = (row: DumpRow) => {
    for (const { token = "" } of row.cells) {
      const question = questionsByToken.get(token);
      if (question) return question;
    }
    return undefined;
  };
  return { rows, rowsByToken, listTokens, findQuestion };
}

const isQuestion = ({ table }: DumpRow) =>
  table === "public.questions" || table === "public.conversations";

const listValues = (cells: readonly Cell[]) => cells.flatMap(({ token }) => token ?? []);

/**
 * Tables whose rows end the search. They show openly what an account has and whom it follows, or they
 * show by a hash who likes an answer, or they are notices of what an account has received. People who have sent no question have such rows too, so a row says
 * nothing about who sent a question.
 */
const endTables = new Set([
  "public.users",
  "public.answer_likes",
  "public.like_toggles",
  "public.follows",
  "public.sessions",
  "public.badges",
  "public.achievements",
  "public.received_notices",
]);

/** Tables that contain the hash of who likes an answer. It is no finding, as it leads only to other likes. */
const likeTables = new Set(["public.answer_likes", "public.like_toggles"]);

/**
 * Whether a table of the job queue describes only the queue itself. What people do adds no row to such a
 * table.
 */
const isQueueDefinition = (table: string) =>
  /^pgboss\.(version|queue|schedule|bam|warning)$/.test(table);

/**
 * Follows shared values from each question, from row to row, and reports every row that names its
 * sender. The search does not follow the receiver's own account, which is stored openly with the
 * question, nor values that questions of several senders share. Batons are left out: they contain
 * the text of a question with a public answer, and its answerer passed them on.
 */
export function findNamedSenders(
  rows: readonly DumpRow[],
  questions: readonly AskedQuestion[],
): Finding[] {
  const graph = buildGraph(rows, questions);
  const sendersOf = listSendersByToken(graph);
  const isCommon = (token: string) => (sendersOf.get(token)?.size ?? 0) >= minCommonSenders;
  return questions
    .filter(({ is_baton }) => !is_baton)
    .flatMap((question) => {
      const paths = findPathsFrom(question, graph, isCommon);
      return [...paths].flatMap(([row, path]) =>
        likeTables.has(row.table)
          ? []
          : graph
              .listTokens(row)
              .filter((token) => question.identifyingTokens.has(token))
              .map((token) => `${path} names the sender: ${token}`),
      );
    });
}

/** Finds every row to which shared values lead from a question, with the path to it. */
function findPathsFrom(
  { uuid_hash, receiver_pk }: AskedQuestion,
  { rowsByToken, listTokens }: Graph,
  isCommon: (token: string) => boolean,
): Map<DumpRow, string> {
  const receiver = `key public.users.pk ${receiver_pk}`;
  const questionRows = rowsByToken.get(`text ${uuid_hash}`)?.filter(isQuestion) ?? [];
  const paths = new Map(questionRows.map((row): [DumpRow, string] => [row, row.table]));
  // The loop also visits rows that are added to `paths` meanwhile.
  for (const [row, path] of paths) {
    if (isQueueDefinition(row.table) || endTables.has(row.table)) continue;
    for (const token of listTokens(row).filter((value) => value !== receiver && !isCommon(value))) {
      for (const next of rowsByToken.get(token) ?? []) {
        if (!paths.has(next)) paths.set(next, `${path} –${findColumn(row, token)}→ ${next.table}`);
      }
    }
  }
  return paths;
}

/** A value that questions of this many senders share counts as common: it identifies none of them. */
const minCommonSenders = 3;

/**
 * Finds rows that contain the receiver together with the sender of a question. For example, a block
 * that named the blocked account openly would reveal the sender of a dropped question.
 */
export function findSendersBesideReceivers(
  rows: readonly DumpRow[],
  questions: readonly AskedQuestion[],
): Finding[] {
  const { rowsByToken, listTokens } = buildGraph(rows, questions);
  return questions.flatMap(({ receiver_pk, identifyingTokens, is_baton }) => {
    const rowsOfReceiver = rowsByToken.get(`key public.users.pk ${receiver_pk}`) ?? [];
    return rowsOfReceiver
      .filter(({ table, cells }) => !endTables.has(table) && !isFollow(cells))
      .filter((row) => !is_baton && listTokens(row).some((token) => identifyingTokens.has(token)))
      .map(({ table }) => `${table} holds a receiver beside a sender`);
  });
}

/** Follows are public, so a job may contain them. */
const isFollow = (cells: Cell[]) => cells.some(({ column }) => column === "data.follower_pk");

function findColumn({ cells }: DumpRow, token: string): string {
  return cells.find((cell) => cell.token === token)?.column ?? "xmin";
}

/** Lists for each value the senders of the questions whose rows contain it. */
function listSendersByToken({ rows, listTokens, findQuestion }: Graph): Map<string, Set<string>> {
  const senders = new Map<string, Set<string>>();
  for (const row of rows) {
    const question = findQuestion(row);
    if (!question) continue;
    for (const token of listTokens(row)) {
      const sendersOfToken = senders.get(token) ?? new Set();
      senders.set(token, sendersOfToken.add(question.sender));
    }
  }
  return senders;
}

/**
 * Finds what the questions of one sender to different receivers have in common and no other question
 * has: a value, a length, a null or the transaction. What only batons share is left out, because the
 * batons of one answer may have the same text and hour.
 */
export function findSharedTraits(
  rows: readonly DumpRow[],
  questions: readonly AskedQuestion[],
): Finding[] {
  const { findQuestion, listTokens } = buildGraph(rows, questions);
  const questionsByTrait = new Map<string, Set<AskedQuestion>>();
  for (const row of rows) {
    const question = findQuestion(row);
    if (!question) continue;
    for (const trait of [...listTraits(row), ...listTokens(row)]) {
      const questionsWithTrait = questionsByTrait.get(trait) ?? new Set();
      questionsByTrait.set(trait, questionsWithTrait.add(question));
    }
  }
  return [...questionsByTrait].flatMap(([trait, questionsWithTrait]) => {
    const senders = new Set([...questionsWithTrait].map(({ sender }) => sender));
    const receivers = new Set([...questionsWithTrait].map(({ receiver_pk }) => receiver_pk));
    const areBatons = [...questionsWithTrait].every(({ is_baton }) => is_baton);
    const isRevealing = senders.size === 1 && receivers.size > 1 && !areBatons;
    return isRevealing
      ? [`${questionsWithTrait.size} questions of ${[...senders].join()} share ${trait}`]
      : [];
  });
}

/** Lists what a row shows even if its values can't be read: which are null, and how long they are. */
function listTraits(row: DumpRow): string[] {
  const listTraitsOfCell = (cell: Cell) => {
    const name = `${row.table}.${cell.column}`;
    return [
      ...(cell.isNull ? [`${name} is null`] : []),
      ...(cell.length === undefined ? [] : [`${name} has ${cell.length} bytes`]),
    ];
  };
  return row.cells.flatMap(listTraitsOfCell);
}

/**
 * Exact times that may be stored: pages show when an answer was given, feeds and sitemaps when it was
 * edited, and both participants of a talk see the minutes of its messages.
 */
const publicTimes = new Set([
  "public.answers.answered_at",
  "public.answers.edited_at",
  "public.conversations.last_posted_minute",
  "public.messages.posted_minute",
  "public.talk_reports.messages.posted_minute",
  "public.talks.arrived_minute",
]);

/** Finds times that are more exact than the hour in rows that refer to a question, and in jobs. */
export function findExactTimes(
  rows: readonly DumpRow[],
  questions: readonly AskedQuestion[],
): Finding[] {
  const { findQuestion } = buildGraph(rows, questions);
  return rows.flatMap((row) => {
    const isJob = row.table.startsWith("pgboss.") && !isQueueDefinition(row.table);
    if (!isJob && !findQuestion(row)) return [];
    return row.cells
      .filter(({ isExactTime }) => isExactTime)
      .map(({ column }) => `${row.table}.${column}`)
      .filter((name) => !publicTimes.has(name));
  });
}
