import { handleJob, type Job } from "#platform/jobs/jobs.ts";
import { composeLetter } from "#platform/mail/letter.ts";
import { createMailer } from "#platform/mail/transport.ts";
import type { Services } from "#platform/services.ts";
import { writeInquiryAnswer } from "../mails/letters.ts";
import { sendBirthdayNotice, sendDecisionNotice, sendOutcomes } from "./commands/notices.ts";
import { stopSender } from "./commands/stop-sender.ts";
import {
  sendBirthdayNoticeJob,
  sendDecisionNoticeJob,
  sendInquiryAnswerJob,
  sendOutcomesJob,
  stopSenderJob,
} from "./job-definitions.ts";
import { findAnsweredInquiry } from "./queries/inquiries.ts";

export function createStaffJobs(services: Services): Job[] {
  const { db, config } = services;
  const send = createMailer(config);
  return [
    handleJob(sendDecisionNoticeJob, ({ action_id, is_undone }) =>
      sendDecisionNotice(services, action_id, is_undone),
    ),
    handleJob(sendOutcomesJob, ({ action_id }) => sendOutcomes(services, action_id)),
    handleJob(sendBirthdayNoticeJob, ({ user_pk }, { id }) =>
      sendBirthdayNotice(services, user_pk, id),
    ),
    handleJob(sendInquiryAnswerJob, async ({ id }) => {
      const inquiry = send && (await findAnsweredInquiry(db, id));
      if (!inquiry) return;
      const letter = writeInquiryAnswer(inquiry, config.public_url);
      await send({
        to: inquiry.email,
        ...(config.operator_email !== undefined && { reply_to: config.operator_email }),
        ...composeLetter(letter, config.public_url),
      });
    }),
    handleJob(stopSenderJob, ({ action_id }) => stopSender(services, action_id)),
  ];
}
