import type { Transporter } from "nodemailer";
import type { Config } from "#platform/config.ts";
import { createPeerCaller } from "#platform/http/peers.ts";
import { mails } from "#platform/observability/meters.ts";

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

/** How long the server may take to reply, so that a server that hangs doesn't hold a job for long; in milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/**
 * Creates the function that sends mails; returns undefined if no mail server is configured. Each has a limit of its
 * own, so that a link doesn't wait for daily mails.
 */
export function createMailer({ smtp_url, mail_from }: Config): SendMail | undefined {
  if (!smtp_url) return undefined;
  let opening: Promise<Transporter> | undefined;
  const callServer = createPeerCaller({ wait: 20_000 });
  return async ({ reply_to, unsubscribe_url, ...mail }) => {
    opening ??= openTransport(smtp_url);
    const transport = await opening;
    const headers = {
      // Tells programs that reply to mails, such as those of people on holiday, not to (RFC 3834).
      "Auto-Submitted": "auto-generated",
      ...(unsubscribe_url !== undefined && createListHeaders(unsubscribe_url)),
    };
    const message = { from: mail_from, replyTo: reply_to, headers, ...mail };
    const refusal = await callServer("the mail server", () =>
      transport.sendMail(message).then(() => undefined, keepRefusal),
    ).catch((error: unknown) => {
      mails.inc({ outcome: "unreachable" });
      throw error;
    });
    mails.inc({ outcome: refusal ? "refused" : "sent" });
    if (refusal) throw refusal;
  };
}

/** Returns the error if the server has replied, for example that an address is unknown; otherwise throws it. */
function keepRefusal(error: Error & { responseCode?: number }): Error {
  if (error.responseCode === undefined) throw error;
  return error;
}

/** Imports the mail library with the first mail, because it takes two megabytes of memory. */
async function openTransport(smtp_url: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({ url: smtp_url, ...timeouts });
}

const createListHeaders = (unsubscribe_url: string) => ({
  "List-Unsubscribe": `<${unsubscribe_url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});
