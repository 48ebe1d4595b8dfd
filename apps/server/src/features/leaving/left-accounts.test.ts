import { postAnswer } from "@toibako/contract/answers.ts";
import {
  listCommunityMembers,
  listFollowingMembers,
  listMembersOfCommunities,
  listRecommendedMembers,
} from "@toibako/contract/communities/members.ts";
import {
  getCommunityQuestion,
  listCommunityAnswers,
  listCommunityQuestions,
  postCommunityAnswer,
  postCommunityQuestion,
} from "@toibako/contract/communities/questions.ts";
import { joinCommunity } from "@toibako/contract/communities.ts";
import { searchPeople } from "@toibako/contract/friends/search.ts";
import { listRecommendedContents, listTimeline } from "@toibako/contract/friends/timeline.ts";
import { listFollowers, listFollows, listFriends, postFollow } from "@toibako/contract/friends.ts";
import { listItems } from "@toibako/contract/items.ts";
import { leaveAccount } from "@toibako/contract/leaving.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { getUser, listMostLiked } from "@toibako/contract/profiles.ts";
import { getQuestion, listLatestAnswers } from "@toibako/contract/questions.ts";
import { putUser } from "@toibako/contract/settings.ts";
import { expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";
import { rankRecommendedAnswers } from "../friends/commands/recommended-answers.ts";

// Mei has answers, a friend, a follower and a community. The other accounts read the pages that could show her.
const site = await openSite();
const { services } = site;
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
const mei = await site.registerPerson("mei_marked");
const visitor = site.openBrowser();
const travel = { category_id: "hobby", community_id: "travel" };
const marks = /mei_marked|めいのしるし|しつもんのしるし|こたえのしるし/;

await mei.send(putUser, { body: { displaying_name: "めいのしるし" } });
const question_id = await site.askQuestion(visitor, "mei_marked", "しつもんのしるし");
const { data: answered } = await mei.send(postAnswer, {
  params: { question_id },
  body: { text: "こたえのしるし" },
});
await kenta.send(toggleLike, { body: { answer_id: answered.answer.id } });
await mei.send(postFollow, { params: { account: "yui" } });
await yui.send(postFollow, { params: { account: "mei_marked" } });
for (const member of [mei, yui]) await member.send(joinCommunity, { params: travel });
const { data: asked } = await kenta.send(postCommunityQuestion, {
  params: travel,
  body: { body: "どこへ？" },
});
const inCommunity = { ...travel, uuid: asked.uuid_hash };
const { data: answeredInCommunity } = await mei.send(postCommunityAnswer, {
  params: inCommunity,
  body: { body: "こたえのしるし" },
});
await services.jobs.drain();
await rankRecommendedAnswers(services.db);

const ofMei = { params: { account: "mei_marked" } };
const ofYui = { params: { account: "yui" } };
const inTravel = { params: travel };

/** The calls of Mei's own pages. */
const ownPages = {
  profile: () => visitor.send(getUser, { params: { id: "mei_marked" } }),
  answers: () => visitor.send(listItems, { query: { account: "mei_marked" } }),
  question: () => visitor.send(getQuestion, { params: { id: question_id } }),
  follows: () => visitor.send(listFollows, ofMei),
  followers: () => visitor.send(listFollowers, ofMei),
};

/** The calls of other pages and lists that show Mei. */
const otherPages = {
  followersOfYui: () => visitor.send(listFollowers, ofYui),
  followsOfYui: () => visitor.send(listFollows, ofYui),
  friends: () => yui.send(listFriends, {}),
  timeline: () => yui.send(listTimeline, {}),
  search: () => kenta.send(searchPeople, { query: { query: "めいのしるし" } }),
  members: () => visitor.send(listCommunityMembers, inTravel),
  recommendedMembers: () => kenta.send(listRecommendedMembers, inTravel),
  followingMembers: () => yui.send(listFollowingMembers, inTravel),
  membersOfCommunities: () =>
    kenta.send(listMembersOfCommunities, { query: { community_ids: "travel" } }),
  communityQuestion: () => visitor.send(getCommunityQuestion, { params: inCommunity }),
  communityQuestions: () => visitor.send(listCommunityQuestions, inTravel),
  communityAnswers: () => visitor.send(listCommunityAnswers, { params: inCommunity }),
  latestAnswers: () =>
    visitor.send(listLatestAnswers, {
      params: { uuid: asked.uuid_hash },
      query: { answer_id: answeredInCommunity.answer.id },
    }),
  recommended: () => visitor.send(listRecommendedContents, { query: { locale: "ja" } }),
  mostLiked: () => visitor.send(listMostLiked, { query: { account: "mei_marked" } }),
};

type Calls = Record<string, () => Promise<{ status: number; data: unknown }>>;

/** Returns the names of the calls whose replies contain Mei's name or one of her answers. */
async function findCallsThatShowMei(calls: Calls): Promise<string[]> {
  const shown: string[] = [];
  for (const [name, call] of Object.entries(calls)) {
    const { status, data } = await call();
    expect([200, 204, 404], name).toContain(status);
    if (marks.test(JSON.stringify(data ?? ""))) shown.push(name);
  }
  return shown;
}

test("SET-14 the pages of a left account are not found, and no other page or list shows the account", async () => {
  expect(await findCallsThatShowMei(otherPages)).toEqual(Object.keys(otherPages));
  for (const [name, call] of Object.entries(ownPages))
    expect((await call()).status, name).toBe(200);

  expect((await mei.send(leaveAccount, {})).status).toBe(204);
  await services.jobs.drain();
  expect(await findCallsThatShowMei({ ...ownPages, ...otherPages })).toEqual([]);
  for (const [name, call] of Object.entries(ownPages))
    expect((await call()).status, name).toBe(404);
  const { data } = await otherPages.communityQuestion();
  expect(data.question).toMatchObject({ uuid_hash: asked.uuid_hash, answers_count: 0 });
});
