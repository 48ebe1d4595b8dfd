import { putMailLink } from "@toibako/contract/mails.ts";
import { putPassword, putPasswordReset } from "@toibako/contract/passwords.ts";
import { putUser } from "@toibako/contract/settings.ts";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import type { Db } from "#platform/database/db.ts";
import { createPublicId, createToken, hashToken } from "#platform/identity/secrets.ts";
import { sendWhileLocked } from "#platform/testing/locks.ts";
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

/** Sends both requests while the account is locked, the second one when the first one waits for the lock. */
async function sendInOrder(account: string, ...send: (() => Promise<{ status: number }>)[]) {
  const lock = (db: Db) => sql`select from users where account = ${account} for update`.execute(db);
  return (await sendWhileLocked(db, lock, send)).map(({ status }) => status);
}

postgresTest(
  "AUTH-06 SET-12 removing the address and resetting the password by a mailed link don't deadlock",
  async () => {
    const { person, token } = await registerWithLink("yui", "reset_password");
    const statuses = await sendInOrder(
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
    const statuses = await sendInOrder(
      purpose,
      () =>
        person.send(putPassword, { body: { current_password: password, password: newPassword } }),
      () => site.openBrowser().send(putMailLink, { params: { token } }),
    );
    expect(statuses).toEqual([204, purpose === "undo_email" ? 204 : 404]);
  },
);

/** Calls `send`; returns in which order transactions ended and sessions were said to have ended. */
async function recordOrder(send: () => Promise<{ status: number }>) {
  const order: string[] = [];
  const { bus } = site.services;
  const [runTransaction, publish] = [db.transaction.bind(db), bus.publish.bind(bus)];
  vi.spyOn(db, "transaction").mockImplementation(async (work) => {
    const result = await runTransaction(work);
    order.push("transaction");
    return result;
  });
  vi.spyOn(bus, "publish").mockImplementation((kind, event) => {
    order.push(kind);
    publish(kind, event);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  expect((await send()).status).toBe(204);
  return order.filter((entry) => entry === "transaction" || entry === "session_end");
}

test("AUTH-22 AUTH-06 the streams of sessions that a mailed link ends are closed after its transaction", async () => {
  for (const purpose of ["reset_password", "undo_email"] as const) {
    const { token } = await registerWithLink(`ends_${purpose}`, purpose);
    const browser = site.openBrowser();
    const order = await recordOrder(() =>
      purpose === "undo_email"
        ? browser.send(putMailLink, { params: { token } })
        : browser.send(putPasswordReset, { params: { token }, body: { password: newPassword } }),
    );
    expect(order).toEqual(["transaction", "session_end"]);
    vi.restoreAllMocks();
  }
});

test("AUTH-22 SET-12 the streams of sessions that a new password ends are closed after its transaction", async () => {
  const { person } = await registerWithLink("ends_by_change", "confirm_email");
  await site.signInAgain("ends_by_change");
  const body = { current_password: password, password: newPassword };
  expect(await recordOrder(() => person.send(putPassword, { body }))).toEqual([
    "transaction",
    "session_end",
  ]);
});
