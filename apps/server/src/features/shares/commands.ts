import type { Locale } from "@toibako/contract/locales.ts";
import { type Db, statement } from "#platform/db.ts";
import { Failure } from "#platform/failure.ts";
import type { Services } from "#platform/services.ts";
import { actingToken } from "../accounts/commands/tokens.ts";
import { callApi } from "../accounts/networks/api.ts";
import type { Networks } from "../accounts/networks/open.ts";

/**
 * What became of a post: it stands there; there is no link; the network said no; or it did not answer,
 * and nothing was posted as far as it can be known.
 */
export type Outcome = "posted" | "not_linked" | "refused" | "unreachable";

/** Posts in somebody's name on X. */
export async function postToTwitter(
  services: Services,
  networks: Networks,
  user_pk: number,
  text: string,
): Promise<Outcome> {
  const { twitter } = networks;
  if (!twitter || !(await isLinked(services.db, user_pk))) return "not_linked";
  const post = (token: string) => callApi(`${twitter.api_url}/2/tweets`, token, { text });
  try {
    const token = await actingToken(services, networks, user_pk, "twitter");
    if (!token) return "refused";
    let { status, body } = await post(token);
    if (status === 401) {
      const renewed = await actingToken(services, networks, user_pk, "twitter", token);
      if (!renewed) return "refused";
      ({ status, body } = await post(renewed));
    }
    if (status >= 200 && status < 300) return "posted";
    // The same words stand there already: an earlier try got through.
    if (status === 403 && String(body.detail).includes("duplicate")) return "posted";
    return status >= 500 || status === 429 ? "unreachable" : "refused";
  } catch {
    return "unreachable";
  }
}

const problems = {
  not_linked: ["refused", "twitter_link_needed"],
  refused: ["refused", "network_refused"],
  unreachable: ["overloaded", "network_unreachable"],
} as const;

/** Refuses what was not posted, and says why. */
export function expectPosted(outcome: Outcome): void {
  if (outcome === "posted") return;
  const [code, text] = problems[outcome];
  throw new Failure(code, { fields: [{ field: "provider", text }], retry_after: 60 });
}

const linkedSql = `exists (
  select from identities i where i.user_pk = u.pk and i.provider = 'twitter')`;

const linked = statement(`select from users u where u.pk = $1 and ${linkedSql}`);

async function isLinked(db: Db, user_pk: number): Promise<boolean> {
  return (await linked(db, user_pk)).length > 0;
}

const setRecruit = statement(`
  update users u set is_auto_recruit = $2 where u.pk = $1 and ${linkedSql} returning pk`);
const setMessageRecruit = statement(`
  update users u set is_auto_message_recruit = $2 where u.pk = $1 and ${linkedSql} returning pk`);

/** Switches posting by itself; only for who has a network to post to. */
export async function setAutoRecruit(
  db: Db,
  user_pk: number,
  wanted: "questions" | "messages",
  on: boolean,
): Promise<void> {
  const set = wanted === "questions" ? setRecruit : setMessageRecruit;
  if ((await set(db, user_pk, on)).length === 0) expectPosted("not_linked");
}

export interface Recruiter {
  pk: number;
  account: string;
  locale: Locale;
  is_auto_recruit: boolean;
  is_auto_message_recruit: boolean;
  /** Of the calendar, from 1 to 53. */
  week: number;
}

// Whoever is taken here is done for a week, before anything is posted: of two runs one gets them.
const takeDue = statement<Recruiter>(`
  with due as (
    select u.pk from users u
    where (u.is_auto_recruit or u.is_auto_message_recruit) and u.left_at is null and u.pk > $1
      and (u.recruited_at is null or u.recruited_at <= now() - interval '7 days') and ${linkedSql}
    order by u.pk limit 1 for update skip locked
  )
  update users u set recruited_at = now() from due where u.pk = due.pk
    and (u.recruited_at is null or u.recruited_at <= now() - interval '7 days')
  returning u.pk, u.account, u.locale, u.is_auto_recruit, u.is_auto_message_recruit,
    extract(week from now())::int as week`);

/** The next after `after_pk` for whom it is time, taken for this run alone. */
export async function takeRecruiter(db: Db, after_pk: number): Promise<Recruiter | undefined> {
  return (await takeDue(db, after_pk))[0];
}

// A day's pause, so that a network that is down is not asked for everybody again and again.
const giveBack = statement(
  "update users set recruited_at = now() - interval '6 days' where pk = $1",
);

/** Nothing was posted: tomorrow is another try. */
export async function giveBackRecruiter(db: Db, pk: number): Promise<void> {
  await giveBack(db, pk);
}
