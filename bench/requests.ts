import { randomUUID } from "node:crypto";
import type { Request } from "autocannon";
import { Client } from "pg";
import { asPerson, asVisitor, signedIn } from "./people.ts";

/** Whom and what the load is spread over. */
export interface Spread {
  accounts: string[];
  answers: string[];
}

const many = 1000;
const visitors = 1000;

/** Draws from a set: accounts with a full first page, answers of nobody who is signed in. */
export async function drawSpread(database: string): Promise<Spread> {
  const client = new Client({ connectionString: database });
  await client.connect();
  const column = async (text: string): Promise<string[]> => {
    const { rows } = await client.query<[string]>({ text, rowMode: "array" });
    return rows.flat();
  };
  try {
    return {
      accounts: await column(
        `select account from users where answers_count >= 3 order by md5(account) limit ${many}`,
      ),
      answers: await column(
        `select id from answers where answerer_pk > ${signedIn} order by md5(id) limit ${many}`,
      ),
    };
  } finally {
    await client.end();
  }
}

export function lists({ accounts }: Spread): Request[] {
  return accounts.map((account) => ({ path: `/api/v2/items/?account=${account}&page=1` }));
}

export type Headers = (n: number) => Record<string, string>;

/** The n-th request comes from this person, of those who are signed in. */
export const persons: Headers = (n) => asPerson(1 + (n % signedIn));
export const returning: Headers = (n) => asVisitor(n % visitors);

export function questions({ accounts }: Spread, from: Headers): Request[] {
  return accounts.map((account, n) => {
    const body = "最近いちばん笑ったことは何ですか？　思い出したときに、こっそり教えてください。";
    return post("/api/v2/questions", from(n), { account, body, locale: "ja" });
  });
}

/** Each with a key of its own at every sending. */
export function keyed(requests: Request[]): Request[] {
  return requests.map((request) => ({
    ...request,
    setupRequest: (sent) => ({
      ...sent,
      headers: { ...request.headers, "idempotency-key": randomUUID() },
    }),
  }));
}

export function likes({ answers }: Spread, from: Headers): Request[] {
  return answers.map((answer_id, n) => post("/api/v1/answer_likes/toggle", from(n), { answer_id }));
}

function post(path: string, headers: Record<string, string>, body: object): Request {
  const all = { ...headers, "content-type": "application/json" };
  return { method: "POST", path, headers: all, body: JSON.stringify(body) };
}

/** Profiles as pages; `headers` with a cookie keep caches out. */
export function profiles({ accounts }: Spread, headers: Headers = () => ({})): Request[] {
  return accounts.slice(0, 100).map((account, n) => ({
    path: `/ja/${account}`,
    headers: { accept: "text/html", "accept-encoding": "br", ...headers(n) },
  }));
}
