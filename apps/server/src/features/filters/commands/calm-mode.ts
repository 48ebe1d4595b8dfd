import type { CalmDuration } from "@toibako/contract/filters.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";

const intervals: Record<CalmDuration, string> = {
  day: "1 day",
  week: "7 days",
  open_ended: "infinity",
};

const updateCalmUntil = statement(
  "filters.updateCalmUntil",
  `
  update users set calm_until = case when :duration = 'infinity' then 'infinity'::timestamptz
    else now() + (:duration::text)::interval end
  where pk = :user_pk`,
);

const clearCalmUntil = statement(
  "filters.clearCalmUntil",
  "update users set calm_until = null where pk = :user_pk",
);

/** Switches calm mode on from now for `duration`, or off if it is null. */
export async function setCalmMode(
  db: Db,
  user_pk: number,
  duration: CalmDuration | null,
): Promise<void> {
  if (duration === null) await clearCalmUntil(db, { user_pk });
  else await updateCalmUntil(db, { user_pk, duration: intervals[duration] });
}
