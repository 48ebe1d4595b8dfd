import { deleteIdentity, getCurrentUser, login, register } from "@toibako/contract/accounts.ts";
import { getIdentityConfirmation, mailIdentityLink } from "@toibako/contract/factors.ts";
import { destroyAccount, leaveAccount } from "@toibako/contract/leaving.ts";
import { getMailLink, putMailLink, resendEmailConfirmation } from "@toibako/contract/mails.ts";
import {
  getPasswordReset,
  postPasswordReset,
  putPassword,
  putPasswordReset,
} from "@toibako/contract/passwords.ts";
import { putUser } from "@toibako/contract/settings.ts";
import { startMailCatcher } from "@toibako/sandbox/mail.ts";
import { afterAll, expect, test } from "vitest";
import { transaction } from "#platform/database/transaction.ts";
import { hashPassword } from "#platform/identity/passwords.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { sql } from "#platform/testing/sql.ts";

const mailServer = await startMailCatcher();
afterAll(() => mailServer.close());
const site = await openSite({ smtp_url: mailServer.url, public_url: "https://box.example" });
const newPassword = "another long enough password";

/**
 * Runs all enqueued jobs and returns the mails that they sent. Some tests call it at their end, so that the next test
 * doesn't collect their mails.
 */
async function collectMails() {
  const before = mailServer.mails.length;
  await site.services.jobs.drain();
  return mailServer.mails.slice(before);
}

/** Returns the token at the end of the first link to a folder in a mail. */
function readToken({ text }: { text: string }, folder: string): string {
  const [, token = ""] =
    new RegExp(`https://box.example/\\w+/acc/${folder}/([\\w-]{43})`).exec(text) ?? [];
  expect(token).not.toBe("");
  return token;
}

async function confirmAddress(person: Browser, email: string) {
  expect((await person.send(putUser, { body: { email } })).status).toBe(200);
  const [mail] = await collectMails();
  expect(mail?.to).toEqual([email]);
  const token = readToken(mail!, "mail_links");
  const followed = await site.openBrowser().send(putMailLink, { params: { token } });
  expect(followed.status).toBe(204);
}

async function removePassword(account: string) {
  await sql`update users set password_hash = null where account = ${account}`.execute(
    site.services.db,
  );
}

async function setConfirmedAddress(account: string, email: string) {
  await sql`
    update users set email = ${email}, confirmed_email = ${email}
    where account = ${account}`.execute(site.services.db);
}

/** Signs in a new account without a password. `confirm` confirms its identity. */
async function openPasswordlessAccount(account: string) {
  const person = await site.registerPerson(account);
  await removePassword(account);
  // The registration has set this cookie, which is the identity confirmation.
  const cookie = person.cookies.get("__Host-confirmed") ?? "";
  person.cookies.delete("__Host-confirmed");
  return { person, confirm: () => person.cookies.set("__Host-confirmed", cookie) };
}

async function readUser(person: Browser) {
  const { data } = await person.send(getCurrentUser, {});
  return (data as { user: { email: string | null; confirmed_email: string | null } }).user;
}

test("AUTH-06 a mailed link sets a new password once, and ends all sessions", async () => {
  const yui = await site.registerPerson("yui");
  await confirmAddress(yui, "yui@example.com");
  const visitor = site.openBrowser();
  for (const account_or_email of ["@Yui", "YUI@example.com"]) {
    const asked = await visitor.send(postPasswordReset, { body: { account_or_email } });
    expect([asked.status, asked.data]).toEqual([202, {}]);
    const mails = await collectMails();
    expect(mails.map(({ to }) => to)).toEqual([["yui@example.com"]]);
  }
  const token = readToken(mailServer.mails.at(-1)!, "password_resets");
  const params = { token };
  expect((await visitor.send(getPasswordReset, { params })).data).toEqual({ account: "yui" });
  const common = await visitor.send(putPasswordReset, { params, body: { password: "Password1" } });
  expect([common.status, Object.keys(common.error?.details ?? {})]).toEqual([400, ["password"]]);
  const replies = await Promise.all(
    [1, 2].map(() => visitor.send(putPasswordReset, { params, body: { password: newPassword } })),
  );
  expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 404]);
  expect((await visitor.send(getPasswordReset, { params })).status).toBe(404);
  // 202: nobody is signed in.
  expect((await yui.send(getCurrentUser, {})).status).toBe(202);
  const old = await visitor.send(login, { body: { account: "yui", password } });
  expect(old.status).toBe(401);
  await site.signInAgain("yui", "ja", newPassword);
  expect((await collectMails()).map(({ to, subject }) => [to, subject])).toEqual([
    [["yui@example.com"], "パスワードが変更されました"],
  ]);
});

test("AUTH-06 unknown accounts and unconfirmed addresses get the same reply and no mail", async () => {
  const body = { account: "kenta", password, locale: "en", email: "kenta@example.com" } as const;
  await site.openBrowser("en").send(register, { body });
  expect((await collectMails()).map(({ subject }) => subject)).toEqual([
    "Confirm your email address",
  ]);
  for (const account_or_email of ["kenta", "kenta@example.com", "nobody_here", "x@example.org"]) {
    const asked = await site.openBrowser().send(postPasswordReset, { body: { account_or_email } });
    expect([asked.status, asked.data]).toEqual([202, {}]);
  }
  expect(await collectMails()).toEqual([]);
});

test("AUTH-06 an account has at most three valid links, and an expired link is refused", async () => {
  const mio = await site.registerPerson("mio");
  await confirmAddress(mio, "mio@example.com");
  for (const _ of [1, 2, 3, 4, 5]) {
    await site.openBrowser().send(postPasswordReset, { body: { account_or_email: "mio" } });
  }
  const mails = await collectMails();
  expect(mails).toHaveLength(3);
  await sql`update mail_links set expires_at = now() - interval '1 second'`.execute(
    site.services.db,
  );
  const params = { token: readToken(mails[0]!, "password_resets") };
  const expired = await site
    .openBrowser()
    .send(putPasswordReset, { params, body: { password: newPassword } });
  expect(expired.status).toBe(404);
});

test("AUTH-06 tables and enqueued jobs don't contain a link's token", async () => {
  const rin = await site.registerPerson("rin");
  await confirmAddress(rin, "rin@example.com");
  await site.openBrowser().send(postPasswordReset, { body: { account_or_email: "rin" } });
  const [mail] = await collectMails();
  const token = readToken(mail!, "password_resets");
  for (const table of ["mail_links", "pgboss.job"]) {
    const { rows } = await site.services.database.executeSql(
      `select whole_row::text as row from ${table} whole_row`,
    );
    expect(JSON.stringify(rows)).not.toContain(token);
  }
});

test("AUTH-21 changing the password needs the current one, ends other sessions and sends a security mail", async () => {
  const sora = await site.registerPerson("sora", "dt");
  await confirmAddress(sora, "sora@example.com");
  const other = await site.signInAgain("sora", "dt");
  const wrong = await sora.send(putPassword, {
    body: { current_password: "not the password", password: newPassword },
  });
  expect([wrong.status, Object.keys(wrong.error?.details ?? {})]).toEqual([
    400,
    ["current_password"],
  ]);
  const missing = await sora.send(putPassword, { body: { password: newPassword } });
  expect([missing.status, Object.keys(missing.error?.details ?? {})]).toEqual([
    400,
    ["current_password"],
  ]);
  const changed = await sora.send(putPassword, {
    body: { current_password: password, password: newPassword },
  });
  expect(changed.status).toBe(204);
  expect((await other.send(getCurrentUser, {})).status).toBe(202);
  expect((await sora.send(getCurrentUser, {})).status).toBe(200);
  expect((await collectMails()).map(({ subject }) => subject)).toEqual([
    "Dein Passwort wurde geändert",
  ]);
});

test("AUTH-21 SET-25 setting a first password and destroying an account without a password need an identity confirmation", async () => {
  const { person: nao, confirm } = await openPasswordlessAccount("nao");
  const set = () => nao.send(putPassword, { body: { password: newPassword } });
  const destroy = () => nao.send(destroyAccount, { body: { account: "nao" } });
  for (const refused of [await set(), await destroy()]) {
    expect([refused.status, refused.error?.code]).toEqual([403, "confirmation_needed"]);
  }
  confirm();
  expect((await set()).status).toBe(204);
  const again = await site.signInAgain("nao", "ja", newPassword);
  await removePassword("nao");
  expect((await again.send(destroyAccount, { body: { account: "nao" } })).status).toBe(204);
});

test("AUTH-25 a mailed link confirms the identity of an account without a password, in a browser where it is signed in", async () => {
  const { person: sara } = await openPasswordlessAccount("sara");
  await setConfirmedAddress("sara", "sara@example.com");
  expect((await sara.send(mailIdentityLink, {})).status).toBe(204);
  const [mail] = await collectMails();
  expect([mail?.to, mail?.subject]).toEqual([["sara@example.com"], "本人確認のリンク"]);
  const params = { token: readToken(mail!, "mail_links") };
  const shown = { purpose: "confirm_identity", account: "sara", email: "sara@example.com" };
  expect((await site.openBrowser().send(getMailLink, { params })).data).toEqual(shown);
  const other = await site.registerPerson("kota");
  for (const browser of [site.openBrowser(), other]) {
    const refused = await browser.send(putMailLink, { params });
    expect([refused.status, refused.error?.code]).toEqual([403, "forbidden"]);
  }
  expect((await sara.send(getIdentityConfirmation, {})).data).toEqual({ is_confirmed: false });
  expect((await sara.send(putMailLink, { params })).status).toBe(204);
  expect((await sara.send(getIdentityConfirmation, {})).data).toEqual({ is_confirmed: true });
  expect((await sara.send(putMailLink, { params })).status).toBe(404);
});

test("AUTH-25 links that confirm an identity are mailed only to an account with a confirmed address and without a password, and at most three", async () => {
  const { person: riku, confirm } = await openPasswordlessAccount("riku");
  expect((await riku.send(mailIdentityLink, {})).error?.code).toBe("refused");
  const toma = await site.registerPerson("toma");
  await setConfirmedAddress("toma", "toma@example.com");
  expect((await toma.send(mailIdentityLink, {})).error?.code).toBe("refused");
  expect(await collectMails()).toEqual([]);

  await setConfirmedAddress("riku", "riku@example.com");
  const statuses: number[] = [];
  for (let index = 0; index < 4; index++)
    statuses.push((await riku.send(mailIdentityLink, {})).status);
  expect(statuses).toEqual([204, 204, 204, 429]);
  const mails = await collectMails();
  expect(mails).toHaveLength(3);
  // A new password makes the links useless.
  confirm();
  await riku.send(putPassword, { body: { password: newPassword } });
  const params = { token: readToken(mails[0]!, "mail_links") };
  expect((await riku.send(putMailLink, { params })).status).toBe(404);
  expect((await collectMails()).map(({ subject }) => subject)).toEqual([
    "パスワードが変更されました",
  ]);
});

test("AUTH-25 SET-12 a new address takes effect after its confirmation; the former one gets a mail that can undo the change", async () => {
  const hana = await site.registerPerson("hana");
  await confirmAddress(hana, "hana@example.com");
  await hana.send(putUser, { body: { email: "new@example.com" } });
  expect(await readUser(hana)).toMatchObject({
    email: "new@example.com",
    confirmed_email: "hana@example.com",
  });
  expect((await hana.send(resendEmailConfirmation, {})).status).toBe(204);
  const confirmations = await collectMails();
  expect(confirmations.map(({ to }) => to)).toEqual([["new@example.com"], ["new@example.com"]]);
  const params = { token: readToken(confirmations[1]!, "mail_links") };
  const shown = await site.openBrowser().send(getMailLink, { params });
  expect(shown.data).toEqual({
    purpose: "confirm_email",
    account: "hana",
    email: "new@example.com",
  });
  await site.openBrowser().send(putMailLink, { params });
  expect((await site.openBrowser().send(putMailLink, { params })).status).toBe(404);
  expect(await readUser(hana)).toMatchObject({ confirmed_email: "new@example.com" });
  expect((await hana.send(resendEmailConfirmation, {})).status).toBe(422);

  const [undoMail] = await collectMails();
  expect(undoMail?.to).toEqual(["hana@example.com"]);
  const undo = { token: readToken(undoMail!, "mail_links") };
  expect((await site.openBrowser().send(putMailLink, { params: undo })).status).toBe(204);
  expect((await hana.send(getCurrentUser, {})).status).toBe(202);
  const again = await site.signInAgain("hana");
  expect(await readUser(again)).toMatchObject({
    email: "hana@example.com",
    confirmed_email: "hana@example.com",
  });
  expect((await collectMails()).map(({ subject }) => subject)).toEqual([
    "メールアドレスを元に戻しました",
  ]);
});

test("AUTH-25 a removed address gets a mail that can undo the removal", async () => {
  const emi = await site.registerPerson("emi");
  await confirmAddress(emi, "emi@example.com");
  await emi.send(putUser, { body: { email: "" } });
  expect(await readUser(emi)).toMatchObject({ email: null, confirmed_email: null });
  const [undoMail] = await collectMails();
  expect(undoMail?.to).toEqual(["emi@example.com"]);
  await site
    .openBrowser()
    .send(putMailLink, { params: { token: readToken(undoMail!, "mail_links") } });
  const again = await site.signInAgain("emi");
  expect(await readUser(again)).toMatchObject({ confirmed_email: "emi@example.com" });
  await collectMails();
});

test("AUTH-06 AUTH-25 after an address was removed, links that were mailed to it no longer work", async () => {
  const aki = await site.registerPerson("aki_7");
  await setConfirmedAddress("aki_7", "aki@example.com");
  await site.openBrowser().send(postPasswordReset, { body: { account_or_email: "aki_7" } });
  const [mail] = await collectMails();
  await aki.send(putUser, { body: { email: "" } });
  const token = readToken(mail!, "password_resets");
  const reset = { params: { token }, body: { password: newPassword } };
  expect((await site.openBrowser().send(putPasswordReset, reset)).status).toBe(404);
  await collectMails();
});

test("AUTH-25 SET-14 changing the address, unlinking a provider and leaving the account need an identity confirmation", async () => {
  const tao = await site.registerPerson("tao");
  expect((await tao.send(getIdentityConfirmation, {})).data).toEqual({ is_confirmed: true });
  tao.cookies.delete("__Host-confirmed");
  expect((await tao.send(getIdentityConfirmation, {})).data).toEqual({ is_confirmed: false });
  const replies = [
    await tao.send(putUser, { body: { email: "thief@example.com" } }),
    await tao.send(deleteIdentity, { params: { provider: "twitter" } }),
    await tao.send(leaveAccount, {}),
  ];
  expect(replies.map(({ status, error }) => [status, error?.code])).toEqual(
    replies.map(() => [403, "confirmation_needed"]),
  );
  expect((await tao.send(putUser, { body: { email: "", displaying_name: "Tao" } })).status).toBe(
    200,
  );
  expect(await readUser(tao)).toMatchObject({ email: null });
});

test("AUTH-06 SET-24 a left account can reset its password by a link, and then be restored", async () => {
  const ume = await site.registerPerson("ume");
  await confirmAddress(ume, "ume@example.com");
  await ume.send(leaveAccount, {});
  await collectMails();
  await site.openBrowser().send(postPasswordReset, { body: { account_or_email: "ume" } });
  const [mail] = await collectMails();
  const params = { token: readToken(mail!, "password_resets") };
  const body = { password: newPassword };
  expect((await site.openBrowser().send(putPasswordReset, { params, body })).status).toBe(204);
  const signedIn = await site.openBrowser().send(login, { body: { account: "ume", ...body } });
  expect([signedIn.status, signedIn.data]).toEqual([202, { next_step: "return" }]);
  await collectMails();
});

test("AUTH-06 a sign-in fails if the password changes after it was verified", async () => {
  await site.registerPerson("nami");
  const { db, database } = site.services;
  const newHash = await hashPassword("127.0.0.1", newPassword);
  const { signingIn } = await transaction(db, async (transaction) => {
    await sql`update users set password_hash = ${newHash} where account = 'nami'`.execute(
      transaction,
    );
    const signingIn = site.openBrowser().send(login, { body: { account: "nami", password } });
    // With several connections, the sign-in verifies the old password and then waits for this transaction.
    let hasSettled = database.engine === "pglite";
    void signingIn.finally(() => (hasSettled = true));
    const isWaiting = async () =>
      (await sql`select from pg_locks where not granted`.execute(transaction)).rows.length > 0;
    // Polls until the sign-in has settled or waits for a lock.
    while (!hasSettled && !(await isWaiting()));
    // Returned in an object: a bare promise would be awaited before the transaction ends, although it waits
    // for that.
    return { signingIn };
  });
  expect((await signingIn).error?.code).toBe("wrong_credentials");
});

test("AUTH-11 two accounts may have the same address; each gets its own link, which names the account", async () => {
  for (const account of ["twin_a", "twin_b"]) {
    await confirmAddress(await site.registerPerson(account), "twins@example.com");
  }
  await site
    .openBrowser()
    .send(postPasswordReset, { body: { account_or_email: "twins@example.com" } });
  const mails = await collectMails();
  const named = mails.map(({ text }) => /@(twin_\w)/.exec(text)?.[1]);
  expect(new Set(named)).toEqual(new Set(["twin_a", "twin_b"]));
  expect(named).toHaveLength(2);
});
