import type { Locale } from "@toibako/contract/locales.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import type { SessionUser, SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { createXCaller } from "../accounts/commands/x-api.ts";
import { ProviderUnreachable } from "../accounts/providers/api.ts";
import type { ProviderClients } from "../accounts/providers/client.ts";
import { findCommunity } from "../communities/queries/communities.ts";
import { findOwnRoom, findRoomTitle } from "../rooms/queries/rooms.ts";
import {
  composeAnswerPost,
  composeBoxPost,
  composeCommunityPost,
  composeRoomPost,
  findSharedAnswer,
} from "./queries.ts";

/**
 * `not_linked`: the account has not linked X. `refused`: X rejected the post, or the account must link X
 * again. `unreachable`: X gave no reply, failed or limited the calls; probably nothing was posted.
 */
export type PostOutcome = "posted" | "not_linked" | "refused" | "unreachable";

/** Posts on X in the name of an account. */
export async function postToTwitter(
  services: Services,
  clients: ProviderClients,
  user_pk: number,
  text: string,
): Promise<PostOutcome> {
  const { twitter } = clients;
  if (!twitter?.api_url || !(await isXLinked(services.db, user_pk))) return "not_linked";
  const call = createXCaller(services, clients, user_pk);
  try {
    const reply = await call("/2/tweets", { text });
    // The account must link X again. The message of `refused` says so; that of `not_linked` would be wrong.
    if (reply === "link_needed") return "refused";
    const { status, body } = reply;
    if (status >= 200 && status < 300) return "posted";
    // X refuses a text that it has posted before. So an earlier attempt has succeeded, although its reply was lost.
    if (status === 403 && String(body.detail).includes("duplicate")) return "posted";
    return status >= 500 || status === 429 ? "unreachable" : "refused";
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error;
    services.log.warn({ err: error }, "X could not be reached");
    return "unreachable";
  }
}

/** Posts the link of the account's box on X. */
export async function shareProfile(
  services: Services,
  clients: ProviderClients,
  { pk, account }: SessionUser,
  locale: Locale,
): Promise<void> {
  const text = composeBoxPost(services.config, { account, locale }, "questions");
  assertPosted(await postToTwitter(services, clients, pk, text));
}

/** Posts an answer of the account on X. */
export async function shareAnswer(
  services: Services,
  clients: ProviderClients,
  { pk, displaying_name }: SessionUser,
  answer_id: string,
  locale: Locale,
): Promise<void> {
  const answer = await findSharedAnswer(services.db, answer_id, pk);
  if (!answer) throw new Failure("not_found");
  const text = composeAnswerPost(services.config, answer, displaying_name, locale);
  assertPosted(await postToTwitter(services, clients, pk, text));
}

interface CommunityIds {
  community_id: string;
  category_id: string;
}

/** Posts on X that an account participates in a community; only its members can. */
export async function shareCommunity(
  services: Services,
  clients: ProviderClients,
  viewer: SignedIn,
  ids: CommunityIds,
  locale: Locale,
): Promise<void> {
  const result = await findCommunity(services.db, viewer, ids, locale);
  if (!result?.community.is_joined) throw new Failure("not_found");
  const text = composeCommunityPost(services.config, result.community, locale);
  assertPosted(await postToTwitter(services, clients, viewer.user.pk, text));
}

/** Posts the link of a room on X; only its members can. */
export async function shareRoom(
  services: Services,
  clients: ProviderClients,
  viewer: SignedIn,
  uuid: string,
  locale: Locale,
): Promise<void> {
  const room = await findOwnRoom(services.db, viewer, uuid, "not_found");
  const title = findRoomTitle(room, locale);
  const text = composeRoomPost(services.config, { uuid, title }, locale);
  assertPosted(await postToTwitter(services, clients, viewer.user.pk, text));
}

/** The error code and the text key of the reply to each failed outcome. */
const failures = {
  not_linked: ["refused", "twitter_link_needed"],
  refused: ["refused", "twitter_refused"],
  unreachable: ["overloaded", "twitter_unreachable"],
} as const;

const retryAfterSeconds = 60;

function createPostFailure(outcome: Exclude<PostOutcome, "posted">): Failure {
  const [code, text_key] = failures[outcome];
  const fields = [{ field: "provider", text_key }];
  return new Failure(code, { fields, retry_after: retryAfterSeconds });
}

/** Throws the failure of an outcome other than "posted". */
export function assertPosted(outcome: PostOutcome): void {
  if (outcome !== "posted") throw createPostFailure(outcome);
}

const hasLinkedXSql = `exists (
  select from identities where identities.user_pk = u.pk and identities.provider = 'twitter')`;

const selectLinked = statement(
  "shares.selectLinked",
  `select u.pk from users u where u.pk = :user_pk and ${hasLinkedXSql}`,
);

async function isXLinked(db: Db, user_pk: number): Promise<boolean> {
  return (await selectLinked(db, { user_pk })).length > 0;
}

// `has_chosen_auto_recruit` says that the setting was chosen; until then the onboarding proposes to switch
// the posts on.
const updateWeeklyQuestionPosts = statement(
  "shares.updateWeeklyQuestionPosts",
  `
  update users u set is_auto_recruit = :is_on, has_chosen_auto_recruit = true
  where u.pk = :user_pk and ${hasLinkedXSql} returning u.pk`,
);
const updateWeeklyMessagePosts = statement(
  "shares.updateWeeklyMessagePosts",
  `
  update users u set is_auto_message_recruit = :is_on
  where u.pk = :user_pk and ${hasLinkedXSql} returning u.pk`,
);

/** Switches weekly posts that ask for questions or for messages on or off; an account must have linked X. */
export async function setWeeklyPosts(
  db: Db,
  user_pk: number,
  subject: "questions" | "messages",
  is_on: boolean,
): Promise<void> {
  const parameters = { user_pk, is_on };
  const updated = await (subject === "questions"
    ? updateWeeklyQuestionPosts(db, parameters)
    : updateWeeklyMessagePosts(db, parameters));
  if (updated.length === 0) throw createPostFailure("not_linked");
}

/** Days between two weekly posts of an account. */
const postIntervalDays = 7;

// Stores the time of a weekly post before the post is made, so that only one of two simultaneous runs makes it. The
// update repeats the condition, because another run may have changed the row in between.
const updateDueWeeklyPost = statement(
  "shares.updateDueWeeklyPost",
  `
  with due_user as (
    select u.pk from users u
    where (u.is_auto_recruit or u.is_auto_message_recruit) and u.left_at is null
      and u.pk > :after_pk
      and (u.recruited_at is null or u.recruited_at <= now() - interval '${postIntervalDays} days')
      and ${hasLinkedXSql}
    order by u.pk limit 1 for update skip locked
  )
  update users u set recruited_at = now() from due_user where u.pk = due_user.pk
    and (u.recruited_at is null or u.recruited_at <= now() - interval '${postIntervalDays} days')
  returning u.pk, u.account, u.locale, u.is_auto_recruit, u.is_auto_message_recruit,
    extract(week from now())::int as "week!"`,
);

/** An account whose weekly post is due; `week` is the calendar week, from 1 to 53. */
export type WeeklyPoster = Row<"shares.updateDueWeeklyPost">;

/** Finds the next account, by key, whose weekly post is due, and stores that the post is made now. */
export async function takeDueWeeklyPost(
  db: Db,
  after_pk: number,
): Promise<WeeklyPoster | undefined> {
  return (await updateDueWeeklyPost(db, { after_pk }))[0];
}

const updatePostponedWeeklyPost = statement(
  "shares.updatePostponedWeeklyPost",
  `update users set recruited_at = now() - interval '${postIntervalDays - 1} days' where pk = :pk`,
);

/** Makes a post due again in a day. If it were due at once, each hourly job would call a provider that is down. */
export async function postponeWeeklyPost(db: Db, pk: number): Promise<void> {
  await updatePostponedWeeklyPost(db, { pk });
}
