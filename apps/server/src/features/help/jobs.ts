import { handleJob, type Job } from "#platform/jobs/jobs.ts";
import { createMailer } from "#platform/mail/transport.ts";
import type { Services } from "#platform/services.ts";
import { mailInquiryJob } from "./job-definitions.ts";
import { findInquiry } from "./queries.ts";

/** Creates the job that mails an inquiry to the operator, who replies to its sender directly. */
export function createInquiryJob({ db, config }: Services): Job {
  const send = createMailer(config);
  return handleJob(mailInquiryJob, async ({ id }) => {
    const inquiry = await findInquiry(db, id);
    if (!inquiry || !send || !config.operator_email) return;
    await send({
      to: config.operator_email,
      subject: `[Toibako] ${inquiry.topic} (${inquiry.locale})`,
      text: inquiry.body,
      reply_to: inquiry.email,
    });
  });
}
