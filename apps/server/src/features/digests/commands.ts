import type { Locale } from "@toibako/contract/locales.ts";
import { statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import { composeLetter, type Letter } from "#platform/mail/letter.ts";
import type { SendMail } from "#platform/mail/transport.ts";
import type { Services } from "#platform/services.ts";
import { type TextKey, translate } from "#platform/texts/texts.ts";
import { sendDigestJob } from "./job-definitions.ts";
import {
  createUnsubscribeToken,
  type DueDigest,
  findDueDigest,
  findPeriod,
  isEmpty,
  type News,
  readUnsubscribeToken,
  sealRecipient,
  unsealRecipient,
} from "./policy.ts";
import {
  countNews,
  findSubscriber,
  listDueAccounts,
  listTimeZones,
  subscriberCondition,
} from "./queries.ts";

/** Maximum number of jobs that one statement enqueues. */
const batchSize = 1_000;

// Sealed texts begin with random bytes, so the order of the jobs reveals nothing about the accounts. The cast
// of `:day` to text makes it a string parameter.
const enqueueDigests = statement(
  "digests.enqueue",
  `
  with updated_users as (
    update users u set digest_on = :day::text::date, digest_until_hour = greatest(u.digest_until_hour, :end)
    from unnest(:user_pks::bigint[], :sealed_recipients::text[]) as due (user_pk, sealed_recipient)
    where u.pk = due.user_pk and ${subscriberCondition} and u.digest_on is distinct from :day::text::date
    returning due.sealed_recipient
  ), shuffled_users as (
    select sealed_recipient from updated_users order by sealed_recipient
  )
  ${enqueueSql([sendDigestJob], "shuffled_users")}`,
);

/**
 * Enqueues the daily mail of the accounts in whose time zone it is due, once for each day, whether or not anything
 * is new for them.
 */
export async function enqueueDueDigests(services: Services, now: Date): Promise<void> {
  for (const time_zone of await listTimeZones(services.db)) {
    const due = findDueDigest(time_zone, now);
    if (due) await enqueueDigestsOfTimeZone(services, time_zone, due);
  }
}

async function enqueueDigestsOfTimeZone(
  { db, secrets }: Services,
  time_zone: string,
  { day, end }: DueDigest,
): Promise<void> {
  let after_pk = 0;
  while (true) {
    const accounts = await listDueAccounts(db, { time_zone, day, after_pk, limit: batchSize });
    const last = accounts.at(-1);
    if (last === undefined) return;
    await enqueueDigests(db, {
      day,
      end,
      user_pks: accounts.map(({ pk }) => pk),
      sealed_recipients: accounts.map(({ pk, digest_until_hour }) =>
        sealRecipient(secrets, pk, findPeriod(end, digest_until_hour)),
      ),
    });
    after_pk = last.pk;
  }
}

// The mark is in the job's row, because it must end with the job, and a table of its own with job and account would
// reveal recipients. pg-boss has no call that changes the data of an active job. Name and id are the primary key.
const markSent = statement(
  "digests.markSent",
  `
  update pgboss.job set data = data || '{"is_sent": true}'
  where name = '${sendDigestJob.name}' and id = :id::text::uuid and data -> 'is_sent' is null
  returning id`,
);

const unmarkSent = statement(
  "digests.unmarkSent",
  `
  update pgboss.job set data = data - 'is_sent'
  where name = '${sendDigestJob.name}' and id = :id::text::uuid`,
);

/**
 * Mails an account what is new; does nothing if nothing is new or the account has unsubscribed. The job, found by its
 * id, is marked as sent before the mail is sent, so that a retry after a crash sends no second mail.
 */
export async function sendDigest(
  services: Services,
  send: SendMail,
  { id, sealed_recipient }: { id: string; sealed_recipient: string },
): Promise<void> {
  const { db, secrets, config } = services;
  const unsealed = unsealRecipient(secrets, sealed_recipient);
  const subscriber = unsealed && (await findSubscriber(db, unsealed.user_pk));
  if (!subscriber) return;
  const { user_pk, period } = unsealed;
  const news = await countNews(services, user_pk, period);
  if (isEmpty(news)) return;
  const { public_url } = config;
  const token = createUnsubscribeToken(secrets, user_pk);
  const unsubscribe_url = `${public_url}/${subscriber.locale}/acc/unsubscriptions/${token}`;
  const letter = writeDigest(subscriber, news, unsubscribe_url, public_url);
  const marked = await markSent(db, { id });
  if (marked.length === 0) return;
  try {
    await send({
      to: subscriber.confirmed_email,
      unsubscribe_url,
      ...composeLetter(letter, public_url),
    });
  } catch (error) {
    await unmarkSent(db, { id });
    throw error;
  }
}

interface Recipient {
  account: string;
  locale: Locale;
}

/** Writes the letter that says how many things are new. It contains no text of a question and no name of a person. */
export function writeDigest(
  { account, locale }: Recipient,
  news: News,
  unsubscribe_url: string,
  public_url: string,
): Letter {
  const formatText = (key: TextKey, count = 0) => translate(locale, key, { account, count });
  const lines = (Object.entries(news) as [keyof News, number][])
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => ({
      label: formatText(`mail_digest_${kind}`),
      value: formatText(kind === "followers" ? "mail_digest_people" : "mail_digest_things", count),
    }));
  return {
    locale,
    subject: formatText("mail_digest_subject"),
    paragraphs: [formatText("mail_digest_text")],
    lines,
    // This page tells the reader if another account is active in the browser, and then leads to the notices.
    button: {
      label: formatText("mail_digest_button"),
      url: `${public_url}/${locale}/me/push?account=${account}&kind=notice`,
    },
    reason: formatText("mail_digest_reason"),
    unsubscribe: { label: formatText("mail_digest_unsubscribe"), url: unsubscribe_url },
  };
}

const endDigests = statement(
  "digests.end",
  "update users set is_send_email = false where pk = :user_pk and destroyed_at is null returning pk",
);

/** Turns off the daily mail of the account that an unsubscribe link names; throws `not_found` for a forged link. */
export async function endDigestsByLink({ db, secrets }: Services, token: string): Promise<void> {
  const user_pk = readUnsubscribeToken(secrets, token);
  const ended = user_pk === undefined ? [] : await endDigests(db, { user_pk });
  if (ended.length === 0) throw new Failure("not_found");
}
