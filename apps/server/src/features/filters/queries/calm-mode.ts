import { formatDate } from "@toibako/contract/dates.ts";
import type { CalmMode } from "@toibako/contract/filters.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { createDateReader, floorToHour } from "#platform/dates.ts";
import type { Secrets } from "#platform/identity/secrets.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import { receiverNumber } from "../../talks/policy.ts";

/** The number of recent questions and new talks from which calm mode is suggested lies between these two. */
const minSuggestionThreshold = 15;
const maxSuggestionThreshold = 30;

// `until` is null while calm mode is off or open-ended. Recent questions and talks are those of this hour and
// the one before. Questions of visitors and of accounts count alike, so that a suggestion doesn't tell who sent them.
const selectCalmMode = statement(
  "filters.selectCalmMode",
  `
  select coalesce(calm_until > now(), false) as is_on,
    case when calm_until > now() and calm_until < 'infinity' then calm_until end as until, (
      select count(*)::int from (
        (
          select 1 from unnest(array['unread', 'confirmed', 'hidden', 'held']) as part (status)
          join questions q on q.receiver_pk = users.pk and q.status = part.status
            and q.asked_hour >= :hour::timestamptz - interval '1 hour'
          limit ${maxSuggestionThreshold}
        )
        union all
        (
          select 1 from participants
          join talks on talks.conversation_pk = participants.conversation_pk
            and talks.arrived_minute >= :hour::timestamptz - interval '1 hour'
          where participants.user_pk = users.pk and participants.number = ${receiverNumber}
          limit ${maxSuggestionThreshold}
        )
      ) recent
    ) as "recent_count!"
  from users where pk = :user_pk`,
);

/**
 * Finds whether calm mode is on for an account, and whether it is suggested. The threshold of the suggestion is
 * derived from the secret key, the account and the hour. If receivers knew it, they could send questions to themselves
 * until the suggestion appears, and so count the questions of others.
 */
export async function findCalmMode(
  db: Db,
  secrets: Secrets,
  user: SessionUser,
  locale: Locale,
): Promise<CalmMode> {
  const hour = floorToHour(new Date());
  const [row] = await selectCalmMode(db, { user_pk: user.pk, hour });
  const { is_on = false, until = null, recent_count = 0 } = row ?? {};
  const seedParts = ["calm mode", String(user.pk), hour.toISOString()];
  const threshold = secrets.deriveNumber(
    minSuggestionThreshold,
    maxSuggestionThreshold,
    ...seedParts,
  );
  return {
    is_on,
    until: until?.toISOString() ?? null,
    until__formatted: until && formatDate("nearest_hour", until, createDateReader(locale, user)),
    is_suggested: !is_on && recent_count >= threshold,
  };
}
