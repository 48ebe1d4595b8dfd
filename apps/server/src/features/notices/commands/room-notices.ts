import type { Db } from "#platform/database/db.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { publishCounts } from "#platform/events/events.ts";
import type { Services } from "#platform/services.ts";
import { findRepliedMember, lockMark } from "../../rooms/queries/replies.ts";
import { type NewNotice, removeNotices } from "../commands.ts";
import { formatRoomPath } from "../policy.ts";
import { publishNotice, storeNotice } from "./send-notices.ts";

// One notice for each room, of replies to the account only. It follows the room as the notice of a talk follows the talk.
const kind = "new_talk_message" as const;

/** A member of a room to whom somebody has replied, or has taken back a reply. */
export interface RepliedMember {
  room_uuid: string;
  member_number: number;
}

/** Stores, renews or deletes the notice of the replies to a member of a room. */
export async function updateRoomNotice(
  services: Services,
  { room_uuid, member_number }: RepliedMember,
): Promise<void> {
  const lock = (db: Db) => lockMark(db, { uuid: room_uuid, number: member_number });
  // Without the lock, the member could read the reply, leave or mute the room after the reply was found unread and before
  // its notice is stored.
  const changed = await lockThen(services.db, lock, async (db) => {
    const member = await findRepliedMember(db, room_uuid, member_number);
    if (!member) return undefined;
    const { user_pk, unread_number, newest_number } = member;
    if (unread_number === null) {
      return (await removeRoomNotice(db, user_pk, room_uuid)) ? { user_pk } : undefined;
    }
    const notice: NewNotice = {
      kind,
      subject: room_uuid,
      count: newest_number ?? unread_number,
      detail: "room_reply",
      urn: formatRoomPath(room_uuid),
    };
    return (await storeNotice(db, services, user_pk, notice)) ? { user_pk, notice } : undefined;
  });
  if (changed?.notice) publishNotice(services, changed.user_pk, changed.notice);
  else if (changed) {
    publishCounts(services, services.secrets.deriveAccountIdentity(changed.user_pk));
  }
}

/** Deletes the notice of replies to an account in a room; returns whether there was one. */
export const removeRoomNotice = (db: Db, user_pk: number, room_uuid: string): Promise<boolean> =>
  removeNotices(db, user_pk, kind, [room_uuid]);
