import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import type { Provider } from "oidc-provider";
import { drawPicture, type SandboxPerson } from "./people.ts";

export interface Post {
  provider: string;
  /** The id of the person who posted it. */
  subject: string;
  text: string;
}

/** The state of a provider that its API needs. */
export interface ProviderState {
  /** Its address. */
  issuer: string;
  name: string;
  people: readonly SandboxPerson[];
  posts: Post[];
  /** While `status` is set, posting fails with it. */
  postingFailure: { status?: number };
  followersFailure: FollowersFailure;
  pictureFailure: PictureFailure;
}

/**
 * How the list of followers fails: with `status`, with `garbage` as its content, or with 429 until
 * `reset` (in seconds since 1970) after `remaining` requests. If nothing is set, it doesn't fail.
 */
export interface FollowersFailure {
  status?: number;
  garbage?: unknown;
  rate_limit?: { remaining: number; reset: number };
}

/** If set, pictures, or only that of `subject`, are served with this status, these headers and this body. */
export interface PictureFailure {
  subject?: string;
  reply?: { status: number; headers?: Record<string, string>; body?: Buffer };
}

/** The person in whose name the API is called, and what the token allows. */
interface Caller {
  accountId: string;
  scopes: Set<string>;
}

type ApiReply = [status: number, body: object, headers?: Record<string, string>];

const followersPerPage = 2;
const unauthorized: ApiReply = [401, { title: "Unauthorized", status: 401 }];
const forbidden: ApiReply = [403, { title: "Forbidden", status: 403 }];
const notFound: ApiReply = [404, { title: "Not Found", status: 404 }];

/** Replies to requests for pictures and to the calls of X's API that the site uses, else returns false. */
export async function handleApiRequest(
  server: Provider,
  api: ProviderState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const url = new URL(request.url ?? "", api.issuer);
  const path = url.pathname.slice(api.name.length + 1);
  if (path.startsWith("/pictures/")) return sendPicture(api, path, response);
  if (!path.startsWith("/2/")) return false;
  const bearer = request.headers.authorization?.replace(/^Bearer /i, "") ?? "";
  const caller = findDemoCaller(api, bearer) ?? (await server.AccessToken.find(bearer));
  const [status, body, headers] = caller
    ? await createApiReply(api, caller, path, url.searchParams, request)
    : unauthorized;
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
  return true;
}

function findDemoCaller({ people }: ProviderState, bearer: string): Caller | undefined {
  const person = people.find(({ access_token }) => access_token === bearer);
  return person && { accountId: person.subject, scopes: new Set(["tweet.write", "follows.read"]) };
}

/** Serves pictures in all sizes of X, such as `/pictures/10001_normal.png`. */
function sendPicture(
  { people, pictureFailure }: ProviderState,
  path: string,
  response: ServerResponse,
): true {
  const subject = /^\/pictures\/(\d+)_/.exec(path)?.[1];
  const person = people.find((one) => one.subject === subject);
  const isAffected = [undefined, person?.subject].includes(pictureFailure.subject);
  const reply = isAffected ? pictureFailure.reply : undefined;
  const status = person ? 200 : 404;
  response.writeHead(reply?.status ?? status, { "content-type": "image/png", ...reply?.headers });
  response.end(reply ? reply.body : person && drawPicture(person));
  return true;
}

async function createApiReply(
  api: ProviderState,
  caller: Caller,
  path: string,
  query: URLSearchParams,
  request: IncomingMessage,
): Promise<ApiReply> {
  if (path === "/2/tweets" && request.method === "POST") {
    const { text } = (await json(request)) as { text: string };
    return createPost(api, caller, text);
  }
  if (path === "/2/users/me") {
    const person = api.people.find(({ subject }) => subject === caller.accountId);
    if (!person) return notFound;
    const public_metrics = { followers_count: findFollowers(api, person.subject).length };
    return [200, { data: { ...toApiUser(api, person), public_metrics } }];
  }
  if (/^\/2\/users\/\d+\/followers$/.test(path)) return listFollowers(api, caller, query);
  return notFound;
}

/** Creates a post; like X, refuses a duplicate text of the same person. */
function createPost(
  { name, posts, postingFailure }: ProviderState,
  caller: Caller,
  text: string,
): ApiReply {
  const { status } = postingFailure;
  if (status) return [status, { status }];
  if (!caller.scopes.has("tweet.write")) return forbidden;
  const { accountId: subject } = caller;
  if (posts.some((earlier) => earlier.subject === subject && earlier.text === text)) {
    const detail = "You are not allowed to create a Tweet with duplicate content.";
    return [403, { title: "Forbidden", detail, status: 403 }];
  }
  posts.push({ provider: name, subject, text });
  return [201, { data: { id: String(posts.length), text } }];
}

/** Lists followers; a page may have fewer than `max_results`, as on X. */
function listFollowers(api: ProviderState, caller: Caller, query: URLSearchParams): ApiReply {
  const { status, garbage, rate_limit } = api.followersFailure;
  if (status) return [status, { status }];
  if (rate_limit && rate_limit.remaining < 1) {
    return [429, { status: 429 }, { "x-rate-limit-reset": String(rate_limit.reset) }];
  }
  if (rate_limit) rate_limit.remaining -= 1;
  if (garbage !== undefined) return [200, { data: garbage }];
  const limit = Number(query.get("max_results") ?? 100);
  if (!Number.isInteger(limit) || limit < 1 || limit > 1_000) return [400, { status: 400 }];
  if (!caller.scopes.has("follows.read")) return forbidden;
  const followers = findFollowers(api, caller.accountId);
  const start = Number(query.get("pagination_token") ?? 0);
  const end = start + followersPerPage;
  const data = followers.slice(start, end).map((person) => toApiUser(api, person));
  const nextPage = end < followers.length ? { next_token: String(end) } : {};
  return [200, { data, meta: { result_count: data.length, ...nextPage } }];
}

/** Finds all other people with the same locale. */
function findFollowers({ people }: ProviderState, subject: string): SandboxPerson[] {
  const person = people.find((one) => one.subject === subject);
  return people.filter((other) => other !== person && other.locale === person?.locale);
}

/** The address of a picture in the size that X names in profiles. */
export function formatPictureUrl(issuer: string, { subject }: SandboxPerson): string {
  return `${issuer}/pictures/${subject}_normal.png`;
}

function toApiUser({ issuer }: ProviderState, person: SandboxPerson) {
  return {
    id: person.subject,
    username: person.nickname,
    name: person.name,
    description: person.introduction,
    profile_image_url: formatPictureUrl(issuer, person),
  };
}
