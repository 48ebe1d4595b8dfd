import { getCurrentUser } from "@toibako/contract/accounts.ts";
import { leaveAccount } from "@toibako/contract/leaving.ts";
import { getMailLink, putMailLink } from "@toibako/contract/mails.ts";
import { postPasswordReset } from "@toibako/contract/passwords.ts";
import { putUser } from "@toibako/contract/settings.ts";
import { startMailCatcher } from "@toibako/sandbox/mail.ts";
import { afterAll, expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";
import { sql } from "#platform/testing/sql.ts";

const mailServer = await startMailCatcher();
afterAll(() => mailServer.close());
const site = await openSite({ smtp_url: mailServer.url });

/** Runs all enqueued jobs and returns the token of the newest mailed link. */
async function readMailedToken(): Promise<string> {
  await site.services.jobs.drain();
  const tokens = mailServer.mails.map(({ text }) => /\/acc\/mail_links\/([\w-]{43})/.exec(text));
  return tokens.findLast((match) => match !== null)?.[1] ?? "";
}

/** Registers a person whose address is confirmed. */
async function registerWithAddress(account: string): Promise<Browser> {
  const person = await site.registerPerson(account);
  const email = `${account}@example.com`;
  await sql`
    update users set email = ${email}, confirmed_email = ${email}
    where account = ${account}`.execute(site.services.db);
  return person;
}

async function readUser(person: Browser) {
  const { data } = await person.send(getCurrentUser, {});
  return (data as { user: { email: string | null; confirmed_email: string | null } }).user;
}

/** The hours until the links of an account expire, by purpose. */
async function readLinkHours(account: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ purpose: string; hours: number }>`
    select purpose, round(extract(epoch from expires_at - now()) / 3600, 1)::float8 as hours
    from mail_links join users u on u.pk = mail_links.user_pk
    where u.account = ${account}`.execute(site.services.db);
  return Object.fromEntries(rows.map(({ purpose, hours }) => [purpose, hours]));
}

test("AUTH-06 AUTH-25 links expire after 24 hours, 7 days or 30 minutes, and change nothing afterwards", async () => {
  const tomo = await registerWithAddress("tomo");
  await tomo.send(putUser, { body: { email: "second@example.com" } });
  const confirm = { token: await readMailedToken() };
  expect(await readLinkHours("tomo")).toEqual({ confirm_email: 24 });
  await sql`update mail_links set expires_at = now()`.execute(site.services.db);
  expect((await site.openBrowser().send(getMailLink, { params: confirm })).status).toBe(404);
  expect((await site.openBrowser().send(putMailLink, { params: confirm })).status).toBe(404);
  expect(await readUser(tomo)).toMatchObject({ confirmed_email: "tomo@example.com" });

  await site.openBrowser().send(postPasswordReset, { body: { account_or_email: "tomo" } });
  await site.services.jobs.drain();
  expect(await readLinkHours("tomo")).toMatchObject({ reset_password: 0.5 });
  await tomo.send(putUser, { body: { email: "" } });
  const undo = { token: await readMailedToken() };
  expect(await readLinkHours("tomo")).toMatchObject({ undo_email: 7 * 24 });
  await sql`update mail_links set expires_at = now()`.execute(site.services.db);
  expect((await site.openBrowser().send(putMailLink, { params: undo })).status).toBe(404);
  expect(await readUser(tomo)).toMatchObject({ email: null, confirmed_email: null });
});

test("AUTH-25 SET-24 the link that undoes a change of address works while the account is left", async () => {
  const rin = await registerWithAddress("rin");
  await rin.send(putUser, { body: { email: "" } });
  // The mail is sent only after the account was left.
  expect((await rin.send(leaveAccount, {})).status).toBe(204);
  const token = await readMailedToken();
  const visitor = site.openBrowser();
  const found = await visitor.send(getMailLink, { params: { token } });
  expect(found.data).toMatchObject({ purpose: "undo_email", account: "rin" });
  expect((await visitor.send(putMailLink, { params: { token } })).status).toBe(204);
  const { rows } = await sql`
    select confirmed_email, left_at is not null as has_left from users
    where account = 'rin'`.execute(site.services.db);
  expect(rows).toEqual([{ confirmed_email: "rin@example.com", has_left: true }]);
});
