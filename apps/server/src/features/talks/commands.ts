import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { publishTalk } from "./commands/messages.ts";
import { findOwnTalk } from "./queries/talk.ts";

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
  const { conversation_pk, own_number: number } = await findOwnTalk(services, viewer, uuid);
  await updateParticipant(services.db, {
    conversation_pk,
    number,
    is_muted: is_muted ?? null,
    is_ended: is_ended ?? null,
  });
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
  const { conversation_pk, is_starter } = await findOwnTalk(services, viewer, uuid);
  if (!is_starter) throw new Failure("forbidden");
  await updateStarter(services.db, { conversation_pk, user_pk: viewer.user.pk });
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
  if (!is_starter) await updateHeld(services.db, { conversation_pk });
}

const removeMessages = statement(
  "talks.remove",
  `
  update participants set removed_number = conversations.last_number, read_number = conversations.last_number
  from conversations
  where conversations.pk = :conversation_pk and conversation_pk = conversations.pk and number = :number`,
);

/** Removes a talk from the caller's list, with its messages until now. */
export async function removeFromList(
  services: Services,
  viewer: SignedIn,
  uuid: string,
): Promise<void> {
  const { conversation_pk, own_number: number } = await findOwnTalk(services, viewer, uuid);
  await removeMessages(services.db, { conversation_pk, number });
}

const updateTerms = statement(
  "talks.acceptTerms",
  "update users set is_message_tos_showed = true where pk = :user_pk",
);

export async function acceptTerms(db: Db, user_pk: number): Promise<void> {
  await updateTerms(db, { user_pk });
}
