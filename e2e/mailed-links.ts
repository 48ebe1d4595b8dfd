import type { MailCatcher } from "@toibako/sandbox/mail.ts";
import { expect } from "./fixture.ts";

/** Waits until an address has received `count` mails of a site; returns the path of the last link in them. */
export async function findMailedLink(
  catcher: MailCatcher,
  site: string,
  email: string,
  count: number,
): Promise<string> {
  const findMails = () => catcher.mails.filter(({ to }) => to.includes(email));
  await expect.poll(() => findMails().length, { timeout: 20_000 }).toBe(count);
  // Mails of different kinds that are sent at about the same time arrive in any order.
  const texts = findMails().map(({ text }) => text);
  const link =
    texts
      .join("\n")
      .match(/http:\S+\/acc\/\S+\/[\w-]{43}/g)
      ?.at(-1) ?? "";
  expect(link).toContain(site);
  return link.slice(site.length);
}
