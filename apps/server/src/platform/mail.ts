import { createTransport } from "nodemailer";
import type { Config } from "./config.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  reply_to?: string;
}

/** Sends an email by SMTP; throws if the server refuses it, so that the job is retried. */
export type SendMail = (mail: Mail) => Promise<void>;

/** Undefined where no mail server is configured. */
export function createMailer({ smtp_url, mail_from }: Config): SendMail | undefined {
  if (!smtp_url) return undefined;
  const transport = createTransport(smtp_url);
  return async ({ to, subject, text, reply_to }) => {
    await transport.sendMail({ from: mail_from, to, subject, text, replyTo: reply_to });
  };
}
