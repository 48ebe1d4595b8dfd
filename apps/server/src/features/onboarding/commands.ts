import type { TutorialStatus } from "@toibako/contract/onboarding.ts";
import { type Db, statement } from "#platform/db.ts";

const update = statement("update users set tutorial_status = $2 where pk = $1");

export async function setTutorialStatus(
  db: Db,
  user_pk: number,
  tutorial_status: TutorialStatus,
): Promise<void> {
  await update(db, user_pk, tutorial_status);
}
