import { statement } from "#platform/database/statement.ts";
import { type EventBus, publishToOwners } from "#platform/events/events.ts";
import type { Services } from "#platform/services.ts";
import { isTold } from "../policy/members.ts";
import { buildBlockedSql } from "../queries/rooms.ts";

/** Milliseconds after a hint of a room in which changes wait, to be one hint. */
const hintInterval = 50;

/** For each site that runs in this process, the rooms of which a hint was just sent, and whether they changed again. */
const paused = new WeakMap<EventBus, Map<string, boolean>>();

const selectPresent = statement(
  "rooms.selectPresentAccounts",
  `
  select conversations.last_change, room_members.user_pk as "user_pk!",
    ${buildBlockedSql("room_members.user_pk", "conversations.pk")} as "is_blocked!"
  from conversations
  join room_members on room_members.conversation_pk = conversations.pk
  where conversations.uuid = :uuid and not room_members.is_left and room_members.user_pk is not null`,
);

type HintServices = Pick<Services, "db" | "bus" | "secrets" | "log">;

async function sendHint({ db, bus, secrets, log }: HintServices, uuid: string): Promise<void> {
  try {
    const accounts = await selectPresent(db, { uuid });
    const owners = accounts
      .filter(isTold)
      .map(({ user_pk }) => secrets.deriveEventOwner(secrets.deriveAccountIdentity(user_pk)));
    const [room] = accounts;
    if (room) publishToOwners({ bus }, owners, { uuid, last_change: room.last_change });
  } catch (error) {
    // The change is committed. Pages that miss the hint find the change by polling.
    log.warn({ err: error }, "the members of a room could not be told of its change");
  }
}

/**
 * Tells the open pages of all present members who aren't blocked, and nobody else, that a room has changed, after the commit. The first
 * hint is sent at once, those of the next `hintInterval` are one: reading 200 members takes longer than posting. Nobody
 * waits for it.
 */
export function publishRoom(services: HintServices, uuid: string): void {
  const { bus } = services;
  const rooms = paused.get(bus) ?? new Map<string, boolean>();
  paused.set(bus, rooms);
  if (rooms.has(uuid)) {
    rooms.set(uuid, true);
    return;
  }
  rooms.set(uuid, false);
  const resume = () => {
    const hasChanged = rooms.get(uuid);
    rooms.delete(uuid);
    if (hasChanged) publishRoom(services, uuid);
  };
  void sendHint(services, uuid).then(() => setTimeout(resume, hintInterval).unref());
}
