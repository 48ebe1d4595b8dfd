import { getCurrentUser } from "@toibako/contract/accounts.ts";
import { listMembersOfCommunities } from "@toibako/contract/communities/members.ts";
import {
  getCommunity,
  joinCommunities,
  joinCommunity,
  leaveCommunity,
  listCommunities,
  listJoinedCommunities,
  listOtherCommunities,
  listRecommendedCommunities,
  maxJoinedCommunities,
  muteCommunity,
  putCommunityTutorial,
} from "@toibako/contract/communities.ts";
import { expect, inject, test } from "vitest";
import type { Db } from "#platform/database/db.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { sendWhileLocked } from "#platform/testing/locks.ts";
import { openSite } from "#platform/testing/site.ts";
import { sql } from "#platform/testing/sql.ts";
import { firstCommunities } from "./first-communities.ts";

const site = await openSite();
interface CommunityAddress {
  community_id: string;
  category_id: string;
}

const addresses = firstCommunities.map(
  ({ id, category_id }): CommunityAddress => ({
    community_id: id,
    category_id,
  }),
);
const [dailyCommunity, ...others] = addresses as [CommunityAddress, ...CommunityAddress[]];

const join = (person: Browser, params: CommunityAddress = dailyCommunity) =>
  person.send(joinCommunity, { params });
const leave = (person: Browser, params = dailyCommunity) => person.send(leaveCommunity, { params });

async function countMembers(params = dailyCommunity): Promise<number> {
  const { data } = await site.openBrowser().send(getCommunity, { params });
  return data.community.members_count;
}

test("COMM-09 the database allows as many places for each account as `maxJoinedCommunities`", async () => {
  const { rows } = await sql<{ check: string }>`
    select pg_get_constraintdef(oid) as "check" from pg_constraint
    where conrelid = 'community_members'::regclass and contype = 'c'`.execute(site.services.db);
  expect(rows.map(({ check }) => check).join()).toContain(`place <= ${maxJoinedCommunities}`);
});

test("COMM-36 COMM-05 a first install has at least 12 communities of 3 categories, which visitors see in their language", async () => {
  const { data } = await site.openBrowser("en").send(listCommunities, {});
  expect(data.communities.length).toBeGreaterThanOrEqual(12);
  expect(new Set(data.communities.map(({ category_id }) => category_id)).size).toBeGreaterThan(2);
  const [first] = firstCommunities;
  const shown = data.communities.find(({ id }) => id === first?.id);
  expect(shown).toMatchObject({ name: first?.names.en, members_count: 0, is_joined: false });
});

test("COMM-06 COMM-01 joining and leaving change the lists of communities and the count of members", async () => {
  const yui = await site.registerPerson("yui");
  const joined = await join(yui);
  expect(joined).toMatchObject({
    status: 200,
    data: { community: { id: dailyCommunity.community_id, is_joined: true }, remaining: 2 },
  });
  const mine = await yui.send(listJoinedCommunities, {});
  expect(mine.data).toMatchObject({
    communities: [{ id: dailyCommunity.community_id }],
    remaining: 2,
  });
  const notJoined = await yui.send(listOtherCommunities, {});
  expect(notJoined.data.communities.map(({ id }) => id)).not.toContain(dailyCommunity.community_id);
  expect(notJoined.data.pager.total_count).toBe(firstCommunities.length - 1);

  const left = await leave(yui);
  expect(left.data).toMatchObject({ community: { is_joined: false }, remaining: 3 });
  expect(await countMembers()).toBe(0);
});

test("COMM-08 joining twice and leaving twice change nothing the second time", async () => {
  const kenta = await site.registerPerson("kenta");
  const before = await countMembers();
  await join(kenta);
  expect((await join(kenta)).status).toBe(200);
  expect(await countMembers()).toBe(before + 1);
  await leave(kenta);
  expect((await leave(kenta)).status).toBe(200);
  expect(await countMembers()).toBe(before);
});

test("COMM-09 three of six simultaneous attempts to join succeed; the others are refused with a message", async () => {
  const aoi = await site.registerPerson("aoi");
  const wanted = others.slice(0, 6);
  const replies = await Promise.all(wanted.map((params) => join(aoi, params)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
  const refused = replies.filter(({ status }) => status === 422);
  expect(refused).toHaveLength(3);
  expect(refused[0]?.error).toMatchObject({ code: "communities_full", messages: [/3/] });
  const counts = await Promise.all(wanted.map((params) => countMembers(params)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
});

test("START-14 several communities are joined at once, or none if they would exceed three", async () => {
  const mei = await site.registerPerson("mei");
  const ids = others.map(({ community_id }) => community_id);
  const joinAll = (community_ids: string[]) =>
    mei.send(joinCommunities, { body: { community_ids } });
  expect((await joinAll(ids.slice(0, 4))).status).toBe(422);
  expect((await joinAll(["no-such-community"])).status).toBe(404);
  expect((await mei.send(listJoinedCommunities, {})).data.remaining).toBe(3);
  expect((await joinAll(ids.slice(0, 2))).data.remaining).toBe(1);
  expect((await joinAll(ids.slice(0, 3))).data.remaining).toBe(0);
});

test("COMM-15 COMM-06 a community is not found with another category or an unknown id", async () => {
  const ren = await site.registerPerson("ren");
  const other = others.find(({ category_id }) => category_id !== dailyCommunity.category_id);
  const params = { ...dailyCommunity, category_id: other?.category_id ?? "" };
  expect((await ren.send(getCommunity, { params })).status).toBe(404);
  expect((await join(ren, params)).status).toBe(404);
  expect((await leave(ren, params)).status).toBe(404);
  expect(
    (await ren.send(getCommunity, { params: { ...dailyCommunity, community_id: "x".repeat(64) } }))
      .status,
  ).toBe(404);
});

test("COMM-06 VISIT-08 visitors can't join", async () => {
  expect((await join(site.openBrowser())).status).toBe(401);
});

test.each([
  ["games", "げーむ"],
  ["games", "ｹﾞｰﾑ"],
  ["books", "ＢＯＯＫＳ"],
  ["books", " boo ks "],
  ["books", "Bücher"],
] as const)("COMM-44 the community %s is found by %s", async (id, query) => {
  const { data } = await site.openBrowser().send(listCommunities, { query: { query } });
  expect(data.communities.map((community) => community.id)).toContain(id);
  expect(data.pager.total_count).toBeLessThan(firstCommunities.length);
});

test.each(["zzzzzzzzzz", "？！", "本".repeat(200)])(
  "COMM-44 nothing is found by %s",
  async (query) => {
    const { status, data } = await site.openBrowser().send(listCommunities, { query: { query } });
    expect(status).toBe(200);
    expect(data).toMatchObject({ communities: [], pager: { total_count: 0 } });
  },
);

test("COMM-12 COMM-11 the progress in the tutorial is saved and never goes back", async () => {
  const sora = await site.registerPerson("sora");
  const read = async () => (await sora.send(getCurrentUser, {})).data as Record<string, unknown>;
  const save = (step: "first" | "third") =>
    sora.send(putCommunityTutorial, {
      body: { community_tutorial_status: `community_tutorial_${step}_step` },
    });
  expect((await read()).user).toMatchObject({ community_tutorial_has_not_began_yet: true });
  await save("third");
  expect((await save("first")).data.community_tutorial_status).toBe(
    "community_tutorial_third_step",
  );
  expect((await read()).user).toMatchObject({
    community_tutorial_status: "community_tutorial_third_step",
    community_tutorial_has_not_began_yet: false,
  });
});

test("COMM-06 simultaneous requests of one account that join several communities and leave one don't deadlock", async () => {
  const [joined, first, second, shared] = addresses as [CommunityAddress, ...CommunityAddress[]];
  const joinAll = (person: Browser, ...communities: (CommunityAddress | undefined)[]) => {
    const community_ids = communities.flatMap((community) => community?.community_id ?? []);
    return person.send(joinCommunities, { body: { community_ids } });
  };
  for (let round = 1; round <= 8; round++) {
    const person = await site.registerPerson(`busy_${round}`);
    await join(person, joined);
    const replies = await Promise.all([
      joinAll(person, first, shared),
      leave(person, joined),
      joinAll(person, second, shared),
      joinAll(person, shared, joined),
    ]);
    for (const { status } of replies) expect([200, 422]).toContain(status);
    const { data } = await person.send(listJoinedCommunities, {});
    expect(data.communities.length + data.remaining).toBe(3);
  }
});

test("COMM-35 COMM-46 recommended communities leave out the community itself, joined and muted ones", async () => {
  const toru = await site.registerPerson("toru");
  const recommend = async () => {
    const { data } = await toru.send(listRecommendedCommunities, { params: dailyCommunity });
    return data.communities.map(({ id, category_id }) => ({ community_id: id, category_id }));
  };
  const [first, second] = await recommend();
  if (!first || !second) throw new Error("nothing is recommended");
  expect(first.category_id).toBe(dailyCommunity.category_id);
  await join(toru, first);
  await toru.send(muteCommunity, { params: second, body: { is_muted: true } });
  const recommended = await recommend();
  for (const community of [dailyCommunity, first, second]) {
    expect(recommended).not.toContainEqual(community);
  }
  const { data } = await toru.send(getCommunity, { params: second });
  expect(data.community.is_muted).toBe(true);
  await toru.send(muteCommunity, { params: second, body: { is_muted: false } });
  expect(await recommend()).toContainEqual(second);
});

test("COMM-41 COMM-03 one reply contains three members of each of several communities", async () => {
  const people = await Promise.all(
    ["a1", "a2", "a3", "a4"].map((name) => site.registerPerson(`hana_${name}`)),
  );
  const target = others.at(-1);
  if (!target) throw new Error("a first install has several communities");
  for (const person of people) await join(person, target);
  const [viewer] = people;
  const query = { community_ids: `${target.community_id},${dailyCommunity.community_id},nothing` };
  const reply = await viewer?.send(listMembersOfCommunities, { query });
  const found = reply?.data.communities.find(({ id }) => id === target.community_id);
  expect(found?.recommended_members).toHaveLength(3);
  expect(reply?.data.communities).toHaveLength(2);
});

test.skipIf(inject("template").engine !== "postgres")(
  "COMM-09 simultaneous requests to leave and to join are counted one after the other",
  async () => {
    const person = await site.registerPerson("simultaneous");
    const [first, second, third] = others as [CommunityAddress, CommunityAddress, CommunityAddress];
    for (const community of [first, second]) await join(person, community);
    const lock = (db: Db) =>
      sql`select from users where account = 'simultaneous' for update`.execute(db);
    const replies = await sendWhileLocked(site.services.db, lock, [
      () => leave(person, first),
      () => leave(person, second),
      () => join(person, third),
    ]);
    expect(replies.map(({ data }) => data.remaining)).toEqual([2, 3, 2]);
  },
);
