import type { TutorialStatus } from "@toibako/contract/onboarding.ts";
import { type Db, statement } from "#platform/db.ts";

const read = statement<{ tutorial_status: TutorialStatus }>(
  "select tutorial_status from users where pk = $1",
);

export async function readTutorialStatus(db: Db, user_pk: number): Promise<TutorialStatus> {
  return (await read(db, user_pk))[0]?.tutorial_status ?? "not_started";
}
