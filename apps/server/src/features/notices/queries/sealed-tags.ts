import { statement } from "#platform/database/statement.ts";
import type { Viewer } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { listAnsweredQuestions } from "../../outbox/queries/answers.ts";
import { findStartedTalks } from "../../talks/queries/started-talks.ts";
import { formatDaySubject } from "../policy.ts";

type NoticeServices = Pick<Services, "db" | "secrets" | "sent_counts">;

/**
 * Lists the tags of the notices of an account that have no owner: about answers to what it has asked, and about messages
 * in talks that it has started.
 */
export async function listSealedTags(
  services: NoticeServices,
  viewer: Viewer,
  identity: Buffer,
): Promise<Buffer[]> {
  const [ofAnswers, ofTalks] = await Promise.all([
    listAnswerTags(services, viewer, identity),
    listTalkTags(services, identity),
  ]);
  return [...ofAnswers, ...ofTalks];
}

async function listAnswerTags(
  services: NoticeServices,
  viewer: Viewer,
  identity: Buffer,
): Promise<Buffer[]> {
  const { db, secrets } = services;
  const answered = await listAnsweredQuestions(db, services, viewer);
  return answered.flatMap(({ uuid_hash, days }) =>
    days === null
      ? [secrets.deriveNoticeTag(identity, "new_answer", uuid_hash)]
      : days.map((day) =>
          secrets.deriveNoticeTag(
            identity,
            "new_answer_to_community_question",
            formatDaySubject(uuid_hash, day),
          ),
        ),
  );
}

const selectTalkIds = statement(
  "notices.selectTalkIds",
  "select uuid from conversations where pk = any(:conversation_pks::bigint[])",
);

async function listTalkTags(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  identity: Buffer,
): Promise<Buffer[]> {
  const { conversation_pks } = await findStartedTalks(db, secrets, identity);
  if (conversation_pks.length === 0) return [];
  const talks = await selectTalkIds(db, { conversation_pks });
  return talks.map(({ uuid }) => secrets.deriveNoticeTag(identity, "new_talk_message", uuid));
}
