import type { Db } from "#platform/database/db.ts";
import type { Sender } from "#platform/identity/viewer.ts";
import type { SentCount, Services } from "#platform/services.ts";
import {
  cacheSentCount,
  listNextTags,
  type NextTags,
  narrowCandidates,
  narrowCount,
} from "../queries/sender-tags.ts";

/**
 * How long a request that uses the idempotency key of another question is refused. The duration must not depend on
 * whether that question still exists: dropped questions are deleted after 30 days, so the sender could find out that
 * theirs was dropped.
 */
export const keyDuration = "28 days";

const sequenceSql = "pg_get_serial_sequence('questions', 'pk')";
// If two processes try to take the same tag of a sender, one of them inserts nothing, and the primary
// key that it got from the sequence stays unused. Such a gap would reveal that the questions beside it have the
// same sender. Therefore one question in eight, chosen at random, skips a key by a second `nextval`.
const nextQuestionPkSql = `nextval(${sequenceSql})
      + case when random() < 0.125 then 0 * nextval(${sequenceSql}) else 0 end`;

/**
 * The CTEs that claim the next tag of a sender for a new question, whose key is `claimed_tag.question_pk`. A
 * sender's questions are numbered from 1, and each number has a tag (see `countSent`). `tags` belong to
 * consecutive numbers, and the question takes the first of them that is free. If none is free, nothing is
 * written, and `later_count` tells the caller where to continue the search.
 *
 * The tag is inserted before the question, so that nothing is written if another process has just taken the tag.
 * If the question were inserted first, the failing insert of the tag would leave a dead row and a line in the
 * database's log, both of which would link the sender's questions.
 */
export const claimedTagSql = `
  free_tag as (
    select candidate.tag, candidate.position
    from unnest(:tags::bytea[]) with ordinality as candidate (tag, position)
    where not exists (select from sent_questions where sent_questions.tag = candidate.tag)
    order by candidate.position
    limit 1
  ), claimed_tag as (
    insert into sent_questions (tag, question_pk)
    select tag, ${nextQuestionPkSql}
    from free_tag
    where not exists (select from questions where uuid_hash = :uuid_hash)
    on conflict (tag) do nothing
    returning question_pk
  )`;

/**
 * The columns with the result of claiming a tag. The statement adds the column `is_new`.
 * - is_new: the question has been stored
 * - is_known: a question with this id existed before; `is_new` and `is_known` are both false if no tag was
 *   free, or if another process has just taken the free tag
 * - free_position: the position of the first free tag in `tags`, from 1; null if none is free
 * - later_count: how many of `later_tags` exist
 */
export const claimResultSql = `
    exists (select from questions where uuid_hash = :uuid_hash) as "is_known!",
    (select position::int from free_tag) as free_position,
    (
      select count(*)::int from unnest(:later_tags::bytea[]) as later (tag)
      where exists (select from sent_questions where sent_questions.tag = later.tag)
    ) as "later_count!"`;

type TagServices = Pick<Services, "secrets" | "sent_counts">;

/** The tags offered to a statement with `claimedTagSql`. */
export type OfferedTags = Pick<NextTags, "tags" | "later_tags">;

/** The columns of `claimResultSql`. */
interface ClaimResult {
  is_new: boolean;
  is_known: boolean;
  free_position: number | null;
  later_count: number;
}

/**
 * Stores a question by `insert`, whose statement claims the sender's next tag, and returns its row. Must be
 * called in `storeInTurn`, which calls it again after `TagNotClaimed`.
 */
export async function storeWithNextTag<R extends ClaimResult>(
  db: Db,
  services: TagServices,
  identity: Buffer,
  insert: (tags: OfferedTags) => Promise<R>,
): Promise<R> {
  await narrowCandidates(db, services, identity);
  const next = listNextTags(services, identity);
  try {
    const stored = await insert(next);
    const { is_new, is_known, free_position, later_count } = stored;
    const freeNumber = next.numbers[(free_position ?? 0) - 1];
    if (is_new && freeNumber !== undefined) {
      cacheSentCount(services, identity, { least: freeNumber, below: freeNumber + 1 });
    } else if (!is_known) {
      cacheSentCount(services, identity, countAfterFailure(next, freeNumber, later_count));
      throw new TagNotClaimed(db.isTransaction);
    }
    return stored;
  } catch (error) {
    if (!isQuestionMissing(error)) throw error;
    throw new TagNotClaimed(db.isTransaction);
  }
}

/**
 * Computes what is known of a sender's count after another process took the tag with the number `taken`. If
 * `taken` is undefined, all tags that were offered to the question turned out to be taken.
 */
function countAfterFailure(
  next: NextTags,
  taken: number | undefined,
  later_count: number,
): SentCount {
  const below = Number.POSITIVE_INFINITY;
  // The other process has stored a question with this number, so the sender has sent at least `taken` questions.
  if (taken !== undefined) return { least: taken, below };
  const least = next.numbers.at(-1) ?? 0;
  return narrowCount({ least, below }, next.later_numbers, later_count);
}

/**
 * Nothing was stored, and storing must be tried again. Either another process took the sender's next tag, and
 * the cached count now includes it; or a simultaneous repetition of the request has stored the question.
 */
class TagNotClaimed extends Error {
  /** Whether the error rolls back a transaction, in which earlier questions may have taken tags. */
  readonly isRolledBack: boolean;
  constructor(isRolledBack: boolean) {
    super("the next tag of this sender is taken, or their question is stored already");
    this.isRolledBack = isRolledBack;
  }
}

/** PostgreSQL's code of a foreign key violation. */
const foreignKeyViolation = "23503";

/**
 * Whether a claimed tag refers to a question that was not inserted, because a simultaneous repetition of the request
 * has stored it.
 */
function isQuestionMissing(error: unknown): boolean {
  const { code, constraint, message = "" } = error as Record<string, string | undefined>;
  return (
    code === foreignKeyViolation &&
    `${constraint} ${message}`.includes("sent_questions_question_pk")
  );
}

/** How often storing is tried before `TagNotClaimed` becomes the request's error. */
const maxTries = 20;

/** The last running or waiting call of `storeInTurn` for each sender, by the sender's identity in hex. */
const lastCalls = new Map<string, Promise<unknown>>();

/**
 * Runs `work`, which stores questions of one sender. Calls for the same sender run one after the other
 * in this process, since each takes the sender's next tag. After `TagNotClaimed`, `work` runs again.
 * After any other error or a rollback, the sender's cached count is deleted, because it may include tags that were
 * rolled back. Such a gap in the numbers would hide all later questions from their sender.
 */
export async function storeInTurn<T>(
  { sent_counts }: Pick<Services, "sent_counts">,
  sender: Sender,
  work: () => Promise<T>,
): Promise<T> {
  const key = sender.identity.toString("hex");
  const deleteCount = () => void sent_counts.delete(key);
  const turn = (lastCalls.get(key) ?? Promise.resolve()).then(() =>
    retryStoring(work, deleteCount),
  );
  const settled = turn.catch(() => undefined);
  lastCalls.set(key, settled);
  try {
    return await turn;
  } finally {
    if (lastCalls.get(key) === settled) lastCalls.delete(key);
  }
}

async function retryStoring<T>(work: () => Promise<T>, deleteCount: () => void): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const mayRetry = error instanceof TagNotClaimed;
      if (!mayRetry || error.isRolledBack) deleteCount();
      if (!mayRetry || tries === maxTries) throw error;
    }
  }
}
