import type { MailCatcher } from "@toibako/sandbox/mail.ts";
import { expect } from "./fixture.ts";

/** Waits until an address has received `count` mails of a site; returns the path of the last mail's link. */
export async function findMailedLink(
  catcher: MailCatcher,
  site: string,
  email: string,
  count: number,
): Promise<string> {
  const findMails = () => catcher.mails.filter(({ to }) => to.includes(email));
  await expect.poll(() => findMails().length, { timeout: 20_000 }).toBe(count);
  const [link = ""] = /http:\S+\/acc\/\S+\/[\w-]{43}/.exec(findMails().at(-1)?.text ?? "") ?? [];
  expect(link).toContain(site);
  return link.slice(site.length);
}
