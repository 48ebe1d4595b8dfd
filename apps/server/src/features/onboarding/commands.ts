import type { TutorialStatus } from "@toibako/contract/onboarding.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";

const updateTutorialStatus = statement(
  "onboarding.updateTutorialStatus",
  "update users set tutorial_status = :tutorial_status where pk = :user_pk",
);

export async function setTutorialStatus(
  db: Db,
  user_pk: number,
  tutorial_status: TutorialStatus,
): Promise<void> {
  await updateTutorialStatus(db, { user_pk, tutorial_status });
}
