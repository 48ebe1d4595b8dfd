import { formatDate } from "@toibako/contract/dates.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { receiverNumber, starterNumber } from "../policy.ts";
import { findStartedTalks } from "./started-talks.ts";

/** Maximum number of reports that are listed. */
const maxListed = 100;

const selectReports = statement(
  "talks.selectReports",
  `
  select talk_reports.talk_uuid as uuid, talk_reports.mode, talk_reports.reported_hour
  from talk_reports
  where (
      (reporter_number = ${receiverNumber} and receiver_pk = :user_pk)
      or (reporter_number = ${starterNumber} and conversation_pk = any(:started_pks::bigint[]))
    ) and (:uuid?::text is null or talk_uuid = :uuid?)
  order by reported_hour desc, pk desc limit ${maxListed}`,
);

/** Lists the caller's reports of talks, newest first; with `uuid`, of this talk only. */
export async function listReports(
  { db, secrets }: Services,
  { user, identity }: SignedIn,
  uuid: string | undefined,
  locale: Locale,
) {
  const { conversation_pks: started_pks } = await findStartedTalks(db, secrets, identity);
  const rows = await selectReports(db, { user_pk: user.pk, started_pks, uuid: uuid ?? null });
  const reader = createDateReader(locale, user);
  return rows.map(({ reported_hour, ...report }) => ({
    ...report,
    reported_hour: reported_hour.toISOString(),
    formatted_date_time: formatDate("hour", reported_hour, reader),
  }));
}
