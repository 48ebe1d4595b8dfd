import { getCurrentUser, register } from "@toibako/contract/accounts.ts";
import { listSendQuestions, listWaitingQuestions } from "@toibako/contract/outbox.ts";
import { listBrowserAccounts } from "@toibako/contract/sessions.ts";
import { people, sharedEmail } from "@toibako/sandbox/people.ts";
import { visitProvider } from "@toibako/sandbox/person.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openProviderSite, sendForm } from "#platform/testing/providers.ts";
import { password } from "#platform/testing/site.ts";

const site = await openProviderSite();
const { sandbox, start, followRedirect, signInWithProvider } = site;
const [mina = "", sora = "", haru = "", admin = ""] = people.map(({ subject }) => subject);

async function findUser(browser: Browser) {
  const { status, data } = await browser.send(getCurrentUser, {});
  return status === 200 && "user" in data ? data.user : undefined;
}

async function selectRows(text: string, ...values: unknown[]) {
  return (await site.services.database.executeSql(text, values)).rows;
}

test("AUTH-10 AUTH-13 SET-17 FEEL-05 the first sign-in with a provider creates an account, and the next one finds it", async () => {
  const browser = site.openBrowser("en");
  const started = await start(browser, "google", { locale: "ko", time_zone: "Asia/Bangkok" });
  expect(started.status).toBe(303);
  const sent = new URL(started.location ?? "");
  expect(sent.origin).toBe(new URL(sandbox.getIssuer("google")).origin);
  expect(sent.searchParams.get("code_challenge_method")).toBe("S256");
  for (const name of ["state", "nonce", "code_challenge"]) {
    expect(sent.searchParams.get(name), name).toMatch(/^[\w-]{43}$/);
  }
  expect(sent.searchParams.get("scope")?.split(" ")).not.toContain("email");
  const reply = await followRedirect(browser, await visitProvider(sent.href, mina));
  expect([reply.status, reply.location]).toEqual([303, "/ko/me/setup"]);
  const user = await findUser(browser);
  expect(user).toMatchObject({
    account: "mina_draws",
    displaying_name: "Mina",
    locale: "ko",
    time_zone: "Asia/Bangkok",
    email: null,
    provider: ["google"],
  });

  const again = site.openBrowser();
  await signInWithProvider(again, "google", mina, { time_zone: "Pacific/Honolulu" });
  expect(await findUser(again)).toMatchObject({ id: user?.id, time_zone: "Asia/Bangkok" });
});

test("AUTH-02 AUTH-03 handles derived from nicknames are valid, free and not reserved", async () => {
  // Takes Sora's nickname. Haru's has no Latin letters, and that of the last person is reserved.
  await site.registerPerson("sora");
  const browsers = [sora, haru, admin].map((subject) => ({ subject, browser: site.openBrowser() }));
  for (const { browser, subject } of browsers)
    await signInWithProvider(browser, "facebook", subject);
  const [taken, nonLatin, reserved] = await Promise.all(
    browsers.map(async ({ browser }) => (await findUser(browser))?.account),
  );
  expect(taken).toMatch(/^sora_[A-Za-z0-9]{4}$/);
  expect(nonLatin).toMatch(/^box_[A-Za-z0-9]{4}$/);
  expect(reserved).toMatch(/^admin_[A-Za-z0-9]{4}$/);
});

test("AUTH-11 equal email addresses, or equal subjects of two providers, do not merge accounts", async () => {
  const owner = site.openBrowser("en");
  // All people of the sandbox's providers have this address.
  const body = { account: "owner_of_mail", password, email: sharedEmail, locale: "en" } as const;
  await owner.send(register, { body });
  const ids = [(await findUser(owner))?.id];
  for (const provider of ["google", "kakao", "weibo", "twitter"] as const) {
    const browser = site.openBrowser();
    await signInWithProvider(browser, provider, haru);
    ids.push((await findUser(browser))?.id);
  }
  expect(ids).not.toContain(undefined);
  expect(new Set(ids).size).toBe(5);
});

test("AUTH-10 simultaneous first sign-ins of one person create one account", async () => {
  const browsers = Array.from({ length: 4 }, () => site.openBrowser());
  await Promise.all(browsers.map((browser) => signInWithProvider(browser, "kakao", sora)));
  const ids = await Promise.all(browsers.map(async (browser) => (await findUser(browser))?.id));
  expect(ids[0]).toBeTruthy();
  expect(new Set(ids).size).toBe(1);
  const identities = await selectRows(
    "select 1 from identities where provider = 'kakao' and subject = $1",
    sora,
  );
  expect(identities.length).toBe(1);
});

test("VISIT-10 after signing in with a provider, the account owns the questions that the visitor asked before", async () => {
  await site.registerPerson("asked_one");
  const visitor = site.openBrowser();
  const id = await site.askQuestion(visitor, "asked_one", "?");
  await signInWithProvider(visitor, "weibo", mina);
  // The cookie `__Host-visitor` is gone.
  expect([...visitor.cookies.keys()].sort()).toEqual([
    "__Host-authorization",
    "__Host-confirmed",
    "__Host-session",
  ]);
  const { questions } = (await visitor.send(listWaitingQuestions, {})).data;
  expect(questions.map(({ uuid_hash }) => uuid_hash)).toEqual([id]);
  expect((await visitor.send(listSendQuestions, {})).status).toBe(200);
});

test("AUTH-10 tokens of X are stored encrypted, and no tokens of other providers are stored", async () => {
  const browser = site.openBrowser();
  await signInWithProvider(browser, "twitter", admin);
  const stored = await selectRows(
    `select identities.provider, identity_tokens.*
     from identities join identity_tokens on identity_tokens.identity_pk = identities.pk`,
  );
  const providers = new Set(stored.map((row) => (row as { provider: string }).provider));
  expect([...providers]).toEqual(["twitter"]);
  const newest = stored.at(-1) as { access_token: Uint8Array; refresh_token: Uint8Array };
  const { unseal } = site.services.secrets;
  const token = unseal(newest.access_token, `twitter:${admin}`) ?? "";
  expect(token.length).toBeGreaterThan(20);
  expect(Buffer.from(newest.access_token).includes(token)).toBe(false);
  expect(unseal(newest.refresh_token, `twitter:${admin}`)).toBeTruthy();
  expect(unseal(newest.access_token, `twitter:${mina}`)).toBeUndefined();
  const broken = Buffer.from(newest.access_token);
  broken[20] = (broken[20] ?? 0) ^ 1;
  expect(unseal(broken, `twitter:${admin}`)).toBeUndefined();
});

test("AUTH-10 cancelling at the provider signs nobody in and shows a message", async () => {
  const browser = site.openBrowser();
  const reply = await signInWithProvider(browser, "google", undefined, {
    locale: "en",
    next: "/en/box",
  });
  expect(reply.location).toBe("/en/acc/login?next=%2Fen%2Fbox&notice=social_cancelled");
  expect(await findUser(browser)).toBeUndefined();
});

test("AUTH-10 redirects after signing in stay within this site", async () => {
  const inside = await signInWithProvider(site.openBrowser(), "google", mina, {
    next: "/en/box?page=2#a",
  });
  expect(inside.location).toBe("/en/box?page=2#a");
  for (const next of [
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
  ]) {
    const reply = await signInWithProvider(site.openBrowser(), "google", mina, {
      locale: "en",
      next,
    });
    expect(reply.location, next).toBe("/en/me/home");
  }
});

test("AUTH-08 AUTH-07 nobody can sign in with Instagram", async () => {
  expect((await start(site.openBrowser(), "instagram")).status).toBe(404);
});

test.each([
  ["no token", { authenticity_token: "" }, {}, "bad_token"],
  ["a wrong token", { authenticity_token: "AAAAAAAAAAAAAAAAAAAAAA" }, {}, "bad_token"],
  ["another site's origin", {}, { origin: "https://evil.example" }, "foreign_origin"],
  ["another site's navigation", {}, { "sec-fetch-site": "cross-site" }, "foreign_origin"],
])("AUTH-09 a form with %s is refused", async (_, fields, headers: object, code) => {
  const browser = site.openBrowser();
  const all = { authenticity_token: browser.token, ...fields };
  const refused = await sendForm(browser, "/auth/google", all, { ...headers });
  expect([refused.status, refused.error?.code, refused.location]).toEqual([403, code, undefined]);
});

test("AUTH-09 AUTH-12 a browser whose form is refused is redirected to a page that shows the message", async () => {
  const browser = await site.registerPerson("kenta_form", "en");
  const submit = async (fields: object, headers: object) => {
    const navigation = { "sec-fetch-mode": "navigate", "sec-fetch-site": "same-origin" };
    const all = { ...navigation, host: "box.example", ...headers };
    const reply = await sendForm(browser, "/auth/google", { locale: "en", ...fields }, all);
    return [reply.status, reply.location];
  };
  const forged = { authenticity_token: "old" };
  const referer = "https://box.example/en/stg?tab=sns";
  expect(await submit(forged, { referer })).toEqual([303, "/en/stg?tab=sns&notice=bad_token"]);
  expect(await submit(forged, {})).toEqual([303, "/en/acc/login?notice=bad_token"]);
  for (const elsewhere of ["https://evil.example/en/stg", "no address"]) {
    const [, location] = await submit(forged, { referer: elsewhere });
    expect(location).toBe("/en/acc/login?notice=bad_token");
  }
  // For this error, the redirect leads to the login page, which offers to sign out or to switch accounts.
  expect(await submit({ authenticity_token: browser.token }, { referer })).toEqual([
    303,
    "/en/acc/login?notice=already_signed_in",
  ]);
});

test("AUTH-09 the token of pages without a session is refused for an account", async () => {
  const kenta = await site.registerPerson("kenta_9");
  const authenticity_token = site.openBrowser().token;
  expect((await sendForm(kenta, "/auth/google", { authenticity_token })).status).toBe(403);
});

test("AUTH-09 only a form with known fields starts an authorization, and only at a known provider", async () => {
  const browser = site.openBrowser();
  expect((await browser.sendRaw("POST", "/auth/google", {})).status).toBe(415);
  const extra = { authenticity_token: browser.token, is_admin: "1" };
  expect((await sendForm(browser, "/auth/google", extra)).status).toBe(400);
  expect((await sendForm(browser, "/auth/elsewhere", extra)).status).toBe(404);
});

test("AUTH-12 AUTH-14 a provider sign-in adds an account only with mal=1, and never a sixth account", async () => {
  const browser = await site.registerPerson("owner_1");
  const add = async (subject: string) => {
    const url = "/auth/facebook?mal=1";
    const started = await sendForm(browser, url, { authenticity_token: browser.token });
    if (started.location === undefined) return started;
    return followRedirect(browser, await visitProvider(started.location, subject));
  };
  const refused = await start(browser, "facebook");
  expect([refused.status, refused.error?.code]).toEqual([409, "already_signed_in"]);

  // Haru's account exists since an earlier test, so this only adds it to the browser.
  expect((await add(haru)).status).toBe(303);
  const added = (await findUser(browser))?.account;
  expect(added).not.toBe("owner_1");
  for (const account of ["owner_2", "owner_3", "owner_4"]) {
    const body = { account, password, locale: "ja" } as const;
    await browser.send(register, { body, query: { mal: "1" } });
  }
  const full = await add(mina);
  expect([full.status, full.location]).toEqual([303, "/ja/acc/login?mal=1&notice=accounts_full"]);
  expect((await findUser(browser))?.account).toBe("owner_4");
  const countIdentities = `
    select count(*)::int as count from identities where provider = 'facebook' and subject = $1`;
  expect(await selectRows(countIdentities, mina)).toEqual([{ count: 0 }]);
  const { accounts } = (await browser.send(listBrowserAccounts, {})).data;
  expect(accounts.map(({ account }) => account)).toEqual([
    "owner_1",
    added,
    "owner_2",
    "owner_3",
    "owner_4",
  ]);

  const existing = await add(haru);
  expect([existing.status, existing.location]).toEqual([303, "/ja/me/home"]);
  expect((await findUser(browser))?.account).toBe(added);
});

test("AUTH-12 Weibo signs in visitors only and can't add an account", async () => {
  const browser = await site.registerPerson("owner_5");
  const fields = { authenticity_token: browser.token };
  expect((await sendForm(browser, "/auth/weibo?mal=1", fields)).status).toBe(404);
});

test("AUTH-14 two simultaneous provider sign-ins on a browser with one free place create only one account", async () => {
  const browser = await site.registerPerson("racer_1");
  for (const account of ["racer_2", "racer_3", "racer_4"]) {
    const body = { account, password, locale: "ja" } as const;
    await browser.send(register, { body, query: { mal: "1" } });
  }
  const returns: string[] = [];
  // Neither has an account with Kakao yet.
  for (const subject of [mina, admin]) {
    const url = "/auth/kakao?mal=1";
    const { location = "" } = await sendForm(browser, url, { authenticity_token: browser.token });
    returns.push(await visitProvider(location, subject));
  }
  const count = "select count(*)::int as count from users";
  const [before] = (await selectRows(count)) as { count: number }[];
  const replies = await Promise.all(returns.map((address) => followRedirect(browser, address)));
  // On a slow machine the second one may arrive after the first has ended, and is led back because the browser is full.
  const statuses = replies.map(({ status }) => status).sort((a, b) => a - b);
  expect(statuses).toEqual([303, expect.toBeOneOf([303, 409])]);
  expect(await selectRows(count)).toEqual([{ count: (before?.count ?? 0) + 1 }]);
});
