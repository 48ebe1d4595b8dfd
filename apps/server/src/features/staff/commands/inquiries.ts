import type { Input } from "@toibako/contract/endpoint.ts";
import { retentionDays } from "@toibako/contract/privacy.ts";
import {
  type Inquiry,
  inquiryAnswerLimit,
  type putInquiryAnswer,
} from "@toibako/contract/staff/inquiries.ts";
import { auditSql } from "#platform/database/audit.ts";
import { deleteBatchSql, repeatBatches } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { Failure } from "#platform/http/failure.ts";
import { requireText } from "#platform/http/typed-text.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { sendInquiryAnswerJob } from "../job-definitions.ts";
import { canAnswer, findInquiryToAnswer } from "../queries/inquiries.ts";

const recordLook = statement(
  "staff.recordInquiryLook",
  `
  with looked as (
    select id, topic from inquiries where id = :id
  ), ${auditSql("inquiry.open", "looked", {
    actor_pk: ":user_pk",
    object: "'inquiry ' || id",
    reason: "topic",
  })}
  select id from looked`,
);

type OwnServices = Pick<Services, "db" | "config">;

/** Opens an inquiry, after the look is in the audit log. */
export async function openInquiryOf(
  services: OwnServices,
  user_pk: number,
  id: string,
): Promise<Inquiry> {
  const [looked] = await recordLook(services.db, { id, user_pk });
  const found = looked && (await findInquiryToAnswer(services, id));
  if (!found) throw new Failure("not_found");
  return found;
}

const lockInquiry = statement(
  "staff.lockInquiry",
  `
  select pk, user_pk, is_open, version, answer, closed_by_pk from inquiries
  where id = :id for no key update`,
);

// One statement closes the inquiry and enqueues the mail, if there is an answer.
const closeInquiry = statement(
  "staff.closeInquiry",
  `
  with closed as (
    update inquiries set is_open = false, version = version + 1, answer = :answer?, closed_at = now(),
      closed_by_pk = :user_pk
    where pk = :pk
    returning id, topic
  ), answered as (
    select id from closed where :answer?::text is not null
  ), enqueued_mail as (
    ${enqueueSql([sendInquiryAnswerJob], "answered")}
  ), ${auditSql("inquiry.close", "closed", {
    actor_pk: ":user_pk",
    object: "'inquiry ' || id",
    reason: "case when :answer?::text is null then 'no answer' else 'answered' end",
  })}
  select id from closed`,
);

/** Answers an inquiry by mail, or closes it without an answer. Nobody handles their own inquiry. */
export async function answerInquiry(
  services: OwnServices,
  user_pk: number,
  id: string,
  { version, answer: typed }: Input<typeof putInquiryAnswer>["body"],
): Promise<Inquiry> {
  const { db, config } = services;
  const answer = typed === null ? null : requireText("answer", typed, inquiryAnswerLimit);
  if (answer !== null && !canAnswer(config)) throw new Failure("refused");
  await lockThen(
    db,
    (db) => lockInquiry(db, { id }),
    async (db, [locked]) => {
      if (!locked) throw new Failure("not_found");
      if (locked.user_pk === user_pk) throw new Failure("refused");
      const isRepeated =
        !locked.is_open &&
        locked.version === version + 1 &&
        locked.closed_by_pk === user_pk &&
        locked.answer === answer;
      if (isRepeated) return;
      if (!locked.is_open || locked.version !== version) throw new Failure("case_changed");
      await closeInquiry(db, { pk: locked.pk, user_pk, answer });
    },
  );
  const found = await findInquiryToAnswer(services, id);
  if (!found) throw new Failure("not_found");
  return found;
}

const deleteOld = statement(
  "staff.deleteOldInquiries",
  deleteBatchSql("inquiries", "pk", `made_at < now() - interval '${retentionDays.inquiry} days'`),
);

/** Deletes inquiries that arrived long ago, also those that nobody has answered. */
export async function deleteOldInquiries(db: Db): Promise<void> {
  await repeatBatches(() => deleteOld(db, {}));
}
