import { randomUUID } from "node:crypto";
import type { Request } from "autocannon";
import { Client } from "pg";
import { connections } from "./load.ts";
import { createAccountHeaders, createVisitorHeaders, signedInCount } from "./people.ts";

/** The accounts and answers to which the requests of a load are sent. */
export interface RequestTargets {
  accounts: string[];
  answers: string[];
  /** Accounts whose list of answers has `deepPage` pages. */
  deepAccounts: string[];
}

/** A page far from the first. The longest lists of every data set have it. */
export const deepPage = 40;
const answersPerPage = 3;

/** Maximum number of accounts, and of answers, to which requests are sent. */
const maxRows = 1000;
/** The number of visitors that send requests. */
const visitorCount = 1000;

/** Selects accounts with a full first page, and answers of accounts without a session. */
export async function selectTargets(database: string): Promise<RequestTargets> {
  const client = new Client({ connectionString: database });
  await client.connect();
  const readColumn = async (text: string): Promise<string[]> => {
    const { rows } = await client.query<[string]>({ text, rowMode: "array" });
    return rows.flat();
  };
  try {
    return {
      accounts: await readColumn(
        `select account from users where answers_count >= ${answersPerPage} order by md5(account) limit ${maxRows}`,
      ),
      answers: await readColumn(
        `select id from answers where answerer_pk > ${signedInCount} order by md5(id) limit ${maxRows}`,
      ),
      deepAccounts: await readColumn(
        `select account from users where answers_count >= ${deepPage * answersPerPage}
         order by md5(account) limit 2`,
      ),
    };
  } finally {
    await client.end();
  }
}

/** Requests the first page of each account's list of answers. */
export function createListRequests({ accounts }: RequestTargets): Request[] {
  return accounts.map((account) => ({ path: `/api/v2/items/?account=${account}&page=1` }));
}

/** Requests a page far from the first, of few accounts. */
export function createDeepListRequests({ deepAccounts }: RequestTargets): Request[] {
  return Array.from({ length: connections }, (_, n) => ({
    path: `/api/v2/items/?account=${deepAccounts[n % deepAccounts.length]}&page=${deepPage}`,
  }));
}

/** Requests the first page of people's own inboxes. */
export function createInboxRequests(): Request[] {
  return Array.from({ length: signedInCount }, (_, n) => ({
    path: "/api/v2/me/items/received?page=1",
    headers: asSignedInAccount(n),
  }));
}

/** Returns the headers of the n-th request of a load. */
export type CreateHeaders = (n: number) => Record<string, string>;

export const asSignedInAccount: CreateHeaders = (n) =>
  createAccountHeaders(1 + (n % signedInCount));
export const asReturningVisitor: CreateHeaders = (n) =>
  createVisitorHeaders(`visitor ${n % visitorCount}`);

export function createAskRequests({ accounts }: RequestTargets, from: CreateHeaders): Request[] {
  const body = "最近いちばん笑ったことは何ですか？　思い出したときに、こっそり教えてください。";
  return accounts.map((account, n) =>
    createPostRequest("/api/v2/questions", from(n), { account, body, locale: "ja" }),
  );
}

/** Adds a new idempotency key to each request whenever it is sent. */
export function addIdempotencyKeys(requests: Request[]): Request[] {
  return requests.map((request) => ({
    ...request,
    setupRequest: (sent) => ({
      ...sent,
      headers: { ...request.headers, "idempotency-key": randomUUID() },
    }),
  }));
}

export function createLikeRequests({ answers }: RequestTargets, from: CreateHeaders): Request[] {
  return answers.map((answer_id, n) =>
    createPostRequest("/api/v1/answer_likes/toggle", from(n), { answer_id }),
  );
}

function createPostRequest(path: string, headers: Record<string, string>, body: object): Request {
  const jsonHeaders = { ...headers, "content-type": "application/json" };
  return { method: "POST", path, headers: jsonHeaders, body: JSON.stringify(body) };
}

/** The headers with which a current browser requests a page. */
const pageHeaders = { accept: "text/html", "accept-encoding": "gzip, deflate, br, zstd" };

/** Requests profile pages; without `from` as somebody without cookies. */
export function createProfilePageRequests(
  { accounts }: RequestTargets,
  from: CreateHeaders = () => ({}),
  count = 100,
): Request[] {
  return accounts.slice(0, count).map((account, n) => ({
    path: `/ja/${account}`,
    headers: { ...pageHeaders, ...from(n) },
  }));
}
