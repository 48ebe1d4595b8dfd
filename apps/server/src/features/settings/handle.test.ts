import { getCurrentUser, login, register } from "@toibako/contract/accounts.ts";
import { deleteFollow, listFollowers, postFollow } from "@toibako/contract/friends.ts";
import { closedHandleDays } from "@toibako/contract/handles.ts";
import { listItems } from "@toibako/contract/items.ts";
import { leaveAccount } from "@toibako/contract/leaving.ts";
import { postBlock } from "@toibako/contract/moderation.ts";
import { putInitialSetting } from "@toibako/contract/onboarding.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import { pageAccountHeader } from "@toibako/contract/sessions.ts";
import { putAccount, putUser } from "@toibako/contract/settings.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { deleteExpiredHandles } from "../accounts/commands.ts";
import { updateAccount } from "./commands.ts";

const site = await openSite();
const { services } = site;
const { database } = services;
const visitor = site.openBrowser();
const kenta = await site.registerPerson("kenta");

const changeHandle = (person: Browser, account: string) =>
  person.send(putAccount, { body: { account } });
const runSql = (text: string, values: unknown[] = []) => database.executeSql(text, values);

/** Finds a profile by a current or former handle and returns the current one; undefined if there is none. */
async function findHandle(account: string): Promise<string | undefined> {
  const { status, data } = await visitor.send(getUser, { params: { id: account } });
  return status === 200 ? data.user.account : undefined;
}

async function readUser(person: Browser) {
  const { data } = await person.send(getCurrentUser, {});
  if (!("user" in data)) throw new Error("nobody is signed in");
  return data.user;
}

/** Moves the last change of a handle, and the end of its closed handles, into the past. */
async function moveDaysBack(account: string, days: number) {
  await runSql(
    "update users set account_changed_at = account_changed_at - $2 * interval '1 day' where account = $1",
    [account, days],
  );
  await runSql(
    `update closed_handles set closed_until = closed_until - $2 * interval '1 day'
     where user_pk = (select pk from users where account = $1)`,
    [account, days],
  );
}

function countStatuses(replies: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const registerAs = (account: string) =>
  site.openBrowser().send(register, { body: { account, password, locale: "ja" } });

test("AUTH-26 requests with the former handle, from pages that were opened before the change, still follow, list and block the account", async () => {
  const hana = await site.registerPerson("hana");
  const reader = await site.registerPerson("reader");
  await changeHandle(hana, "hana_new");
  const former = { params: { account: "hana" } };
  const { status, data } = await reader.send(postFollow, former);
  expect([status, data]).toMatchObject([200, { account: "hana_new", is_friend: true }]);
  const followers = await reader.send(listFollowers, former);
  expect(followers.data.users).toMatchObject([{ account: "reader" }]);
  expect((await reader.send(deleteFollow, former)).data).toMatchObject({ followers_count: 0 });
  const items = await visitor.send(listItems, { query: { account: "hana" } });
  expect(items.status).toBe(200);
  expect((await reader.send(postBlock, { body: { account: "hana" } })).status).toBe(201);
  expect((await hana.send(postFollow, { params: { account: "reader" } })).status).toBe(403);
});

test("AUTH-26 the handle changes, and the former one leads to the account", async () => {
  const yui = await site.registerPerson("yui");
  const before = await readUser(yui);
  expect(before.account_changeable_at).toBeNull();
  const { status, data } = await changeHandle(yui, "yui_new");
  expect(status).toBe(200);
  // The display name equalled the handle, so it changes as well. The avatar of the former handle remains.
  expect(data.user).toMatchObject({
    id: before.id,
    account: "yui_new",
    toibako_id: "yui_new",
    displaying_name: "yui_new",
    icon_url: before.icon_url,
  });
  expect(await findHandle("yui_new")).toBe("yui_new");
  expect(await findHandle("YUI")).toBe("yui_new");
  const feed = await visitor.sendRaw("GET", "/ja/yui/feed.atom");
  expect([feed.status, feed.location]).toEqual([302, "/ja/yui_new/feed.atom"]);
  const asked = await visitor.send(postQuestion, { body: { account: "yui", body: "とどく？" } });
  expect(asked.status).toBe(201);
  const signIn = (account: string) =>
    site.openBrowser().send(login, { body: { account, password } });
  expect([(await signIn("yui_new")).status, (await signIn("yui")).status]).toEqual([200, 401]);
});

test("AUTH-26 a second change is refused for 30 days, with the date of the next possible change", async () => {
  const mio = await site.registerPerson("mio");
  await changeHandle(mio, "mio_2");
  const refused = await changeHandle(mio, "mio_3");
  expect([refused.status, refused.error?.code]).toEqual([422, "refused"]);
  expect(refused.error?.details.account?.[0]).toMatch(/^ユーザー名.*次は\d+月\d+日から/);
  const { account, account_changeable_at } = await readUser(mio);
  expect(account).toBe("mio_2");
  const days = (Date.parse(account_changeable_at ?? "") - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThanOrEqual(30);
  await moveDaysBack("mio_2", 29);
  expect((await changeHandle(mio, "mio_3")).status).toBe(422);
  await moveDaysBack("mio_2", 1);
  expect((await changeHandle(mio, "mio_3")).status).toBe(200);
  // Both former handles lead to the last one, and the account can take one back.
  expect([await findHandle("mio"), await findHandle("mio_2")]).toEqual(["mio_3", "mio_3"]);
  await moveDaysBack("mio_3", 30);
  expect((await changeHandle(mio, "mio")).status).toBe(200);
  expect([await findHandle("mio"), await findHandle("mio_2"), await findHandle("mio_3")]).toEqual([
    "mio",
    "mio",
    "mio",
  ]);
});

test("AUTH-26 the former handle is closed to others for 180 days", async () => {
  const sora = await site.registerPerson("sora");
  await changeHandle(sora, "sora_2");
  const nao = await site.registerPerson("nao");
  const fresh = await site.registerPerson("fresh");
  const attempts = [
    () => registerAs("Sora"),
    () => changeHandle(nao, "sora"),
    () => fresh.send(putInitialSetting, { body: { user: { account: "sora" } } }),
  ];
  for (const attempt of attempts) {
    expect((await attempt()).error?.details).toHaveProperty("account");
  }
  await moveDaysBack("sora_2", closedHandleDays - 1);
  expect(await findHandle("sora")).toBe("sora_2");
  expect((await changeHandle(nao, "sora")).status).toBe(400);
  await moveDaysBack("sora_2", 1);
  expect(await findHandle("sora")).toBeUndefined();
  const countExpired = async () =>
    (await runSql("select from closed_handles where closed_until < now()")).rows.length;
  expect(await countExpired()).toBe(1);
  await deleteExpiredHandles(services.db);
  expect(await countExpired()).toBe(0);
  expect((await changeHandle(nao, "sora")).status).toBe(200);
  expect(await findHandle("sora")).toBe("sora");
});

test("AUTH-26 changing the letter case is possible at any time and closes no handle", async () => {
  const rin = await site.registerPerson("rin");
  await changeHandle(rin, "rin_2");
  expect((await changeHandle(rin, "Rin_2")).status).toBe(200);
  expect((await changeHandle(rin, "RIN_2")).status).toBe(200);
  expect(await findHandle("rin_2")).toBe("RIN_2");
  const { rows } = await runSql(
    "select from closed_handles where user_pk = (select pk from users where account = 'RIN_2')",
  );
  expect(rows).toHaveLength(1);
});

test.each([
  ["admin", "reserved"],
  ["ab", "too short"],
  ["a-b-c", "malformed"],
  ["KENTA", "taken"],
])("AUTH-26 the handle %s is refused because it is %s", async (account) => {
  const tama = await site.signInAgain("tama").catch(() => site.registerPerson("tama"));
  const refused = await changeHandle(tama, account);
  expect(refused.status).toBe(400);
  expect(refused.error?.details.account).toHaveLength(1);
  expect((await readUser(tama)).account).toBe("tama");
});

test("AUTH-26 changing the handle needs an identity confirmation, unless the handle is taken anyway", async () => {
  const moe = await site.registerPerson("moe");
  // The registration has set this cookie, which is the identity confirmation.
  moe.cookies.delete("__Host-confirmed");
  const refused = await changeHandle(moe, "moe_2");
  expect([refused.status, refused.error?.code]).toEqual([403, "confirmation_needed"]);
  const taken = await changeHandle(moe, "kenta");
  expect([taken.status, taken.error?.details.account]).toEqual([400, [expect.any(String)]]);
  expect(await findHandle("moe")).toBe("moe");
});

test("AUTH-26 one of several simultaneous changes to one handle succeeds", async () => {
  const people = await Promise.all(
    ["one", "two", "three"].map((name) => site.registerPerson(name)),
  );
  const replies = await Promise.all(people.map((person) => changeHandle(person, "wanted")));
  expect(countStatuses(replies)).toEqual({ 200: 1, 400: 2 });
  // If an account changes its handle in simultaneous requests, the first change closes the handle.
  const four = await site.registerPerson("four");
  const twice = await Promise.all(
    ["four_1", "four_2"].map((account) => changeHandle(four, account)),
  );
  expect(countStatuses(twice)).toEqual({ 200: 1, 422: 1 });
});

test("AUTH-26 pages that were opened before the change still work if they name the account by its id", async () => {
  const emi = await site.registerPerson("emi");
  const { id } = await readUser(emi);
  await changeHandle(emi, "emi_2");
  const body = { self_introduction: "えみです" };
  for (const [shown, status] of [
    [id, 200],
    ["emi_2", 200],
    ["emi", 409],
  ] as const) {
    const saved = await emi.send(putUser, { body }, { [pageAccountHeader]: shown });
    expect([shown, saved.status]).toEqual([shown, status]);
  }
});

test("AUTH-26 the address of the former handle's card redirects for 180 days", async () => {
  const moka = await site.registerPerson("moka");
  await changeHandle(moka, "moka_2");
  const old = "/cards/profiles/ko/Moka.png";
  const redirected = await visitor.sendRaw("GET", `${old}?v=12345678`);
  expect([redirected.status, redirected.location]).toEqual([302, "/cards/profiles/ko/moka_2.png"]);
  const inTheme = await visitor.sendRaw("GET", `${old}?theme=night`);
  expect(inTheme.location).toBe("/cards/profiles/ko/moka_2.png?theme=night");
  expect((await visitor.sendRaw("GET", "/cards/profiles/ko/moka_2.png")).status).toBe(200);
  await moveDaysBack("moka_2", closedHandleDays);
  expect((await visitor.sendRaw("GET", old)).status).toBe(404);
});

test("AUTH-26 the cards of the former handle are deleted, and pages of both handles leave the cache", async () => {
  const ren = await site.registerPerson("ren");
  expect((await visitor.sendRaw("GET", "/cards/profiles/ja/ren.png")).status).toBe(200);
  expect(await services.storage.list("cards/profiles/ren")).toHaveLength(1);
  const [paths] = await site.collectInvalidatedPages(() => changeHandle(ren, "ren_2"));
  expect(paths).toEqual(expect.arrayContaining(["/ren", "/ren_2"]));
  await services.jobs.drain();
  expect(await services.storage.list("cards/profiles/ren")).toEqual([]);
  expect(await services.storage.list("cards/profiles/ren_2")).toHaveLength(1);
});

test("AUTH-26 the handles of a left account lead nowhere and stay closed", async () => {
  const jun = await site.registerPerson("jun");
  await changeHandle(jun, "jun_2");
  expect((await jun.send(leaveAccount, {})).status).toBe(204);
  expect(await findHandle("jun")).toBeUndefined();
  expect((await visitor.sendRaw("GET", "/ja/jun/feed.atom")).status).toBe(404);
  expect((await registerAs("jun")).status).toBe(400);
});

test("START-02 AUTH-26 a simultaneous onboarding request changes neither the handle of an account that has completed the onboarding nor that of a left account", async () => {
  const kei = await site.registerPerson("kei");
  const { rows } = await runSql("select * from users where account = 'kei'");
  const stale = { ...(rows[0] as object), provider: [] } as never;
  await kei.send(putInitialSetting, { body: { sign_up_complete: true } });
  const attempt = (columns: object) =>
    updateAccount(services, stale, columns).then(
      () => "saved",
      (error: { code: string; fields: { text_key: string }[] }) => [
        error.code,
        ...error.fields.map(({ text_key }) => text_key),
      ],
    );
  expect(await attempt({ account: "kei_2" })).toEqual(["form_validation_failed", "account_is_set"]);
  await kei.send(leaveAccount, {});
  expect(await attempt({ account: "kei_2" })).toEqual(["sign_in_needed"]);
  expect(await attempt({ birthday: "2000-01-01" })).toEqual(["sign_in_needed"]);
});

test("AUTH-26 visitors can't change a handle", async () => {
  expect((await changeHandle(visitor, "somebody")).status).toBe(401);
  expect((await readUser(kenta)).account).toBe("kenta");
});
