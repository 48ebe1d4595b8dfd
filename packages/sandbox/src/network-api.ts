import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import type { Provider, Token } from "oidc-provider";
import { people, personOf, pictureOf, type SandboxPerson } from "./people.ts";

export interface Post {
  network: string;
  /** Whose it is. */
  subject: string;
  text: string;
}

/** A network as its calls see it. */
export interface Api {
  /** Its address. */
  issuer: string;
  network: string;
  posts: Post[];
  refusal: { status?: number };
}

type Answer = [status: number, body: object];

const followersPerPage = 2;
const unauthorized: Answer = [401, { title: "Unauthorized", status: 401 }];
const forbidden: Answer = [403, { title: "Forbidden", status: 403 }];
const nowhere: Answer = [404, { title: "Not Found", status: 404 }];

/** The pictures, and the calls of X's API that the site makes; false for any other address. */
export async function answerApi(
  provider: Provider,
  api: Api,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const url = new URL(request.url ?? "", api.issuer);
  const path = url.pathname.slice(api.network.length + 1);
  if (path.startsWith("/pictures/")) return sendPicture(path, response);
  if (!path.startsWith("/2/")) return false;
  const bearer = request.headers.authorization?.replace(/^Bearer /i, "") ?? "";
  const token = await provider.AccessToken.find(bearer);
  const [status, body] = token
    ? await answer(api, token, path, url.searchParams, request)
    : unauthorized;
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
  return true;
}

function sendPicture(path: string, response: ServerResponse): true {
  const person = personOf(path.replace(/^\/pictures\/|\.svg$/g, ""));
  response.writeHead(person ? 200 : 404, { "content-type": "image/svg+xml" });
  response.end(person && pictureOf(person));
  return true;
}

async function answer(
  api: Api,
  token: Token,
  path: string,
  query: URLSearchParams,
  request: IncomingMessage,
): Promise<Answer> {
  if (path === "/2/tweets" && request.method === "POST") {
    const { text } = (await json(request)) as { text: string };
    return post(api, token, text);
  }
  if (path === "/2/users/me") {
    const person = personOf(token.accountId);
    return person ? [200, { data: asUser(api, person) }] : nowhere;
  }
  if (/^\/2\/users\/\d+\/followers$/.test(path)) return followersOf(api, token, query);
  return nowhere;
}

/** As X, takes the same words of the same person once. */
function post({ network, posts, refusal }: Api, token: Token, text: string): Answer {
  if (refusal.status) return [refusal.status, { status: refusal.status }];
  if (!token.scopes.has("tweet.write")) return forbidden;
  const { accountId: subject } = token;
  if (posts.some((earlier) => earlier.subject === subject && earlier.text === text)) {
    const detail = "You are not allowed to create a Tweet with duplicate content.";
    return [403, { title: "Forbidden", detail, status: 403 }];
  }
  posts.push({ network, subject, text });
  return [201, { data: { id: String(posts.length), text } }];
}

/** Everybody follows everybody. */
function followersOf(api: Api, token: Token, query: URLSearchParams): Answer {
  if (!token.scopes.has("follows.read")) return forbidden;
  const others = people.filter(({ subject }) => subject !== token.accountId);
  const from = Number(query.get("pagination_token") ?? 0);
  const next = from + followersPerPage;
  const data = others.slice(from, next).map((person) => asUser(api, person));
  const more = next < others.length ? { next_token: String(next) } : {};
  return [200, { data, meta: { result_count: data.length, ...more } }];
}

function asUser({ issuer }: Api, person: SandboxPerson) {
  return {
    id: person.subject,
    username: person.nickname,
    name: person.name,
    description: person.introduction,
    profile_image_url: `${issuer}/pictures/${person.subject}.svg`,
  };
}
