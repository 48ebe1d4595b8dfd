import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface CaughtMail {
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  reply_to: string | undefined;
  /** The header of this name, in any case. */
  readHeader(name: string): string | undefined;
}

/** A mail server that stores mails instead of delivering them. */
export interface MailCatcher {
  /** Its address for `SMTP_URL`. */
  url: string;
  mails: CaughtMail[];
  close(): Promise<void>;
}

/** Listens on loopback; port 0 takes a free one. */
export async function startMailCatcher(port = 0): Promise<MailCatcher> {
  const mails: CaughtMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        PostalMime.parse(Buffer.concat(chunks)).then(
          ({ from, subject, text, html, replyTo, headers }) => {
            const to = session.envelope.rcptTo.map(({ address }) => address);
            mails.push({
              from: from?.address ?? "",
              to,
              subject: subject ?? "",
              text: text ?? "",
              html: html ?? "",
              reply_to: replyTo?.[0]?.address,
              readHeader: (name) => headers.find(({ key }) => key === name.toLowerCase())?.value,
            });
            done();
          },
          done,
        );
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
