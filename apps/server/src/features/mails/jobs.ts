import { handleJob, type Job } from "#platform/jobs/jobs.ts";
import { composeLetter } from "#platform/mail/letter.ts";
import { createMailer } from "#platform/mail/transport.ts";
import type { Services } from "#platform/services.ts";
import { createLinkToken } from "./commands/links.ts";
import { sendDestructionMailJob, sendMailLinkJob, sendSecurityMailJob } from "./job-definitions.ts";
import { writeDestructionLetter, writeLinkLetter, writeSecurityLetter } from "./letters.ts";
import { findRecipient, unsealRecipient } from "./queries.ts";

/** Creates the jobs that send mails to accounts. Without a configured mail server they do nothing. */
export function createMailJobs({ db, config, secrets }: Services): Job[] {
  const { public_url } = config;
  const send = createMailer(config);
  return [
    handleJob(sendSecurityMailJob, async ({ user_pk, kind }) => {
      const recipient = send && (await findRecipient(db, user_pk));
      if (!recipient) return;
      const letter = writeSecurityLetter(recipient, kind, public_url);
      await send({ to: recipient.confirmed_email, ...composeLetter(letter, public_url) });
    }),
    handleJob(sendDestructionMailJob, async ({ recipient: sealed }) => {
      const recipient = send && unsealRecipient(secrets, sealed);
      if (!recipient) return;
      const letter = writeDestructionLetter(recipient, public_url);
      await send({ to: recipient.confirmed_email, ...composeLetter(letter, public_url) });
    }),
    handleJob(sendMailLinkJob, async ({ id }) => {
      const link = send && (await createLinkToken(db, id));
      if (!link) return;
      const letter = writeLinkLetter(link, link.purpose, link.token, public_url);
      await send({ to: link.email, ...composeLetter(letter, public_url) });
    }),
  ];
}
