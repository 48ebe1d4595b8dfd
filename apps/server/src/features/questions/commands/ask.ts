import type { HeldRule } from "@toibako/contract/filters.ts";
import { type Paper, papers } from "@toibako/contract/papers.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { floorToHour } from "#platform/dates.ts";
import { publishCounts } from "#platform/events/events.ts";
import { Failure } from "#platform/http/failure.ts";
import { isNewVisitor, type Sender } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { findByAnyHandle } from "../../accounts/queries/handles.ts";
import { type FilterSources, findHoldingRule } from "../../filters/filter.ts";
import { findReceiver, type Receiver } from "../../filters/queries.ts";
import { isStoppedSql, listPseudonyms, listStopTags } from "../../moderation/policy.ts";
import { sendQuestionNoticeJob } from "../../notices/job-definitions.ts";
import { findAskableStamp } from "../../stamps/queries.ts";
import {
  type Content,
  chooseBody,
  drawPaper,
  joinFilteredTexts,
  type QuestionInput,
  readContent,
} from "../policy.ts";
import { sealSender } from "../queries/sender.ts";
import {
  claimedTagSql,
  claimResultSql,
  keyDuration,
  type OfferedTags,
  storeInTurn,
  storeWithNextTag,
} from "./claim-tag.ts";

// Writes the same rows for delivered, held and dropped questions, so that neither the reply, nor its
// duration, nor a repeated request tells the sender what happened to the question. The sender's identity and
// address are stored only sealed or hashed; `is_self` is the exception. `claimedTagSql` explains the tag of the
// question. Columns of the result:
// - is_received: the receiver gets the question, in the inbox or held; also false for a repeated request
// - is_new: the question has been stored
// - is_key_reused: a question with this idempotency key exists and has other content
export const insertQuestion = statement(
  "questions.insertQuestion",
  `
  with outcome as (
    select case
      when exists (
        select 1 from blocks
        where blocks.receiver_pk = :receiver_pk and blocks.pseudonym = any(:pseudonyms::bytea[])
      ) or ${isStoppedSql} then 'dropped'
      when :held_by?::jsonb is not null then 'held'
      else 'unread' end as status
  ), ${claimedTagSql}, new_question as (
    insert into questions (pk, uuid_hash, receiver_pk, type, body, stamp_id, options, paper, locale,
      is_self, is_seen, asked_hour, status, held_by, is_baton)
    overriding system value
    select question_pk, :uuid_hash, :receiver_pk, :type, :body, :stamp_id?, :options?, :paper, :locale, :is_self,
      :is_self, :asked_hour, status, case when status = 'held' then :held_by?::jsonb end, :is_baton
    from outcome, claimed_tag
    on conflict (uuid_hash) do nothing
    returning pk, receiver_pk, uuid_hash, is_self, status
  ), new_sealed_sender as (
    insert into sealed_senders (question_pk, sender, address, pseudonym, sealed_on)
    select pk, :sender, :address?, :pseudonym, current_date from new_question
  ), updated_counts as (
    update users u set
      unread_questions_count = u.unread_questions_count + (new_question.status = 'unread')::int,
      held_questions_count = u.held_questions_count + (new_question.status = 'held')::int
    from new_question where u.pk = new_question.receiver_pk
  ), enqueued_jobs as (
    ${enqueueSql([sendQuestionNoticeJob], "new_question where not is_self")}
  )
  select exists (select from new_question where status <> 'dropped') as "is_received!",
    exists (select from new_question) as "is_new!",
    exists (
      select 1 from questions
      where uuid_hash = :uuid_hash
        and asked_hour >= :asked_hour::timestamptz - interval '${keyDuration}'
        and (receiver_pk is distinct from :receiver_pk or body <> :body
          or stamp_id is distinct from :stamp_id? or options is distinct from :options?::text[])
    ) as "is_key_reused!",
    ${claimResultSql}`,
);

export interface NewQuestion {
  uuid_hash: string;
  receiver: Receiver;
  content: Content;
  /** By default one is drawn by lot. */
  paper?: Paper | undefined;
  sender: Sender;
  /** The sender's IP address, sealed beside the question. */
  address: string;
  held_by: HeldRule | undefined;
  is_baton?: boolean;
}

type SenderServices = Pick<Services, "secrets" | "sent_counts">;

/** Stores a question with the first free tag among `tags`. */
async function storeWithTag(
  db: Db,
  { secrets }: SenderServices,
  question: NewQuestion,
  { tags, later_tags }: OfferedTags,
) {
  const { uuid_hash, receiver, content, sender, address, held_by, is_baton = false } = question;
  const user_pk = sender.user?.pk ?? null;
  const { identity } = sender;
  const derivePseudonym = is_baton ? secrets.deriveBatonPseudonym : secrets.deriveSenderPseudonym;
  const identities: [Buffer, ...Buffer[]] = [identity, ...sender.adopted_identities];
  const [stored] = await insertQuestion(db, {
    uuid_hash,
    receiver_pk: receiver.pk,
    type: content.type,
    body: chooseBody(content, receiver.locale),
    stamp_id: content.type === "stamp" ? content.stamp.id : null,
    options: content.type === "choose" ? content.options : null,
    paper: papers.indexOf(question.paper ?? drawPaper()),
    locale: receiver.locale,
    asked_hour: floorToHour(new Date()),
    held_by: held_by ? JSON.stringify(held_by) : null,
    is_self: user_pk === receiver.pk,
    is_baton,
    tags,
    later_tags,
    ...sealSender(secrets, uuid_hash, { identity, user_pk, address }),
    pseudonym: derivePseudonym(receiver.pk, identity),
    pseudonyms: listPseudonyms(secrets, receiver.pk, identities),
    stop_tags: listStopTags(secrets, identities),
  });
  if (!stored) throw new Failure("unexpected");
  return stored;
}

/**
 * Stores a question and returns whether its receiver gets it. A repeated request changes nothing and returns false.
 * Must be called in `storeInTurn`.
 */
export async function storeQuestion(
  db: Db,
  services: SenderServices,
  question: NewQuestion,
): Promise<boolean> {
  const stored = await storeWithNextTag(db, services, question.sender.identity, (tags) =>
    storeWithTag(db, services, question, tags),
  );
  if (stored.is_key_reused) throw new Failure("key_reused");
  return stored.is_received;
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
  const stamp = await findAskableStamp(services.db, input.stamp_id, uuid_hash);
  const content = readContent(input, stamp);
  const receiver = await findByAnyHandle(services, account, (handle) =>
    findReceiver(services.db, handle),
  );
  if (!receiver) throw new Failure("not_found");
  // Every text is filtered, so that the response time tells nothing about the outcome.
  const rule = await findHoldingRule(joinFilteredTexts(content), receiver, filter);
  const isSelf = sender.user?.pk === receiver.pk;
  const held_by = isSelf ? undefined : (rule ?? findCalmRule(receiver, sender));
  const { paper } = input;
  const question = { uuid_hash, receiver, content, paper, sender, address, held_by };
  const isReceived = await storeInTurn(services, sender, () =>
    storeQuestion(services.db, services, question),
  );
  // If the receiver gets no new question, publishes to an account that doesn't exist, so that the reply takes
  // the same time.
  const notifiedPk = isReceived ? receiver.pk : -receiver.pk;
  publishCounts(services, services.secrets.deriveAccountIdentity(notifiedPk));
}

/** Returns the rule of calm mode if it holds the sender's question. */
function findCalmRule(receiver: Receiver, sender: Sender): HeldRule | undefined {
  return receiver.is_calm && isNewVisitor(sender) ? { kind: "calm_mode" } : undefined;
}
