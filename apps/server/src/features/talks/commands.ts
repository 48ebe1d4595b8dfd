import { emptyTalkHours } from "@toibako/contract/talks.ts";
import { deleteBatchSql, repeatBatches } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { publishCounts } from "#platform/events/events.ts";
import { Failure } from "#platform/http/failure.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { removeTalkNotice } from "../notices/commands/talk-notices.ts";
import { changeTalk, publishTalk, requireReceiving } from "./commands/messages.ts";
import { findOwnTalk, type OwnTalk } from "./queries/talk.ts";

const updateParticipant = statement(
  "talks.updateParticipant",
  `
  update participants set is_muted = coalesce(:is_muted?, is_muted), is_ended = coalesce(:is_ended?, is_ended)
  where conversation_pk = :conversation_pk and number = :number`,
);

/** Mutes a talk or ends it for the caller. */
export async function changeParticipant(
  services: Services,
  viewer: SignedIn,
  uuid: string,
  { is_muted, is_ended }: { is_muted?: boolean; is_ended?: boolean },
): Promise<void> {
  // A job that stores a notice waits for the lock, or is over before it.
  const talk = await changeTalk(services, viewer, uuid, async (db, talk) => {
    const { conversation_pk, own_number: number } = talk;
    await updateParticipant(db, {
      conversation_pk,
      number,
      is_muted: is_muted ?? null,
      is_ended: is_ended ?? null,
    });
    return talk;
  });
  if (is_muted || is_ended) await clearNotice(services, viewer, talk);
  else publishCounts(services, viewer.identity);
}

/** Deletes the notice of a talk of which the caller wants none any more, and publishes their counts. */
export async function clearNotice(
  services: Services,
  viewer: SignedIn,
  talk: Pick<OwnTalk, "uuid" | "is_starter">,
): Promise<void> {
  await removeTalkNotice(services, viewer, talk);
  publishCounts(services, viewer.identity);
}

// Showing oneself is a change that the receiver sees.
const updateStarter = statement(
  "talks.showStarter",
  `
  with shown_talk as (
    update talks set is_starter_shown = true
    where conversation_pk = :conversation_pk and not is_starter_shown
    returning conversation_pk
  ), shown_participant as (
    update participants set user_pk = :user_pk from shown_talk
    where participants.conversation_pk = shown_talk.conversation_pk and number = 1
  )
  update conversations set last_change = last_change + 1 from shown_talk
  where pk = shown_talk.conversation_pk`,
);

/** Shows the receiver of a talk who started it; only the starter may. */
export async function showStarterOf(
  services: Services,
  viewer: SignedIn,
  uuid: string,
): Promise<void> {
  await changeTalk(services, viewer, uuid, async (db, talk) => {
    const { conversation_pk, is_starter } = talk;
    if (!is_starter) throw new Failure("forbidden");
    await requireReceiving({ ...services, db }, viewer, talk);
    await updateStarter(db, { conversation_pk, user_pk: viewer.user.pk });
  });
  publishTalk(services, viewer, await findOwnTalk(services, viewer, uuid));
}

const updateHeld = statement(
  "talks.release",
  "update talks set is_held = false where conversation_pk = :conversation_pk",
);

/** Takes a talk that waits into its receiver's list. */
export async function release(services: Services, viewer: SignedIn, uuid: string): Promise<void> {
  const { conversation_pk, is_starter } = await findOwnTalk(services, viewer, uuid);
  // For its starter, no talk waits.
  if (is_starter) return;
  await updateHeld(services.db, { conversation_pk });
  publishCounts(services, viewer.identity);
}

// `read_number` stays, because the partner sees it: they don't learn that their messages were removed.
const removeMessages = statement(
  "talks.remove",
  `
  update participants set removed_number = conversations.last_number
  from conversations
  where conversations.pk = :conversation_pk and conversation_pk = conversations.pk and number = :number`,
);

/** Removes a talk from the caller's list, with its messages until now. */
export async function removeFromList(
  services: Services,
  viewer: SignedIn,
  uuid: string,
): Promise<void> {
  const talk = await changeTalk(services, viewer, uuid, async (db, talk) => {
    const { conversation_pk, own_number: number } = talk;
    await removeMessages(db, { conversation_pk, number });
    return talk;
  });
  await clearNotice(services, viewer, talk);
}

const updateTerms = statement(
  "talks.acceptTerms",
  "update users set is_message_tos_showed = true where pk = :user_pk",
);

export async function acceptTerms(db: Db, user_pk: number): Promise<void> {
  await updateTerms(db, { user_pk });
}

// A message that is posted meanwhile locks the conversation, so that its talk is skipped or no longer meets the
// condition. The row of the tag stays, see `started_talks`. As long as a talk is empty, `last_posted_minute` is the hour
// of its start, so it lies up to an hour before the start.
const deleteEmpty = statement(
  "talks.deleteEmpty",
  deleteBatchSql(
    "conversations",
    "pk",
    `last_number = 0 and last_posted_minute < now() - interval '${emptyTalkHours + 1} hours'
      and pk in (select conversation_pk from talks where arrived_minute is null)`,
  ),
);

/** Deletes the talks in which nobody has written for `emptyTalkHours`. */
export async function deleteEmptyTalks(db: Db): Promise<void> {
  await repeatBatches(() => deleteEmpty(db, {}));
}
