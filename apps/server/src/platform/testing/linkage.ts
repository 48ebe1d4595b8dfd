import type { Cell, DumpRow } from "./dump.ts";

/** What the test knows and a thief does not: whose each question is. */
export interface AskedQuestion {
  uuid_hash: string;
  receiver_pk: number;
  /** The account, or the visitor as whom somebody asked: one name for one sender. */
  sender: string;
  /** Tokens that name the sender: their account's key and names, and what only they have. */
  names: ReadonlySet<string>;
  is_baton: boolean;
}

/** What an attacker may not find, in words. */
type Finding = string;

interface Graph {
  rows: readonly DumpRow[];
  tokensOf(row: DumpRow): string[];
  holders: ReadonlyMap<string, readonly DumpRow[]>;
  questionOf(row: DumpRow): AskedQuestion | undefined;
}

/**
 * Joins every row with every row by every value that both hold, whatever their columns are called,
 * and by the transaction that wrote them.
 */
function buildGraph(rows: readonly DumpRow[], questions: readonly AskedQuestion[]): Graph {
  const wordsOfCode = new Set(
    rows.filter(({ table }) => isSchema(table)).flatMap(({ cells }) => valuesOf(cells)),
  );
  const tokensOf = ({ cells, xmin }: DumpRow) => [
    ...valuesOf(cells).filter((token) => !wordsOfCode.has(token)),
    `transaction ${xmin}`,
  ];
  const holders = new Map<string, DumpRow[]>();
  for (const row of rows) {
    for (const token of tokensOf(row)) {
      const holding = holders.get(token);
      if (holding) holding.push(row);
      else holders.set(token, [row]);
    }
  }
  const byToken = new Map(
    questions.flatMap((question) => {
      const row = holders.get(`text ${question.uuid_hash}`)?.find(isQuestion);
      const key = row?.cells.find(({ column }) => column === "pk")?.token;
      const tokens = [`text ${question.uuid_hash}`, ...(key ? [key] : [])];
      return tokens.map((token): [string, AskedQuestion] => [token, question]);
    }),
  );
  const questionOf = (row: DumpRow) => {
    for (const { token = "" } of row.cells) {
      const question = byToken.get(token);
      if (question) return question;
    }
    return undefined;
  };
  return { rows, holders, tokensOf, questionOf };
}

const isQuestion = ({ table }: DumpRow) => table === "public.questions";

const valuesOf = (cells: readonly Cell[]) => cells.flatMap(({ token }) => token ?? []);

/**
 * Rows at which a walk ends: who likes an answer, who follows whom and whose account it is stand
 * there openly, for senders and for everybody else alike.
 */
const ends = new Set([
  "public.users",
  "public.answer_likes",
  "public.like_toggles",
  "public.follows",
  "public.sessions",
  "public.badges",
  "public.achievements",
]);

/** Beside an answer stands by whom it is liked: a hash that leads to other likes alone. */
const likes = new Set(["public.answer_likes", "public.like_toggles"]);

/** Tables of the queue that hold what the code is called; no row comes of what people do. */
const isSchema = (table: string) => /^pgboss\.(version|queue|schedule|bam|warning)$/.test(table);

/**
 * From each question along shared values: no row that it leads to may name its sender. The walk goes
 * through everything except the receiver's own account, which stands with the question openly, and
 * values that questions of several senders share. Batons are left out: they have the words of a
 * public answer, and whoever gave that answer passed them on.
 */
export function findNamedSenders(
  rows: readonly DumpRow[],
  questions: readonly AskedQuestion[],
): Finding[] {
  const graph = buildGraph(rows, questions);
  const sendersOf = sendersByToken(graph);
  const isCommon = (token: string) => (sendersOf.get(token)?.size ?? 0) >= severalSenders;
  return questions
    .filter(({ is_baton }) => !is_baton)
    .flatMap((question) => {
      const paths = findPathsFrom(question, graph, isCommon);
      return [...paths].flatMap(([row, path]) =>
        likes.has(row.table)
          ? []
          : graph
              .tokensOf(row)
              .filter((token) => question.names.has(token))
              .map((token) => `${path} names the sender: ${token}`),
      );
    });
}

/** Every row to which shared values lead from a question, with the way there. */
function findPathsFrom(
  { uuid_hash, receiver_pk }: AskedQuestion,
  { holders, tokensOf }: Graph,
  isCommon: (token: string) => boolean,
): Map<DumpRow, string> {
  const receiver = `key public.users.pk ${receiver_pk}`;
  const start = holders.get(`text ${uuid_hash}`)?.filter(isQuestion) ?? [];
  const paths = new Map(start.map((row): [DumpRow, string] => [row, row.table]));
  // Rows that are added meanwhile are walked as well.
  for (const [row, path] of paths) {
    if (isSchema(row.table) || ends.has(row.table)) continue;
    for (const token of tokensOf(row).filter((one) => one !== receiver && !isCommon(one))) {
      for (const next of holders.get(token) ?? []) {
        if (!paths.has(next)) paths.set(next, `${path} –${findColumn(row, token)}→ ${next.table}`);
      }
    }
  }
  return paths;
}

/** Of so many senders a value singles out none. */
const severalSenders = 3;

/**
 * Rows that hold both the receiver and the sender of a question, where only one of the two is open.
 * A block that names an account would name whoever sent what was dropped.
 */
export function findSendersBesideReceivers(
  rows: readonly DumpRow[],
  questions: readonly AskedQuestion[],
): Finding[] {
  const { holders, tokensOf } = buildGraph(rows, questions);
  return questions.flatMap(({ receiver_pk, names, is_baton }) => {
    const beside = holders.get(`key public.users.pk ${receiver_pk}`) ?? [];
    return beside
      .filter(({ table, cells }) => !ends.has(table) && !isFollow(cells))
      .filter((row) => !is_baton && tokensOf(row).some((token) => names.has(token)))
      .map(({ table }) => `${table} holds a receiver beside a sender`);
  });
}

/** Who follows whom is public, and so is the job that says so. */
const isFollow = (cells: Cell[]) => cells.some(({ column }) => column === "data.follower_pk");

function findColumn({ cells }: DumpRow, token: string): string {
  return cells.find((cell) => cell.token === token)?.column ?? "xmin";
}

/** The senders of the questions beside which a value stands. */
function sendersByToken({ rows, tokensOf, questionOf }: Graph): Map<string, Set<string>> {
  const senders = new Map<string, Set<string>>();
  for (const row of rows) {
    const question = questionOf(row);
    if (!question) continue;
    for (const token of tokensOf(row)) {
      const known = senders.get(token) ?? new Set();
      senders.set(token, known.add(question.sender));
    }
  }
  return senders;
}

/**
 * What the questions of one sender to different receivers have in common, and nobody else's: a value,
 * a length, what is missing, or the transaction. The batons of one answer share its words and hour.
 */
export function findSharedMarks(
  rows: readonly DumpRow[],
  questions: readonly AskedQuestion[],
): Finding[] {
  const { questionOf, tokensOf } = buildGraph(rows, questions);
  const marked = new Map<string, Set<AskedQuestion>>();
  for (const row of rows) {
    const question = questionOf(row);
    if (!question) continue;
    for (const mark of [...marksOf(row), ...tokensOf(row)]) {
      const known = marked.get(mark) ?? new Set();
      marked.set(mark, known.add(question));
    }
  }
  return [...marked].flatMap(([mark, by]) => {
    const senders = new Set([...by].map(({ sender }) => sender));
    const receivers = new Set([...by].map(({ receiver_pk }) => receiver_pk));
    const areBatons = [...by].every(({ is_baton }) => is_baton);
    const isTelling = senders.size === 1 && receivers.size > 1 && !areBatons;
    return isTelling ? [`${by.size} questions of ${[...senders].join()} share ${mark}`] : [];
  });
}

function marksOf(row: DumpRow): string[] {
  const inColumn = (cell: Cell) => {
    const name = `${row.table}.${cell.column}`;
    return [
      ...(cell.isNull ? [`${name} is null`] : []),
      ...(cell.length === undefined ? [] : [`${name} has ${cell.length} bytes`]),
    ];
  };
  return row.cells.flatMap(inColumn);
}

/**
 * Moments beside a question. When somebody answered is shown on the answer's page, so it may stand
 * there, and when they corrected it.
 */
const publicTimes = new Set(["public.answers.answered_at", "public.answers.edited_at"]);

/** Where more than the hour stands: in any row that refers to a question, and in any job. */
export function findExactTimes(
  rows: readonly DumpRow[],
  questions: readonly AskedQuestion[],
): Finding[] {
  const { questionOf } = buildGraph(rows, questions);
  return rows.flatMap((row) => {
    const isJob = row.table.startsWith("pgboss.") && !isSchema(row.table);
    if (!isJob && !questionOf(row)) return [];
    return row.cells
      .filter(({ isExactTime }) => isExactTime)
      .map(({ column }) => `${row.table}.${column}`)
      .filter((name) => !publicTimes.has(name));
  });
}
