import {
  postCommunityAnswer,
  postCommunityQuestion,
} from "@toibako/contract/communities/questions.ts";
import {
  getCommunitySuggestions,
  joinCommunity,
  leaveCommunity,
  putCommunitySuggestions,
} from "@toibako/contract/communities.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";

// Kenta asks the questions; the other accounts answer them.
const site = await openSite();
const kenta = await site.registerPerson("kenta");
const books = { community_id: "books", category_id: "culture" };

async function answerNewQuestion(answerer: Browser) {
  const asked = await kenta.send(postCommunityQuestion, {
    params: books,
    body: { body: "本は？" },
  });
  const params = { ...books, uuid: asked.data.uuid_hash };
  const answered = await answerer.send(postCommunityAnswer, { params, body: { body: "詩集" } });
  expect(answered.status).toBe(201);
}

const isDue = async (person: Browser) =>
  (await person.send(getCommunitySuggestions, {})).data.is_due;

test("START-15 communities are suggested once, after the third answer", async () => {
  const yui = await site.registerPerson("yui");
  await answerNewQuestion(yui);
  await answerNewQuestion(yui);
  expect(await isDue(yui)).toBe(false);
  await answerNewQuestion(yui);
  expect(await isDue(yui)).toBe(true);
  expect((await yui.send(putCommunitySuggestions, {})).status).toBe(204);
  expect(await isDue(yui)).toBe(false);
  await answerNewQuestion(yui);
  expect(await isDue(yui)).toBe(false);
});

test("START-15 communities are not suggested to members of a community", async () => {
  const aoi = await site.registerPerson("aoi");
  await aoi.send(joinCommunity, { params: books });
  for (let count = 1; count <= 3; count++) await answerNewQuestion(aoi);
  expect(await isDue(aoi)).toBe(false);
  await aoi.send(leaveCommunity, { params: books });
  expect(await isDue(aoi)).toBe(true);
});
