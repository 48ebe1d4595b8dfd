import { createHash } from "node:crypto";
import { stopDays } from "@toibako/contract/staff/cases.ts";
import { deleteBatchSql, repeatBatches } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { lockThen } from "#platform/database/transaction.ts";
import type { Services } from "#platform/services.ts";
import { listStopTags } from "../../moderation/policy.ts";
import { unsealSenders } from "../../questions/queries/sender.ts";
import { isQuestionCase } from "../policy.ts";
import { findStarterOf } from "./hide-messages.ts";
import { selectContentOfAction } from "./undo.ts";

const insertStop = statement(
  "staff.insertStop",
  `
  insert into stopped_senders (tag, ends_on) values (:tag, current_date + ${stopDays})
  on conflict (tag) do update set ends_on = excluded.ends_on`,
);

const deleteStop = statement("staff.deleteStop", "delete from stopped_senders where tag = :tag");

const lockAction = statement(
  "staff.lockAction",
  "select pk from case_actions where id = :action_id for no key update",
);

const selectUndone = statement(
  "staff.selectWhetherUndone",
  `select undone_at is not null as "is_undone!" from case_actions where id = :action_id`,
);

/** Chooses the tag of a decision, always the same one, so that its job may run twice. */
function chooseTag(tags: readonly Buffer[], action_id: string): Buffer {
  const [first = 0] = createHash("sha256").update(action_id).digest();
  const tag = tags[first % tags.length];
  if (!tag) throw new Error("a sender has no tags");
  return tag;
}

/**
 * Stops the sender of the thing that a decision is about or, if the decision was undone, ends that stop: opens the sealed
 * record in memory, and keeps only a tag and a day. Without a record, such as of a withdrawn question, there is nobody to
 * stop. If several decisions stop a sender, one in eight pairs has the same tag, and undoing one of these ends both.
 */
export async function stopSender(services: Services, action_id: string): Promise<void> {
  const { db, secrets } = services;
  const [content] = await selectContentOfAction(db, { action_id });
  if (!content) return;
  const identity = isQuestionCase(content.kind)
    ? (await unsealSenders(db, secrets, [content.object]))[0]?.identity
    : await findStarterOf(services, content.object);
  if (!identity) return;
  const tag = chooseTag(listStopTags(secrets, [identity]), action_id);
  // The decision may be undone meanwhile, whose job then waits for this one.
  await lockThen(
    db,
    (db) => lockAction(db, { action_id }),
    async (db) => {
      const [action] = await selectUndone(db, { action_id });
      if (action) await (action.is_undone ? deleteStop : insertStop)(db, { tag });
    },
  );
}

const deleteOld = statement(
  "staff.deleteOldStops",
  deleteBatchSql("stopped_senders", "tag", "ends_on <= current_date"),
);

/** Deletes the stops that have ended. */
export async function deleteEndedStops(db: Db): Promise<void> {
  await repeatBatches(() => deleteOld(db, {}));
}
