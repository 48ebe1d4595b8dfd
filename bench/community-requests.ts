import type { Request } from "autocannon";
import { Client } from "pg";
import { firstCommunities } from "../apps/server/src/features/communities/first-communities.ts";
import { connections } from "./load.ts";
import { createAccountHeaders, signedInCount } from "./people.ts";
import { pageHeaders } from "./requests.ts";

interface Ids {
  id: string;
  category_id: string;
}

const formatPath = ({ category_id, id }: Ids) => `communities/${category_id}/${id}`;
/** The community whose questions the data set fills. */
const filledPath = formatPath(firstCommunities[0] as Ids);

// 999 and the number of accounts have no common divisor. So the n-th request can take question n % 999 and account
// n % 400, and every pair of a question and an account occurs before one is repeated.
const questionCount = 999;

/** Reads the ids of some questions to the filled community. */
export async function drawQuestions(database: string): Promise<string[]> {
  const client = new Client({ connectionString: database });
  await client.connect();
  try {
    const { rows } = await client.query<[string]>({
      text: `
        select q.uuid_hash
        from communities c
        join community_questions listed on listed.community_pk = c.pk
        join questions q on q.pk = listed.question_pk
        where c.id = $1
        order by md5(q.uuid_hash) limit ${questionCount}`,
      values: [firstCommunities[0]?.id],
      rowMode: "array",
    });
    return rows.flat();
  } finally {
    await client.end();
  }
}

const accounts = Array.from({ length: signedInCount }, (_, n) => createAccountHeaders(n + 1));
const chooseAccount = (n: number) => accounts[n % accounts.length];
const createJsonHeaders = (n: number) => ({
  ...chooseAccount(n),
  "content-type": "application/json",
});

/** Interleaves two lists so that each connection sends requests of both by turns. */
function alternate(first: Request[], second: Request[]): Request[] {
  return first.flatMap((_, n) =>
    n % connections === 0
      ? [...first.slice(n, n + connections), ...second.slice(n, n + connections)]
      : [],
  );
}

/** Each account joins a community and leaves it. */
export function createMembershipRequests(): Request[] {
  const create = (method: "POST" | "DELETE") =>
    accounts.map((headers, n): Request => {
      const community = firstCommunities[n % firstCommunities.length] as Ids;
      return { method, path: `/api/v2/me/${formatPath(community)}/users`, headers };
    });
  return alternate(create("POST"), create("DELETE"));
}

/** Each account asks two questions. Successive requests go to different communities. */
export function createAskRequests(): Request[] {
  const body = JSON.stringify({
    body: "最近いちばん役に立った道具は何ですか？　理由も知りたいです。",
  });
  return Array.from({ length: accounts.length * 2 }, (_, n) => {
    const community = firstCommunities[n % firstCommunities.length] as Ids;
    return {
      method: "POST",
      path: `/api/v2/${formatPath(community)}/items`,
      headers: createJsonHeaders(n),
      body,
    };
  });
}

/** Each request answers a question with an account that has not answered it before. */
export function createAnswerRequests(questions: readonly string[]): Request[] {
  const body = JSON.stringify({ body: "小さな鋏です。どこへ行くときも持っていきます。" });
  let sent = 0;
  return Array.from({ length: connections }, () => ({
    method: "POST",
    path: "/",
    setupRequest: (sending) => {
      const n = sent++;
      const path = `/api/v2/me/${filledPath}/items/${questions[n % questions.length]}/answers`;
      return { ...sending, path, headers: createJsonHeaders(n), body };
    },
  }));
}

const repeat = (path: string): Request[] => Array.from({ length: connections }, () => ({ path }));

export const createCommunityListRequests = () => repeat("/api/v2/communities");
export const createQuestionListRequests = (page: number) =>
  repeat(`/api/v2/${filledPath}/items?page=${page}`);
/** Like `createQuestionListRequests`, but for questions in all languages. */
export const createAllLanguagesListRequests = (page: number) =>
  repeat(`/api/v2/${filledPath}/items?page=${page}&all_languages=true`);
export const createFeaturedRequests = () => repeat(`/api/v2/${filledPath}/recommended/items`);

/** A question and its answers, one after the other. */
export function createQuestionRequests(questions: readonly string[]): Request[] {
  const paths = questions.map((uuid) => `/api/v2/${filledPath}/items/${uuid}`);
  return alternate(
    paths.map((path) => ({ path })),
    paths.map((path) => ({ path: `${path}/answers` })),
  );
}

const formatPagePath = ({ category_id, id }: Ids) =>
  `/ja/communities/${id}/categories/${category_id}`;

/**
 * Requests a page of each community, without cookies: the page with its featured questions, or the one
 * with all its questions (`/items`).
 */
export function createCommunityPageRequests(list: "" | "/items"): Request[] {
  return firstCommunities.map((community) => ({
    path: `${formatPagePath(community)}${list}`,
    headers: pageHeaders,
  }));
}

/** Requests the pages of a few questions of the filled community, without cookies. */
export function createQuestionPageRequests(questions: readonly string[]): Request[] {
  const items = `${formatPagePath(firstCommunities[0] as Ids)}/items`;
  return questions
    .slice(0, firstCommunities.length)
    .map((uuid) => ({ path: `${items}/${uuid}`, headers: pageHeaders }));
}
