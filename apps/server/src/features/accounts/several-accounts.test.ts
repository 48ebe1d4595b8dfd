import { getCurrentUser, login, logout, register } from "@toibako/contract/accounts.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import {
  deleteBrowserAccount,
  deleteOtherSessions,
  deleteSession,
  listBrowserAccounts,
  listSessions,
  postAccountSwitch,
  switchAccount,
} from "@toibako/contract/sessions.ts";
import { putUser } from "@toibako/contract/settings.ts";
import { expect, inject, test } from "vitest";
import type { Db } from "#platform/database/db.ts";
import { formType } from "#platform/http/forms.ts";
import { storeActiveSessions } from "#platform/identity/activity.ts";
import { hashToken } from "#platform/identity/secrets.ts";
import { endSessionsOfAccount, sessionCookie } from "#platform/identity/session.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { sendWhileLocked } from "#platform/testing/locks.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { sql } from "#platform/testing/sql.ts";

const site = await openSite();
const names = ["yui", "kenta", "sora", "mio", "riku", "hana"] as const;
for (const name of names) await site.registerPerson(name);

const signIn = (browser: Browser, account: string, mal?: string) =>
  browser.send(login, { body: { account, password }, query: { ...(mal && { mal }) } });

/** Opens a browser and signs in to these accounts; the last one is active. */
async function openBrowserOf(...accounts: string[]): Promise<Browser> {
  const browser = site.openBrowser();
  for (const account of accounts) expect((await signIn(browser, account, "1")).status).toBe(200);
  return browser;
}

async function findActiveAccount(browser: Browser): Promise<string | undefined> {
  const { data } = await browser.send(getCurrentUser, {});
  return "user" in data ? data.user.account : undefined;
}

async function listAccounts(browser: Browser) {
  return (await browser.send(listBrowserAccounts, {})).data.accounts;
}

async function findId(browser: Browser, account: string): Promise<string> {
  const listed = (await listAccounts(browser)).find((other) => other.account === account);
  if (!listed) throw new Error(`${account} is not on this browser`);
  return listed.user_id;
}

/** Submits the form that switches accounts. */
const submitSwitch = (browser: Browser, user_id: string, token = browser.token) =>
  browser.sendRaw<null>(
    "POST",
    `/me/accounts/switches/${user_id}`,
    new URLSearchParams({ _method: "patch", authenticity_token: token }).toString(),
    { "content-type": formType, "x-csrf-token": undefined },
  );

test("AUTH-12 a sign-in while signed in is refused without mal=1, and adds the account with mal=1", async () => {
  const browser = await openBrowserOf("yui");
  const refused = await signIn(browser, "kenta");
  expect([refused.status, refused.error?.code]).toEqual([409, "already_signed_in"]);
  expect(await findActiveAccount(browser)).toBe("yui");
  const registration = { account: "fresh_one", password, locale: "ja" } as const;
  expect((await browser.send(register, { body: registration })).status).toBe(409);

  expect((await signIn(browser, "kenta", "1")).status).toBe(200);
  expect(await findActiveAccount(browser)).toBe("kenta");
  const added = await browser.send(register, { body: registration, query: { mal: "1" } });
  expect(added.status).toBe(201);
  expect((await listAccounts(browser)).map(({ account }) => account)).toEqual([
    "yui",
    "kenta",
    "fresh_one",
  ]);
});

test("AUTH-12 a sign-in to an account that the browser already has activates it and adds no account", async () => {
  const browser = await openBrowserOf("yui", "kenta");
  expect((await signIn(browser, "yui", "1")).status).toBe(200);
  expect((await signIn(browser, "yui", "1")).status).toBe(200);
  expect(await findActiveAccount(browser)).toBe("yui");
  expect(await listAccounts(browser)).toHaveLength(2);
});

test("AUTH-15 the list of the browser's accounts shows which ones have unread questions", async () => {
  const browser = await openBrowserOf("yui", "kenta");
  await site.askQuestion(site.openBrowser(), "yui", "元気？");
  const accounts = await listAccounts(browser);
  expect(accounts).toEqual([
    {
      user_id: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
      account: "yui",
      name: "yui",
      icon_url: expect.stringContaining("/"),
      is_current: false,
      has_unread: true,
    },
    {
      user_id: expect.any(String),
      account: "kenta",
      name: "kenta",
      icon_url: expect.any(String),
      is_current: true,
      has_unread: false,
    },
  ]);
  expect((await site.openBrowser().send(listBrowserAccounts, {})).status).toBe(401);
});

test("AUTH-16 the form switches the account, redirects to the start page and rotates the session token", async () => {
  const browser = await openBrowserOf("yui", "kenta");
  const old = browser.cookies.get(sessionCookie) ?? "";
  const switched = await submitSwitch(browser, await findId(browser, "yui"));
  expect([switched.status, switched.location]).toEqual([303, "/ja/"]);
  expect(await findActiveAccount(browser)).toBe("yui");
  expect(browser.cookies.get(sessionCookie)).not.toBe(old);
  const stolen = site.openBrowser();
  stolen.cookies.set(sessionCookie, old);
  expect(await findActiveAccount(stolen)).toBeUndefined();

  const patched = await browser.sendRaw(
    "PATCH",
    `/me/accounts/switches/${await findId(browser, "kenta")}`,
    new URLSearchParams({ authenticity_token: browser.token }).toString(),
    { "content-type": formType, "x-csrf-token": undefined },
  );
  expect(patched.status).toBe(303);
  expect(await findActiveAccount(browser)).toBe("kenta");
});

test("AUTH-16 switching to an account of another browser returns 404 and changes nothing", async () => {
  const browser = await openBrowserOf("yui", "kenta");
  const other = await openBrowserOf("sora");
  const sora = await findId(other, "sora");
  const token = browser.cookies.get(sessionCookie);
  expect((await submitSwitch(browser, sora)).status).toBe(404);
  expect((await submitSwitch(browser, "nobody")).status).toBe(404);
  expect((await browser.send(deleteBrowserAccount, { params: { user_id: sora } })).status).toBe(
    404,
  );
  expect(browser.cookies.get(sessionCookie)).toBe(token);
  expect(await findActiveAccount(browser)).toBe("kenta");
  expect(await findActiveAccount(other)).toBe("sora");
});

test.each([
  ["without a token", ""],
  ["with the token of pages for visitors", site.openBrowser().token],
])("AUTH-16 the switch form %s is refused", async (_case, token) => {
  const browser = await openBrowserOf("yui", "kenta");
  const refused = await submitSwitch(browser, await findId(browser, "yui"), token);
  expect([refused.status, refused.error?.code]).toEqual([403, "bad_token"]);
  const foreign = await browser.send(
    switchAccount,
    { params: { user_id: await findId(browser, "yui") }, body: {} },
    { "content-type": formType, "sec-fetch-site": "cross-site" },
  );
  expect(foreign.status).toBe(403);
  expect(await findActiveAccount(browser)).toBe("kenta");
});

test("AUTH-16 POST, which HTML forms send, and PATCH switch the account at the same address", () => {
  expect(postAccountSwitch.path).toBe(switchAccount.path);
});

test("AUTH-14 signing in to or registering a sixth account is refused, and the sessions stay unchanged", async () => {
  const browser = await openBrowserOf(...names.slice(0, 5));
  const sixth = await signIn(browser, "hana", "1");
  expect([sixth.status, sixth.error?.code]).toEqual([422, "accounts_full"]);
  const registration = { account: "sixth_one", password, locale: "ja" } as const;
  const registered = await browser.send(register, { body: registration, query: { mal: "1" } });
  expect([registered.status, registered.error?.messages]).toEqual([422, sixth.error?.messages]);
  expect((await signIn(site.openBrowser(), "sixth_one")).status).toBe(401);
  expect(await findActiveAccount(browser)).toBe("riku");
  expect(await listAccounts(browser)).toHaveLength(5);
  expect((await signIn(browser, "yui", "1")).status).toBe(200);
});

test("AUTH-14 a sign-in after the active session expired gives no access to the browser's former accounts", async () => {
  const browser = await openBrowserOf("kenta", "yui");
  const token_hash = hashToken(browser.cookies.get(sessionCookie) ?? "");
  await sql`update sessions set expires_at = now() where token_hash = ${token_hash}`.execute(
    site.services.db,
  );
  // After the expiry, pages have the CSRF token of a visitor.
  const headers = { "x-csrf-token": site.services.secrets.deriveCsrfToken(undefined) };
  const body = { account: "hana", password };
  expect((await browser.send(login, { body }, headers)).status).toBe(200);
  expect((await listAccounts(browser)).map(({ account }) => account)).toEqual(["hana"]);
});

test("AUTH-14 an account whose session has expired makes room for another one", async () => {
  const browser = await openBrowserOf("yui", "kenta", "sora", "mio", "riku");
  await sql`
    update sessions set expires_at = now()
    where browser_id = (select browser_id from sessions where token_hash = ${hashToken(browser.cookies.get(sessionCookie) ?? "")})
      and user_pk = (select pk from users where account = 'sora')`.execute(site.services.db);
  const registration = { account: "takes_room", password, locale: "ja" } as const;
  const registered = await browser.send(register, { body: registration, query: { mal: "1" } });
  expect(registered.status).toBe(201);
  expect(await findActiveAccount(browser)).toBe("takes_room");
});

test("AUTH-14 simultaneous sign-ins never exceed five accounts, and exactly one account is active afterwards", async () => {
  const browser = await openBrowserOf("yui", "kenta", "sora", "mio");
  const copies = [browser, await copyBrowser(browser), await copyBrowser(browser)];
  const replies = await Promise.all(
    ["riku", "hana", "riku"].map((account, index) =>
      signIn(copies[index] as Browser, account, "1"),
    ),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  // The other requests are refused: the first one has replaced their session token or filled the browser.
  for (const { status } of replies) expect([200, 403, 409, 422]).toContain(status);
  const winner = copies[replies.findIndex(({ status }) => status === 200)] as Browser;
  const accounts = await listAccounts(winner);
  expect(accounts).toHaveLength(5);
  expect(accounts.filter(({ is_current }) => is_current)).toHaveLength(1);
});

async function copyBrowser({ cookies }: Browser): Promise<Browser> {
  const copy = site.openBrowser();
  for (const [name, value] of cookies) copy.cookies.set(name, value);
  return copy;
}

test("AUTH-17 AUTH-28 a call from a page that shows another account returns 409 and changes nothing", async () => {
  const browser = await openBrowserOf("kenta", "yui");
  const ask = (shown: string) =>
    browser.send(
      postQuestion,
      { body: { account: "sora", body: "どの本？" } },
      { "x-account": shown },
    );
  const sora = await openBrowserOf("sora");
  const countQuestions = async () =>
    (await sora.send(listReceivedItems, {})).data.pager.total_count;
  const countAccounts = async () => (await listAccounts(browser)).length;
  const questionsBefore = await countQuestions();
  const accountsBefore = await countAccounts();
  // An empty header is that of a page for visitors.
  for (const shown of ["kenta", ""]) {
    const refused = await ask(shown);
    expect([refused.status, refused.error?.code]).toEqual([409, "stale_tab"]);
  }
  // The server checks the account before the CSRF token, because the token of a stale page belongs to an ended
  // session.
  const stale = await browser.send(logout, {}, { "x-account": "kenta", "x-csrf-token": "old" });
  expect(stale.status).toBe(409);
  const form = new URLSearchParams({ authenticity_token: browser.token, page_account: "kenta" });
  const social = await browser.sendRaw("POST", "/auth/google?mal=1", form.toString(), {
    "content-type": formType,
  });
  expect([social.status, social.error?.code]).toEqual([409, "stale_tab"]);
  expect((await browser.send(getCurrentUser, {}, { "x-account": "kenta" })).status).toBe(409);

  expect(await countQuestions()).toBe(questionsBefore);
  expect(await countAccounts()).toBe(accountsBefore);
  expect(await findActiveAccount(browser)).toBe("yui");
  for (const shown of ["yui", "YUI", await findId(browser, "yui")]) {
    expect((await ask(shown)).status).toBe(201);
  }
  expect(await countQuestions()).toBe(questionsBefore + 3);
});

test("AUTH-17 a page that shows another account may list the accounts and switch back to its own", async () => {
  const browser = await openBrowserOf("kenta", "yui");
  const shown = { "x-account": "kenta" };
  const { data } = await browser.send(listBrowserAccounts, {}, shown);
  const kenta = data.accounts.find(({ account }) => account === "kenta")?.user_id ?? "";
  const form = new URLSearchParams({ authenticity_token: data.authenticity_token });
  const switched = await browser.sendRaw(
    "PATCH",
    `/me/accounts/switches/${kenta}`,
    form.toString(),
    { ...shown, "content-type": formType, "x-csrf-token": undefined },
  );
  expect(switched.status).toBe(303);
  expect(await findActiveAccount(browser)).toBe("kenta");
});

test("AUTH-05 signing out activates the previously used account, with a new token", async () => {
  const browser = await openBrowserOf("yui", "kenta", "sora");
  await submitSwitch(browser, await findId(browser, "yui"));
  const old = browser.cookies.get(sessionCookie);
  expect((await browser.send(logout, {})).status).toBe(204);
  expect(await findActiveAccount(browser)).toBe("sora");
  expect(browser.cookies.get(sessionCookie)).not.toBe(old);
  await browser.send(logout, {});
  expect(await findActiveAccount(browser)).toBe("kenta");
  await browser.send(logout, {});
  expect(await findActiveAccount(browser)).toBeUndefined();
  expect(browser.cookies.has(sessionCookie)).toBe(false);
});

test("AUTH-18 one account is signed out of the browser, and the others stay signed in", async () => {
  const browser = await openBrowserOf("yui", "kenta", "sora");
  const elsewhere = await openBrowserOf("yui");
  const remove = async (account: string) =>
    (
      await browser.send(deleteBrowserAccount, {
        params: { user_id: await findId(browser, account) },
      })
    ).status;
  expect(await remove("yui")).toBe(204);
  expect(await findActiveAccount(browser)).toBe("sora");
  expect(await remove("sora")).toBe(204);
  expect(await findActiveAccount(browser)).toBe("kenta");
  expect(await listAccounts(browser)).toHaveLength(1);
  expect(await findActiveAccount(elsewhere)).toBe("yui");
});

test("AUTH-22 sessions are listed with browser and hour, and one or all other sessions can be ended", async () => {
  const current = await site.registerPerson("nao");
  const phone = site.openBrowser();
  const user_agent =
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
  await phone.send(login, { body: { account: "nao", password } }, { "user-agent": user_agent });
  const third = await openBrowserOf("nao");
  const { sessions } = (await current.send(listSessions, {})).data;
  expect(sessions.map(({ is_current }) => is_current)).toEqual([true, false, false]);
  const onPhone = sessions.find(({ system_name }) => system_name === "Android");
  expect(onPhone).toMatchObject({ browser_name: "Chrome", is_current: false });
  for (const { used_hour } of sessions) expect(used_hour).toMatch(/:00:00\.000Z$/);

  const other = await openBrowserOf("yui");
  const id = onPhone?.id ?? "";
  expect((await other.send(deleteSession, { params: { id } })).status).toBe(404);
  expect((await current.send(deleteSession, { params: { id } })).status).toBe(204);
  expect((await current.send(deleteSession, { params: { id } })).status).toBe(404);
  expect(await findActiveAccount(phone)).toBeUndefined();

  expect((await current.send(deleteOtherSessions, {})).status).toBe(204);
  expect(await findActiveAccount(third)).toBeUndefined();
  expect(await findActiveAccount(current)).toBe("nao");
  expect((await current.send(listSessions, {})).data.sessions).toHaveLength(1);
});

test("AUTH-22 after a page's session has ended, its change of the name is refused, and its question is refused instead of being sent as a visitor's", async () => {
  const browser = await openBrowserOf("mio");
  const shown = { "x-account": await findId(browser, "mio") };
  const elsewhere = await openBrowserOf("mio");
  expect((await elsewhere.send(deleteOtherSessions, {})).status).toBe(204);
  const renamed = await browser.send(putUser, { body: { displaying_name: "Mio M." } }, shown);
  expect([renamed.status, renamed.error?.code]).toEqual([401, "sign_in_needed"]);
  // Visitors may ask as well, so a missing session isn't refused here, but the token of the ended session is.
  const question = { body: { account: "yui", body: "Who asks?" } };
  const asked = await browser.send(postQuestion, question, shown);
  expect([asked.status, asked.error?.code]).toEqual([403, "bad_token"]);
  await elsewhere.send(logout, {});
});

test("AUTH-22 ending an account's sessions keeps the other accounts of its browsers signed in", async () => {
  const browser = await openBrowserOf("yui", "kenta");
  const { rows } = await site.services.database.executeSql(
    "select pk from users where account = 'kenta'",
  );
  const [{ pk }] = rows as [{ pk: number }];
  await endSessionsOfAccount(site.services, pk);
  expect(await findActiveAccount(browser)).toBe("yui");
  expect((await listAccounts(browser)).map(({ account }) => account)).toEqual(["yui"]);
});

// The embedded database has one connection, so no statement waits for the lock of another one.
test.skipIf(inject("template").engine !== "postgres")(
  "AUTH-22 after two accounts of a browser have been signed out at once, the third is active",
  async () => {
    const browser = await openBrowserOf("yui", "kenta", "sora");
    const params = { user_id: await findId(browser, "kenta") };
    const lock = (db: Db) =>
      db.query(
        "select from sessions where user_pk = (select pk from users where account = 'kenta') for update",
      );
    const replies = await sendWhileLocked<{ status: number }>(site.services.db, lock, [
      () => browser.send(logout, {}),
      () => browser.send(deleteBrowserAccount, { params }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([204, 204]);
    expect(await findActiveAccount(browser)).toBe("yui");
    expect((await listAccounts(browser)).map(({ account }) => account)).toEqual(["yui"]);
  },
);

test("AUTH-22 the hour of a session's last use is shown at once, and a separate task stores it later", async () => {
  const person = await site.registerPerson("aoi");
  const readHours = async () =>
    (await person.send(listSessions, {})).data.sessions.map(({ used_hour }) => used_hour);
  const now = await readHours();
  await site.services.database.executeSql(
    `update sessions set used_hour = used_hour - interval '5 hours'
     where user_pk = (select pk from users where account = 'aoi')`,
  );
  await person.send(getCurrentUser, {});
  expect(await readHours()).toEqual(now);
  const readStored = async () => {
    const { rows } = await site.services.database.executeSql(
      `select used_hour from sessions
       where user_pk = (select pk from users where account = 'aoi')`,
    );
    return rows.map((row) => new Date((row as { used_hour: Date }).used_hour).toISOString());
  };
  expect(await readStored()).not.toEqual(now);
  await storeActiveSessions(site.services);
  expect(await readStored()).toEqual(now);
});
