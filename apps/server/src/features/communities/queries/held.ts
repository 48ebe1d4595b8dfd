import type { Locale } from "@toibako/contract/locales.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import type { Viewer } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { listSenderTags } from "../../questions/queries/sender-tags.ts";
import { communityJoin } from "./associated.ts";
import { questionColumns } from "./columns.ts";

/** Only this number of an account's newest questions is searched for held ones. */
const searchedQuestions = 200;

/** SQL expression: the number of listed questions in the hours of the list that satisfy `condition`. */
const buildCountSql = (condition: string) => `(
    select coalesce(sum(hours.questions_count), 0)::int from community_hours hours
    where hours.community_pk = q.community_pk and (:locale?::text is null or hours.locale = :locale?) and ${condition}
  )`;

const selectOwnHeld = statement(
  "communities.selectOwnHeld",
  `
  select ${questionColumns},
    ${buildCountSql("hours.asked_hour > q.asked_hour")} as "newer_count!",
    ${buildCountSql("hours.asked_hour = q.asked_hour")} as "hour_count!"
  from unnest(:tags::bytea[]) as own (tag)
  join sent_questions on sent_questions.tag = own.tag
  join questions q on q.pk = sent_questions.question_pk
  left join community_questions listed on listed.question_pk = q.pk
  ${communityJoin}
  where q.status = 'held' and q.receiver_pk is null and (:locale?::text is null or q.locale = :locale?)`,
);

/** A held question, with the position in its community's list of newest questions at which its sender sees it. */
export type HeldQuestion = Row<"communities.selectOwnHeld"> & { position: number };

/**
 * Lists the held questions that the viewer has asked communities, in one language or, without `locale`, in all, in the
 * order of the lists of newest questions. To their sender, they look like other questions.
 */
export async function listOwnHeld(
  services: Pick<Services, "db" | "secrets" | "sent_counts">,
  viewer: Viewer,
  locale?: Locale,
): Promise<HeldQuestion[]> {
  const { user } = viewer;
  if (!user) return [];
  const tags = (await listSenderTags(services.db, services, viewer)).slice(-searchedQuestions);
  if (tags.length === 0) return [];
  const rows = await selectOwnHeld(services.db, { tags, user_pk: user.pk, locale: locale ?? null });
  return rows
    .map((row) => ({ ...row, position: row.newer_count + choosePosition(row) }))
    .sort((a, b) => a.position - b.position);
}

/** Chooses the position within an hour by the random id, because other questions of an hour are in random order. */
function choosePosition({ uuid_hash, hour_count }: Row<"communities.selectOwnHeld">): number {
  const random = Buffer.from(uuid_hash, "base64url").readUInt32BE(0) / 2 ** 32;
  return Math.floor(random * (hour_count + 1));
}
