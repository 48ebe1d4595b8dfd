import { putMailLink } from "@toibako/contract/mails.ts";
import { putPassword, putPasswordReset } from "@toibako/contract/passwords.ts";
import { putUser } from "@toibako/contract/settings.ts";
import { expect, inject, test } from "vitest";
import type { Db } from "#platform/database/db.ts";
import { transaction } from "#platform/database/transaction.ts";
import { createPublicId, createToken, hashToken } from "#platform/identity/secrets.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { sql } from "#platform/testing/sql.ts";

// The embedded database has one connection, so no statement waits for the lock of another one.
const postgresTest = test.skipIf(inject("template").engine !== "postgres");
const site = await openSite();
const { db } = site.services;
const newPassword = "another long enough password";

/** Registers an account with a confirmed address, and returns its browser and the token of a mail link. */
async function registerWithLink(account: string, purpose: string) {
  const person = await site.registerPerson(account);
  const email = `${account}@example.com`;
  const token = createToken();
  await sql`
    update users set email = ${email}, confirmed_email = ${email}
    where account = ${account}`.execute(db);
  await sql`
    insert into mail_links (id, purpose, user_pk, email, token_hash, expires_at)
    select ${createPublicId()}, ${purpose}, pk, email, ${hashToken(token)}, now() + interval '1 hour'
    from users where account = ${account}`.execute(db);
  return { person, token };
}

/** Polls until this number of statements wait for a lock. */
async function waitForLocks(transaction: Db, count: number) {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await waiting.execute(transaction)).rows.length < count);
}

/** Sends both requests while the account is locked, the second one when the first one waits for the lock. */
async function sendWhileLocked(
  account: string,
  sendFirst: () => Promise<{ status: number }>,
  sendSecond: () => Promise<{ status: number }>,
) {
  const { sent } = await transaction(db, async (transaction) => {
    await sql`select from users where account = ${account} for update`.execute(transaction);
    const first = sendFirst();
    await waitForLocks(transaction, 1);
    const second = sendSecond();
    await waitForLocks(transaction, 2);
    // Returned in an object: a bare promise would be awaited before the transaction ends.
    return { sent: [first, second] };
  });
  return (await Promise.all(sent)).map(({ status }) => status);
}

postgresTest(
  "AUTH-06 SET-12 removing the address and resetting the password by a mailed link don't deadlock",
  async () => {
    const { person, token } = await registerWithLink("yui", "reset_password");
    const statuses = await sendWhileLocked(
      "yui",
      () => person.send(putUser, { body: { email: "" } }),
      () =>
        site
          .openBrowser()
          .send(putPasswordReset, { params: { token }, body: { password: newPassword } }),
    );
    // The removal of the address deletes the link.
    expect(statuses).toEqual([200, 404]);
  },
);

postgresTest.each(["confirm_email", "undo_email"])(
  "AUTH-06 SET-12 changing the password and using a link with the purpose %s don't deadlock",
  async (purpose) => {
    const { person, token } = await registerWithLink(purpose, purpose);
    const statuses = await sendWhileLocked(
      purpose,
      () =>
        person.send(putPassword, { body: { current_password: password, password: newPassword } }),
      () => site.openBrowser().send(putMailLink, { params: { token } }),
    );
    expect(statuses).toEqual([204, purpose === "undo_email" ? 204 : 404]);
  },
);
