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
  select talk_reports.talk_uuid as uuid, talk_reports.mode, talk_reports.reason, talk_reports.note,
    talk_reports.reported_hour
  from talk_reports
  where (
      (reporter_number = ${receiverNumber} and receiver_pk = :user_pk)
      or (reporter_number = ${starterNumber} and conversation_pk = any(:started_pks::bigint[]))
    ) and (:uuid?::text is null or talk_uuid = :uuid?)
  order by reported_hour desc, pk desc limit ${maxListed}`,
);

type ReportServices = Pick<Services, "db" | "secrets">;
type Reporter = Pick<SignedIn, "user" | "identity">;

async function findReports(
  { db, secrets }: ReportServices,
  { user, identity }: Reporter,
  uuid: string | undefined,
) {
  const { conversation_pks: started_pks } = await findStartedTalks(db, secrets, identity);
  return selectReports(db, { user_pk: user.pk, started_pks, uuid: uuid ?? null });
}

/** Lists the caller's reports of talks, newest first; with `uuid`, of this talk only. */
export async function listReports(
  services: ReportServices,
  viewer: Reporter,
  uuid: string | undefined,
  locale: Locale,
) {
  const reader = createDateReader(locale, viewer.user);
  return (await findReports(services, viewer, uuid)).map((report) => ({
    uuid: report.uuid,
    mode: report.mode,
    reported_hour: report.reported_hour.toISOString(),
    formatted_date_time: formatDate("hour", report.reported_hour, reader),
  }));
}

/** Lists what an account has written in its reports of talks, newest first. */
export async function listWrittenReports(services: ReportServices, viewer: Reporter) {
  return (await findReports(services, viewer, undefined)).map(
    ({ mode, reason, note, reported_hour }) => ({
      mode,
      reason,
      note,
      reported_hour: reported_hour.toISOString(),
    }),
  );
}
