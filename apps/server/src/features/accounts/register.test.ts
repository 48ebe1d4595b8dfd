import { getCurrentUser, login, logout, register } from "@toibako/contract/accounts.ts";
import { getSocialProfile, getUser } from "@toibako/contract/profiles.ts";
import { reservedHandles } from "@toibako/contract/reserved-handles.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite, password } from "#platform/testing/site.ts";

const site = await openSite();
const yui = await site.registerPerson("yui");

function tryToRegister(account: string, moreFields: object = {}, browser = site.openBrowser("en")) {
  return browser.send(register, { body: { account, password, locale: "en", ...moreFields } });
}

/** Returns 200 for a browser that is signed in, 202 for any other. */
async function readSignInStatus(browser: Browser) {
  return (await browser.send(getCurrentUser, {})).status;
}

test("AUTH-01 AUTH-20 API-05 registering creates the account, signs it in, and returns the handle in two fields", async () => {
  const browser = site.openBrowser("ko");
  expect(await readSignInStatus(browser)).toBe(202);
  const body = { account: "Mei_3", password, email: "mei@example.com", locale: "ko" } as const;
  const registered = await browser.send(register, { body });
  expect(registered.status).toBe(201);
  const me = await browser.send(getCurrentUser, {});
  expect(me.status).toBe(200);
  expect(me.data).toMatchObject({
    user: {
      account: "Mei_3",
      toibako_id: "Mei_3",
      displaying_name: "Mei_3",
      email: "mei@example.com",
      locale: "ko",
    },
  });
});

test.each([
  ["Pacific/Honolulu", "Pacific/Honolulu", "in_honolulu"],
  ["Mars/Olympus", "UTC", "on_mars"],
  [undefined, "UTC", "nowhere"],
])(
  "SET-17 a browser in the time zone %s registers an account in %s",
  async (sent, stored, account) => {
    const registered = await tryToRegister(account, sent === undefined ? {} : { time_zone: sent });
    expect(registered.data.user.time_zone).toBe(stored);
  },
);

test.each(["", "ab", "a".repeat(21), "a-b-c", "お名前", "a b c", "ａｂｃ", "../etc", "abc\u0000"])(
  "AUTH-02 the handle %j is refused with a field error",
  async (account) => {
    const refused = await tryToRegister(account);
    expect(refused.status).toBe(400);
    expect(refused.error?.details).toEqual({
      account: ["Please use 3 to 20 letters (a–z), digits or “_”."],
    });
  },
);

test.each(["yui", "YUI", "Yui"])(
  "AUTH-02 the handle of an existing account is taken in any letter case: %s",
  async (account) => {
    const refused = await tryToRegister(account);
    expect(refused.status).toBe(400);
    expect(refused.error?.details).toEqual({
      account: ["This username is taken. Please choose another."],
    });
  },
);

test.each([
  ["taken", "common", "yui", "password123"],
  ["taken", "short", "yui", "short12"],
  ["invalid", "short", "a-b-c", "short12"],
  ["reserved", "short", "admin", "🐢🐢🐢🐢"],
])(
  "AUTH-02 a handle that is %s and a password that is %s are refused together",
  async (_handle, _password, account, password) => {
    const refused = await tryToRegister(account, { password });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.error?.details ?? {}).sort()).toEqual(["account", "password"]);
  },
);

test("AUTH-02 exactly one of several simultaneous registrations of one handle succeeds", async () => {
  const spellings = ["race", "RACE", "Race", "rAce"];
  const replies = await Promise.all(spellings.map((account) => tryToRegister(account)));
  expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 400, 400, 400]);
});

test("AUTH-03 no reserved handle can be registered, in any letter case", async () => {
  const handles = [...reservedHandles].filter(
    (handle) => handle.length >= 3 && handle.length <= 20,
  );
  const refusals = await Promise.all(
    handles.map((handle, index) => tryToRegister(index % 2 ? handle.toUpperCase() : handle)),
  );
  for (const { status, error } of refusals) {
    expect(status).toBe(400);
    expect(error?.details.account).toEqual(["This username can't be used. Please choose another."]);
  }
});

test("AUTH-01 names are counted in graphemes, and a name without visible characters is replaced by the handle", async () => {
  const family = "👨‍👩‍👧‍👦";
  const thirty = await tryToRegister("family30", { displaying_name: family.repeat(30) });
  expect(thirty.data.user.displaying_name).toBe(family.repeat(30));
  const longer = await tryToRegister("family31", { displaying_name: family.repeat(31) });
  expect(longer.error?.details).toEqual({ displaying_name: ["Please use at most 30 characters."] });
  const invisible = await tryToRegister("ghost", { displaying_name: "\u200b \u3164\n" });
  expect(invisible.data.user.displaying_name).toBe("ghost");
  const oneLine = await tryToRegister("one_line", { displaying_name: " a\r\n\tb\u202ec " });
  expect(oneLine.data.user.displaying_name).toBe("a bc");
});

test.each([
  [{ password: "1234567" }, "password"],
  [{ password: "x".repeat(201) }, "password"],
  [{ email: "no address" }, "email"],
  [{ locale: "fr" }, "locale"],
  [{ id: "AAAAAAAAAAAAAAAAAAAAAA" }, "id"],
  [{ is_admin: true }, "is_admin"],
])("AUTH-01 a registration with %o is refused", async (fields, refusedField) => {
  const refused = await tryToRegister("refused_1", fields);
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.error?.details ?? {})).toEqual([refusedField]);
});

test("AUTH-04 a wrong handle and a wrong password get the same refusal", async () => {
  const browser = site.openBrowser();
  const wrong = [
    { account: "yui", password: "not the password" },
    { account: "nobody_has_this", password },
    { account: "yui\u3000x", password },
  ];
  const replies = await Promise.all(wrong.map((body) => browser.send(login, { body })));
  for (const { status, text } of replies) {
    expect(status).toBe(401);
    expect(text).toBe(replies[0]?.text);
  }
  expect(browser.cookies.size).toBe(0);
});

test("AUTH-04 AUTH-05 signing in accepts any letter case; signing out ends only that session", async () => {
  const other = site.openBrowser();
  const signedIn = await other.send(login, { body: { account: "YUI", password } });
  expect(signedIn.status).toBe(200);
  const stolen = new Map(other.cookies);
  expect((await other.send(logout, {})).status).toBe(204);
  expect([...other.cookies.keys()]).toEqual(["__Host-known"]);
  for (const [name, value] of stolen) other.cookies.set(name, value);
  expect(await readSignInStatus(other)).toBe(202);
  expect(await readSignInStatus(yui)).toBe(200);
});

test("AUTH-04 a second sign-in creates a new session token and invalidates the previous one", async () => {
  const browser = await site.signInAgain("yui");
  const before = new Map(browser.cookies);
  await browser.send(login, { body: { account: "yui", password }, query: { mal: "1" } });
  expect([...browser.cookies.values()]).not.toEqual([...before.values()]);
  const old = site.openBrowser();
  for (const [name, value] of before) old.cookies.set(name, value);
  expect(await readSignInStatus(old)).toBe(202);
});

test("AUTH-05 signing out needs a session", async () => {
  expect((await site.openBrowser().send(logout, {})).status).toBe(401);
});

test("PROF-02 PRIV-11 a public profile does not contain its owner's email address or settings", async () => {
  await tryToRegister("private_p", { email: "canary@example.com" });
  for (const viewer of [yui, site.openBrowser()]) {
    const shown = await viewer.send(getUser, { params: { id: "PRIVATE_P" } });
    expect(shown.status).toBe(200);
    expect(shown.text).not.toMatch(/canary|password|email|locale|time_zone|sensitive/);
  }
});

test("PROF-21 a profile is found by its owner's id as well as by handle", async () => {
  const owner = await site.registerPerson("by_id");
  const { user } = (await owner.send(getCurrentUser, {})).data as { user: { id: string } };
  for (const id of [user.id, "by_id", "BY_ID"]) {
    for (const endpoint of [getUser, getSocialProfile]) {
      const found = await site.openBrowser().send(endpoint, { params: { id } });
      expect([found.status, found.data.user.account]).toEqual([200, "by_id"]);
    }
  }
  // Unlike handles, ids are case-sensitive.
  const changed = await site.openBrowser().send(getUser, { params: { id: user.id.toLowerCase() } });
  expect(changed.status).toBe(user.id === user.id.toLowerCase() ? 200 : 404);
});
