import type { HeldRule } from "@toibako/contract/filters.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { floorToHour } from "#platform/dates.ts";
import { publishCounts } from "#platform/events/events.ts";
import { Failure } from "#platform/http/failure.ts";
import { isNewVisitor, listOwnIdentities, type Sender } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { SentCount, Services } from "#platform/services.ts";
import { type FilterSources, findHoldingRule } from "../../filters/filter.ts";
import { findReceiver, type Receiver } from "../../filters/queries.ts";
import { sendQuestionNoticeJob } from "../../notices/job-definitions.ts";
import { findStamp } from "../../stamps/groups.ts";
import {
  type Content,
  chooseBody,
  joinFilteredTexts,
  type QuestionInput,
  readContent,
} from "../policy.ts";
import { sealSender } from "../queries/sender.ts";
import {
  listNextTags,
  type NextTags,
  narrowCandidates,
  narrowCount,
  rememberSent,
} from "../queries/sender-tags.ts";

/**
 * How long an idempotency key is refused for other content. Not as long as its question exists: dropped
 * questions are deleted after 30 days, so a key that is accepted again then would tell that its question
 * was dropped. A repeated request is recognised as long as its question exists.
 */
const keyDuration = "1 day";

const sequenceSql = "pg_get_serial_sequence('questions', 'pk')";
// If two processes try to take the same tag of a sender, one of them inserts nothing, and the primary
// key that it has drawn stays unused. Primary keys are also skipped at random; otherwise such a gap
// would reveal that the questions beside it have the same sender.
const nextQuestionPkSql = `nextval(${sequenceSql})
      + case when random() < 0.125 then 0 * nextval(${sequenceSql}) else 0 end`;

// Writes the same rows for delivered, held and dropped questions, so that neither the reply, nor its
// time, nor a repeated request tells the sender which it is. `locale` is the receiver's; who the
// sender is (unless it is the receiver), and their address, are stored sealed or hashed only.
// `tags` belong to consecutive numbers; the first free one is taken. If none is free, nothing is
// written, and the caller learns from `later_count` where to continue its search.
// The tag is claimed first, and where another process has just taken it, nothing is written: an
// insert that fails would leave a dead row and a line in the database's log, which link the sender's
// questions.
// - is_received: the receiver gets it, in the inbox or held; false for a repeated request as well
// - is_new: the question has been stored
// - is_known: a question with this id existed before; `is_new` and `is_known` are both false where no
//   tag was free, or where another process has just taken the free one
// - is_key_reused: the existing question has other content
// - free_position: which of `tags` is free, from 1; null where none is
// - later_count: how many of `later_tags` exist
export const insertQuestion = statement(
  "questions.insertQuestion",
  `
  with outcome as (
    select case
      when exists (
        select 1 from blocks b
        where b.receiver_pk = :receiver_pk and b.pseudonym = any(:pseudonyms::bytea[])
      ) then 'dropped'
      when :held_by?::jsonb is not null then 'held'
      else 'unread' end as status
  ), free_tag as (
    select c.tag, c.position
    from unnest(:tags::bytea[]) with ordinality as c (tag, position)
    where not exists (select from sent_questions s where s.tag = c.tag)
    order by c.position
    limit 1
  ), claimed_tag as (
    insert into sent_questions (tag, question_pk)
    select tag, ${nextQuestionPkSql}
    from free_tag
    where not exists (select from questions where uuid_hash = :uuid_hash)
    on conflict (tag) do nothing
    returning question_pk
  ), new_question as (
    insert into questions (pk, uuid_hash, receiver_pk, type, body, stamp_id, options, locale,
      is_self, asked_hour, status, held_by, is_baton)
    overriding system value
    select question_pk, :uuid_hash, :receiver_pk, :type, :body, :stamp_id?, :options?, :locale, :is_self,
      :asked_hour, status, case when status = 'held' then :held_by?::jsonb end, :is_baton
    from outcome, claimed_tag
    on conflict (uuid_hash) do nothing
    returning pk, receiver_pk, uuid_hash, is_self, status
  ), new_sealed_sender as (
    insert into sealed_senders (question_pk, sender, address, pseudonym, sealed_on)
    select pk, :sender, :address?, :pseudonym, current_date from new_question
  ), updated_counts as (
    update users u set
      unread_questions_count = u.unread_questions_count + (n.status = 'unread')::int,
      held_questions_count = u.held_questions_count + (n.status = 'held')::int
    from new_question n where u.pk = n.receiver_pk
  ), enqueued_jobs as (
    ${enqueueSql([sendQuestionNoticeJob], "new_question where not is_self")}
  )
  select exists (select from new_question where status <> 'dropped') as "is_received!",
    exists (select from new_question) as "is_new!",
    exists (select from questions where uuid_hash = :uuid_hash) as "is_known!",
    exists (
      select 1 from questions
      where uuid_hash = :uuid_hash
        and asked_hour >= :asked_hour::timestamptz - interval '${keyDuration}'
        and (receiver_pk <> :receiver_pk or body <> :body
          or stamp_id is distinct from :stamp_id? or options is distinct from :options?::text[])
    ) as "is_key_reused!",
    (select position::int from free_tag) as free_position,
    (
      select count(*)::int from unnest(:later_tags::bytea[]) as later (tag)
      where exists (select from sent_questions s where s.tag = later.tag)
    ) as "later_count!"`,
);

export interface NewQuestion {
  uuid_hash: string;
  receiver: Receiver;
  content: Content;
  sender: Sender;
  /** The sender's IP address, sealed beside the question. */
  address: string;
  held_by: HeldRule | undefined;
  is_baton?: boolean;
}

type SenderServices = Pick<Services, "secrets" | "sent_counts">;

/** Stores a question with the first of `tags` that is free. */
async function storeWithTag(
  { tags, later_tags }: NextTags,
  db: Db,
  { secrets }: SenderServices,
  question: NewQuestion,
) {
  const { uuid_hash, receiver, content, sender, address, held_by, is_baton = false } = question;
  const user_pk = sender.user?.pk ?? null;
  const { identity } = sender;
  // A sender who is blocked because of a question or of a baton can send neither.
  const pseudonyms = listOwnIdentities(sender).flatMap((identity) => [
    secrets.senderPseudonym(receiver.pk, identity),
    secrets.batonPseudonym(receiver.pk, identity),
  ]);
  // A visitor can't be blocked by name, but the statement does the same for visitors and accounts.
  pseudonyms.push(secrets.namedPseudonym(receiver.pk, identity));
  const pseudonymOf = is_baton ? secrets.batonPseudonym : secrets.senderPseudonym;
  const [asked] = await insertQuestion(db, {
    uuid_hash,
    receiver_pk: receiver.pk,
    type: content.type,
    body: chooseBody(content, receiver.locale),
    stamp_id: content.type === "stamp" ? content.stamp.id : null,
    options: content.type === "choose" ? content.options : null,
    locale: receiver.locale,
    asked_hour: floorToHour(new Date()),
    held_by: held_by ? JSON.stringify(held_by) : null,
    is_self: user_pk === receiver.pk,
    is_baton,
    tags,
    later_tags,
    ...sealSender(secrets, uuid_hash, { identity, user_pk, address }),
    pseudonym: pseudonymOf(receiver.pk, identity),
    pseudonyms,
  });
  if (!asked) throw new Failure("unexpected");
  return asked;
}

/**
 * Stores a question, and returns whether its receiver gets it: false for a repeated request, which
 * changes nothing. Must be called in `storeInTurn`, which calls it again after `StoreAgain`.
 */
export async function storeQuestion(
  db: Db,
  services: SenderServices,
  question: NewQuestion,
): Promise<boolean> {
  const { identity } = question.sender;
  await narrowCandidates(db, services, identity);
  const next = listNextTags(services, identity);
  try {
    const asked = await storeWithTag(next, db, services, question);
    if (asked.is_key_reused) throw new Failure("key_reused");
    const { is_new, is_known, is_received } = asked;
    const n = next.numbers[(asked.free_position ?? 0) - 1];
    if (is_new && n !== undefined) {
      rememberSent(services, identity, { least: n, below: n + 1 });
    } else if (!is_known) {
      rememberSent(services, identity, countAfter(next, n, asked.later_count));
      throw new StoreAgain(db.isTransaction);
    }
    return is_received;
  } catch (error) {
    if (!isQuestionStoredMeanwhile(error)) throw error;
    throw new StoreAgain(db.isTransaction);
  }
}

/**
 * Computes what is known of a sender's count after another process took the tag with the number `taken`,
 * or, if this is undefined, after all tags that were offered to the question turned out to be taken.
 */
function countAfter(next: NextTags, taken: number | undefined, later_count: number): SentCount {
  const below = Number.POSITIVE_INFINITY;
  // The tag was free when the statement began.
  if (taken !== undefined) return { least: taken, below };
  const least = next.numbers.at(-1) ?? 0;
  return narrowCount({ least, below }, next.later_numbers, later_count);
}

/**
 * Nothing was stored: the sender's next tag was taken, and what is now known of their count is
 * remembered; or the same request stored the question meanwhile.
 */
class StoreAgain extends Error {
  /** Whether it rolls back a transaction, in which earlier questions may have taken tags. */
  readonly isRolledBack: boolean;
  constructor(isRolledBack: boolean) {
    super("the next tag of this sender is taken, or their question is stored already");
    this.isRolledBack = isRolledBack;
  }
}

/** Whether a tag was claimed in vain: the same request stored the question at the same moment. */
function isQuestionStoredMeanwhile(error: unknown): boolean {
  const { code, constraint, message = "" } = error as Record<string, string | undefined>;
  return code === "23503" && `${constraint} ${message}`.includes("sent_questions_question_pk");
}

/** How often storing is tried before `StoreAgain` becomes the request's error. */
const maxTries = 20;

/**
 * For each sender with calls that store questions: the last of these calls, by the sender's
 * identity in hex.
 */
const lastCalls = new Map<string, Promise<unknown>>();

/**
 * Runs `work`, which stores questions of one sender. Calls for the same sender run one after the other
 * in this process, since each takes the sender's next tag; after `StoreAgain`, `work` runs again.
 * After any other error or a rollback, the sender's count is forgotten: it may include tags that were
 * rolled back, and a gap in the numbers would hide all later questions from their sender.
 */
export async function storeInTurn<T>(
  { sent_counts }: Pick<Services, "sent_counts">,
  sender: Sender,
  work: () => Promise<T>,
): Promise<T> {
  const key = sender.identity.toString("hex");
  const forgetCount = () => void sent_counts.delete(key);
  const turn = (lastCalls.get(key) ?? Promise.resolve()).then(() =>
    retryStoring(work, forgetCount),
  );
  const settled = turn.catch(() => undefined);
  lastCalls.set(key, settled);
  try {
    return await turn;
  } finally {
    if (lastCalls.get(key) === settled) lastCalls.delete(key);
  }
}

async function retryStoring<T>(work: () => Promise<T>, forgetCount: () => void): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const isStoreAgain = error instanceof StoreAgain;
      if (!isStoreAgain || error.isRolledBack) forgetCount();
      if (!isStoreAgain || tries === maxTries) throw error;
    }
  }
}

interface QuestionRequest {
  uuid_hash: string;
  account: string;
  input: QuestionInput;
  sender: Sender;
  address: string;
}

/**
 * Asks an account. The sender can't tell whether the question is delivered, held by a filter or by
 * calm mode, or dropped because of a block.
 */
export async function askAccount(
  services: Services,
  filter: FilterSources,
  { uuid_hash, account, input, sender, address }: QuestionRequest,
): Promise<void> {
  const content = readContent(input, findStamp(input.stamp_id ?? ""));
  const receiver = await findReceiver(services.db, account);
  if (!receiver) throw new Failure("not_found");
  // Every text is filtered, so that the response time tells nothing about the outcome.
  const rule = await findHoldingRule(joinFilteredTexts(content), receiver, filter);
  const isSelf = sender.user?.pk === receiver.pk;
  const held_by = isSelf ? undefined : (rule ?? findCalmRule(receiver, sender));
  const question = { uuid_hash, receiver, content, sender, address, held_by };
  const isReceived = await storeInTurn(services, sender, () =>
    storeQuestion(services.db, services, question),
  );
  // For a dropped question, publishes to an account that doesn't exist: this takes the same time.
  const notifiedPk = isReceived ? receiver.pk : -receiver.pk;
  publishCounts(services, services.secrets.accountIdentity(notifiedPk));
}

/** Calm mode holds the questions of new visitors. */
function findCalmRule(receiver: Receiver, sender: Sender): HeldRule | undefined {
  return receiver.is_calm && isNewVisitor(sender) ? { kind: "calm_mode" } : undefined;
}
