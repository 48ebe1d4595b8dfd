import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { lockConversation } from "../../messages/commands.ts";
import { buildEndMembershipSql } from "./membership.ts";

/** Maximum number of memberships that are read at once. */
const batchSize = 200;

const selectMemberships = statement(
  "rooms.selectMembershipsToErase",
  `
  select room_members.conversation_pk, room_members.number, conversations.uuid from room_members
  join conversations on conversations.pk = room_members.conversation_pk
  where room_members.user_pk = :user_pk limit ${batchSize}`,
);

// Messages stay under an empty name.
const eraseMembership = statement(
  "rooms.eraseMembership",
  buildEndMembershipSql(", user_pk = null, display_name = '', name_key = ''"),
);

/**
 * Ends all memberships of a destroyed account, present and former ones: their names, answers and pictures are deleted,
 * and nothing leads to the account any more. A call after a failure erases the rest.
 */
export async function eraseMemberships(db: Db, user_pk: number): Promise<void> {
  let memberships = await selectMemberships(db, { user_pk });
  while (memberships.length > 0) {
    for (const { uuid, ...membership } of memberships) {
      await lockThen(
        db,
        (db) => lockConversation(db, uuid),
        (db) => eraseMembership(db, membership),
      );
    }
    memberships = await selectMemberships(db, { user_pk });
  }
}
