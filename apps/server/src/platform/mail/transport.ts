import type { Transporter } from "nodemailer";
import type { Config } from "#platform/config.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same content in HTML; a mail without it is plain text. */
  html?: string;
  reply_to?: string;
  /** The URL that stops mails of this kind: a POST does so at once (RFC 8058), a GET shows a page. */
  unsubscribe_url?: string;
}

/** Sends an email by SMTP; throws if the server refuses it, so that the job is retried. */
export type SendMail = (mail: Mail) => Promise<void>;

/** Creates the function that sends mails; returns undefined if no mail server is configured. */
export function createMailer({ smtp_url, mail_from }: Config): SendMail | undefined {
  if (!smtp_url) return undefined;
  let opening: Promise<Transporter> | undefined;
  return async ({ reply_to, unsubscribe_url, ...mail }) => {
    opening ??= openTransport(smtp_url);
    const transport = await opening;
    const headers = unsubscribe_url === undefined ? {} : createListHeaders(unsubscribe_url);
    await transport.sendMail({ from: mail_from, replyTo: reply_to, headers, ...mail });
  };
}

/** Imports the mail library with the first mail, because it takes two megabytes of memory. */
async function openTransport(smtp_url: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport(smtp_url);
}

const createListHeaders = (unsubscribe_url: string) => ({
  "List-Unsubscribe": `<${unsubscribe_url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});
