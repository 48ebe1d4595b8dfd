import type { TutorialStatus } from "@toibako/contract/onboarding.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";

const selectTutorialStatus = statement(
  "onboarding.selectTutorialStatus",
  "select tutorial_status from users where pk = :user_pk",
);

export async function readTutorialStatus(db: Db, user_pk: number): Promise<TutorialStatus> {
  return (await selectTutorialStatus(db, { user_pk }))[0]?.tutorial_status ?? "not_started";
}
