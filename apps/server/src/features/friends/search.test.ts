import {
  foundPeoplePerPage,
  maxFoundPeople,
  searchPeople,
} from "@toibako/contract/friends/search.ts";
import { deleteFollow, postFollow } from "@toibako/contract/friends.ts";
import { postBlock } from "@toibako/contract/moderation.ts";
import { putAccount, putUser } from "@toibako/contract/settings.ts";
import { beforeAll, expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";
import { indexMissingNames } from "./commands/index-names.ts";
import { parseNameSearch } from "./policy/search.ts";

const site = await openSite();
const { services } = site;
const yui = await site.registerPerson("yui", "en");

/** Handles and names of people who register as usual. */
const names: Record<string, string> = {
  sato_aoi: "佐藤 葵",
  AoiSky: "ｱｵｲ・スカイ",
  muller: "Jörg Müller",
  kenta: "Kenta",
  kenta_2: "ケンタ",
  drummer: "Beat Kenta",
  somchai: "สมชาย",
  minji: "김민지",
};
const people: Record<string, Browser> = {};
beforeAll(async () => {
  for (const [account, displaying_name] of Object.entries(names)) {
    const person = await site.registerPerson(account, "en");
    await person.send(putUser, { body: { displaying_name } });
    people[account] = person;
  }
  await services.jobs.drain();
});

const search = (browser: Browser, query: string, page = "1") =>
  browser.send(searchPeople, { query: { query, page } });
async function find(query: string, browser = yui) {
  return (await search(browser, query)).data.users.map(({ account }) => account);
}

test.each([
  ["sato_aoi", ["sato_aoi"]],
  ["@SATO_AOI", ["sato_aoi"]],
  ["https://box.example/ja/sato_aoi", ["sato_aoi"]],
  ["box.example/Sato_Aoi?page=2", ["sato_aoi"]],
  ["ｈｔｔｐｓ：／／ｂｏｘ．ｅｘａｍｐｌｅ／sato_aoi", ["sato_aoi"]],
  ["kenta＿２", ["kenta_2"]],
  ["ｓａｔｏ aoi", ["sato_aoi"]],
  ["佐藤葵", ["sato_aoi"]],
  ["葵", ["sato_aoi"]],
  ["あおい", ["AoiSky"]],
  ["アオイ", ["AoiSky"]],
  ["ｽｶｲ", ["AoiSky"]],
  ["すかい", ["AoiSky"]],
  ["mueller", []],
  ["MÜLLER", ["muller"]],
  ["jorg muller", ["muller"]],
  ["สมช", ["somchai"]],
  ["민지", ["minji"]],
  ["umme", ["drummer"]],
  ["nobody", []],
])("SET-26 a search for %s finds %j", async (query, accounts) => {
  const foundAccounts = await find(query);
  expect(foundAccounts.filter((account) => account in names)).toEqual(accounts);
});

test("SET-26 an exact handle is first, then an exact name, then beginnings, by followers", async () => {
  expect(await find("kenta")).toEqual(["kenta", "kenta_2", "drummer"]);
  // "けんた" is the whole name of kenta_2 only.
  expect(await find("けんた")).toEqual(["kenta_2"]);
  await yui.send(postFollow, { params: { account: "AoiSky" } });
  expect(await find("aoi")).toEqual(["AoiSky", "sato_aoi"]);
  expect((await search(yui, "aoisky")).data.users[0]).toEqual({
    account: "AoiSky",
    toibako_id: "AoiSky",
    displaying_name: "ｱｵｲ・スカイ",
    icon_url: expect.stringMatching(/^\/avatars\//),
    self_introduction: "",
    is_self: false,
    is_friend: true,
    is_follower: false,
  });
  await yui.send(deleteFollow, { params: { account: "AoiSky" } });
});

test("SET-26 one letter finds only names that begin with it, and punctuation finds nobody", async () => {
  expect(await find("k")).toEqual(["kenta", "kenta_2"]);
  expect(await find("e")).toEqual([]);
  for (const query of ["", "  ", "_", "%", "・", "\n", "\\"]) expect(await find(query)).toEqual([]);
  expect(parseNameSearch("\u0301\u0301")).toBeUndefined();
});

test("SET-26 a handle that consists of underscores is found only by the whole handle", async () => {
  await site.registerPerson("___", "en");
  await site.registerPerson("_____", "en");
  await services.jobs.drain();
  expect(await find("___")).toEqual(["___"]);
  expect(await find("@_____")).toEqual(["_____"]);
  for (const query of ["____", "__", "@", "@@@", "---", "・・・"])
    expect(await find(query)).toEqual([]);
});

test("SET-26 a query without letters and digits searches handles only", async () => {
  expect(parseNameSearch("___")).toEqual({
    handle: "___",
    text: null,
    terms: null,
    beginning: null,
    beginning_terms: null,
  });
  // The search text of this name is empty; it must not match a query that is empty after normalisation.
  await people.minji?.send(putUser, { body: { displaying_name: "♪♪♪" } });
  await services.jobs.drain();
  expect(await find("♪♪♪")).toEqual([]);
  expect(await find("____")).toEqual([]);
  await people.minji?.send(putUser, { body: { displaying_name: names.minji ?? "" } });
  await services.jobs.drain();
});

test("SET-26 visitors must sign in, and an overlong query is refused", async () => {
  expect((await search(site.openBrowser(), "kenta")).status).toBe(401);
  expect((await search(yui, "x".repeat(201))).status).toBe(400);
});

test("SET-26 a new name and a new handle are found at once, the old ones no longer", async () => {
  const { kenta } = people;
  await kenta?.send(putUser, { body: { displaying_name: "健太" } });
  await services.jobs.drain();
  expect(await find("健太")).toEqual(["kenta"]);
  await kenta?.send(putAccount, { body: { account: "kenta_new" } });
  await services.jobs.drain();
  expect(await find("kentanew")).toEqual(["kenta_new"]);
  await services.database.executeSql("update users set account_changed_at = null");
  await kenta?.send(putAccount, { body: { account: "kenta" } });
  await kenta?.send(putUser, { body: { displaying_name: "Kenta" } });
  await services.jobs.drain();
  expect(await find("健太")).toEqual([]);
});

test("SET-26 an account that is not findable is not found, not even by its handle", async () => {
  await people.muller?.send(putUser, { body: { is_findable: false } });
  expect(await find("muller")).toEqual([]);
  await people.muller?.send(putUser, { body: { is_findable: true } });
  expect(await find("muller")).toEqual(["muller"]);
});

test("SET-26 a block by name hides both accounts from each other, and from nobody else", async () => {
  const { somchai, minji } = people;
  if (!somchai || !minji) throw new Error("somchai and minji are registered above");
  await somchai.send(postBlock, { body: { account: "minji" } });
  expect(await find("minji", somchai)).toEqual([]);
  expect(await find("somchai", minji)).toEqual([]);
  expect(await find("minji")).toEqual(["minji"]);
  expect(await find("somchai")).toEqual(["somchai"]);
});

test("SET-26 left accounts are not found until they come back", async () => {
  const setLeftAt = (value: string) =>
    services.database.executeSql(`update users set left_at = ${value} where account = 'drummer'`);
  await setLeftAt("now()");
  expect(await find("drummer")).toEqual([]);
  await setLeftAt("null");
  expect(await find("drummer")).toEqual(["drummer"]);
});

test("SET-26 results are paged and limited, and accounts without an index entry get one", async () => {
  await services.database.executeSql(`
    insert into users (id, account, displaying_name, locale, followers_count)
    select 'many' || number, 'many_' || number, 'Many', 'en', number from generate_series(1, 130) number`);
  expect(await find("many")).toEqual([]);
  await indexMissingNames(services.db);
  const first = (await search(yui, "many")).data;
  expect(first.pager).toEqual({
    current_page: 1,
    total_pages: maxFoundPeople / foundPeoplePerPage,
    total_count: maxFoundPeople,
    limit: foundPeoplePerPage,
  });
  expect(first.users[0]?.account).toBe("many_130");
  const last = (await search(yui, "many", "5")).data;
  expect(last.users.at(-1)?.account).toBe("many_31");
  expect((await search(yui, "many", "6")).data.users).toEqual([]);
});

test("SET-26 an exact handle and an exact name come first, however many accounts match", async () => {
  await services.database.executeSql(`
    insert into users (id, account, displaying_name, locale, followers_count)
    select 'crowd' || number, 'crowd_' || number, 'Crowd Member', 'en', number from generate_series(1, 1200) number`);
  await indexMissingNames(services.db);
  const named = await site.registerPerson("zzz_named", "en");
  await named.send(putUser, { body: { displaying_name: "Ｃrowd" } });
  await site.registerPerson("crowd", "en");
  await services.jobs.drain();
  expect((await find("crowd")).slice(0, 3)).toEqual([
    "crowd",
    "zzz_named",
    expect.stringMatching(/^crowd_\d/),
  ]);
  expect((await find("CROWD")).slice(0, 2)).toEqual(["crowd", "zzz_named"]);
});

test("SET-26 searches are limited for each account", async () => {
  const strict = await openSite({ limit_factor: 1 });
  const mei = await strict.registerPerson("mei", "en");
  const replies = await Promise.all(Array.from({ length: 61 }, () => search(mei, "mei")));
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(1);
});
