import { shareRoom, startRoomShare } from "@toibako/contract/rooms.ts";
import { readStored, writeStored } from "#lib/browser/storage.ts";
import { send } from "#lib/http/client.ts";

/** Posts the link of a room from the linked X account. */
export const postRoomLink = (uuid: string) => send(shareRoom, { params: { uuid } });

/** Records that a way to share the room was pressed. Sharing works without it, so a failure changes nothing. */
export const recordRoomShare = (uuid: string): void =>
  void send(startRoomShare, { params: { uuid } }).catch(() => undefined);

/** Key in the local storage. Its value is when sharing a room was last offered, in milliseconds since 1970. */
const offeredAtKey = "room_share_offered_at";
/** Milliseconds between two offers. */
const offerInterval = 24 * 60 * 60 * 1000;

/** Whether this device may offer to share a room, at most once in 24 hours. If so, stores that it does so now. */
export function takeRoomShareOffer(now = Date.now()): boolean {
  const offeredAt = Number(readStored("localStorage", offeredAtKey) ?? Number.NEGATIVE_INFINITY);
  // A time in the future comes from a clock that was wrong.
  if (offeredAt <= now && now - offeredAt < offerInterval) return false;
  writeStored("localStorage", offeredAtKey, String(now));
  return true;
}
