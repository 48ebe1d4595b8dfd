import { listRecommendedMembers } from "@toibako/contract/communities/members.ts";
import {
  listFeaturedQuestions,
  postCommunityAnswer,
  postCommunityQuestion,
} from "@toibako/contract/communities/questions.ts";
import { joinCommunity, listCommunities } from "@toibako/contract/communities.ts";
import { postFollow } from "@toibako/contract/friends.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";
import { rankCommunities } from "./commands/rank.ts";
import { firstCommunities } from "./first-communities.ts";

const site = await openSite();
const { db } = site.services;
const names = ["yui", "kenta", "aoi", "mei", "ren", "sora"];
const people = await Promise.all(names.map((name) => site.registerPerson(name)));
const visitor = site.openBrowser();

interface Address {
  community_id: string;
  category_id: string;
}
const addresses = firstCommunities.map(
  ({ id, category_id }): Address => ({ community_id: id, category_id }),
);
const books = { community_id: "books", category_id: "culture" };

/** Asks a community and sets the hour of the question back. */
async function ask(sender: Browser, params: Address, hoursAgo = 0): Promise<string> {
  const asked = await sender.send(postCommunityQuestion, { params, body: { body: "なに？" } });
  const { uuid_hash } = asked.data;
  const moved = "asked_hour = asked_hour - make_interval(hours => $2::int)";
  await site.services.database.executeSql(
    `with question as (update questions set ${moved} where uuid_hash = $1 returning pk)
    update community_questions set ${moved} where question_pk = (select pk from question)`,
    [uuid_hash, hoursAgo],
  );
  return uuid_hash;
}

async function answer(answerer: Browser, uuid: string, params: Address, likers: Browser[] = []) {
  const call = { params: { ...params, uuid }, body: { body: "これ" } };
  const { data } = await answerer.send(postCommunityAnswer, call);
  for (const liker of likers) {
    await liker.send(toggleLike, { body: { answer_id: data.answer.id } });
  }
}

test("COMM-17 COMM-16 featured questions are ordered by their answers and likes, which count half as much with every 48 hours", async () => {
  const [yui, ...others] = people as [Browser, ...Browser[]];
  // The age in hours, the answers and the likes of each question. A question without answers is not featured.
  const cases = [
    [0, 1, 0],
    [10, 2, 0],
    [50, 2, 1],
    [100, 4, 5],
    [150, 5, 2],
    [30, 1, 3],
    [5, 0, 0],
    [300, 5, 5],
  ] as const;
  const asked: { uuid: string; score: number }[] = [];
  for (const [hours, answers, likes] of cases) {
    const uuid = await ask(yui, books, hours);
    for (let index = 0; index < answers; index++) {
      const likers = index === 0 ? Array.from({ length: likes }, () => site.openBrowser()) : [];
      await answer(others[index] as Browser, uuid, books, likers);
    }
    asked.push({ uuid, score: (answers + likes) * 0.5 ** (hours / 48) });
  }
  await rankCommunities(db);
  const { data } = await visitor.send(listFeaturedQuestions, { params: books });
  const expected = asked
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ uuid }) => uuid);
  expect(data.items.map(({ uuid_hash }) => uuid_hash)).toEqual(expected);
  expect(data.pager.total_count).toBe(expected.length);
  expect(Date.now() - Date.parse(data.ranked_at ?? "")).toBeLessThan(60_000);
});

test("COMM-33 the ten communities with most answers of the last 7 days in a language are popular in that language", async () => {
  const [yui, kenta] = people as [Browser, Browser];
  const answered = addresses
    .filter((address) => address.community_id !== books.community_id)
    .slice(0, 11);
  for (const [index, params] of answered.entries()) {
    for (let count = 0; count <= index; count++)
      await answer(kenta, await ask(yui, params), params);
  }
  // Answers older than 7 days don't count.
  const old = addresses.at(-1) as Address;
  for (let count = 0; count < 20; count++) await answer(kenta, await ask(yui, old), old);
  await site.services.database.executeSql(
    `update answers set answered_at = now() - interval '8 days'
    where community_pk = (select pk from communities where id = $1)`,
    [old.community_id],
  );
  await rankCommunities(db);
  const listPopular = async (viewer: Browser) =>
    (await viewer.send(listCommunities, {})).data.communities
      .filter(({ is_popular }) => is_popular)
      .map(({ id }) => id)
      .sort();
  const { rows } = await site.services.database.executeSql(
    `select c.id from communities c join answers a on a.community_pk = c.pk
    where a.answered_at >= now() - interval '7 days'
    group by c.id order by count(*) desc limit 10`,
  );
  const counted = rows.map((row) => (row as { id: string }).id).sort();
  expect(counted).toHaveLength(10);
  expect(await listPopular(visitor)).toEqual(counted);
  expect(await listPopular(site.openBrowser("en"))).toEqual([]);
});

test("COMM-38 COMM-37 recommended members are members whom the viewer doesn't follow, ordered by their answers of 30 days", async () => {
  const [yui, kenta, aoi, mei, ren] = people as [Browser, Browser, Browser, Browser, Browser];
  const params = { community_id: "love", category_id: "heart" };
  for (const member of [yui, kenta, aoi, mei, ren]) await member.send(joinCommunity, { params });
  for (const [member, answers] of [
    [aoi, 3],
    [kenta, 1],
    [mei, 2],
  ] as const) {
    for (let count = 0; count < answers; count++)
      await answer(member, await ask(yui, params), params);
  }
  await rankCommunities(db);
  await yui.send(postFollow, { params: { account: "mei" } });
  const { data } = await yui.send(listRecommendedMembers, { params });
  const accounts = data.users.map(({ account }) => account);
  expect(accounts.slice(0, 1)).toEqual(["aoi"]);
  expect(accounts).not.toContain("yui");
  expect(accounts).not.toContain("mei");
  expect(accounts).toEqual(expect.arrayContaining(["kenta", "ren"]));
  expect(data.pager.total_count).toBe(3);
});

test("COMM-33 ranking again without new answers or likes changes no row", async () => {
  // `xmin` changes with every update of a row.
  const read = async () =>
    (
      await site.services.database.executeSql(
        "select question_pk, featured_rank, xmin::text from community_questions order by 1",
      )
    ).rows;
  await rankCommunities(db);
  const before = await read();
  await rankCommunities(db);
  expect(await read()).toEqual(before);
});
