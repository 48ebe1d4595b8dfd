import { createTransport } from "nodemailer";
import type { Config } from "#platform/config.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same content in HTML; a mail without it is plain text. */
  html?: string;
  reply_to?: string;
  /** The address that stops mails of this kind: a POST does so at once (RFC 8058), a GET shows a page. */
  unsubscribe_url?: string;
}

/** Sends an email by SMTP; throws if the server refuses it, so that the job is retried. */
export type SendMail = (mail: Mail) => Promise<void>;

/** Undefined where no mail server is configured. */
export function createMailer({ smtp_url, mail_from }: Config): SendMail | undefined {
  if (!smtp_url) return undefined;
  const transport = createTransport(smtp_url);
  return async ({ reply_to, unsubscribe_url, ...mail }) => {
    const headers = unsubscribe_url === undefined ? {} : createListHeaders(unsubscribe_url);
    await transport.sendMail({ from: mail_from, replyTo: reply_to, headers, ...mail });
  };
}

const createListHeaders = (unsubscribe_url: string) => ({
  "List-Unsubscribe": `<${unsubscribe_url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});
