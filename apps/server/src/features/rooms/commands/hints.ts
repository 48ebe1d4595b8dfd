import { LRUCache } from "lru-cache";
import { statement } from "#platform/database/statement.ts";
import { type EventBus, publishToOwners } from "#platform/events/events.ts";
import type { Services } from "#platform/services.ts";

/** Milliseconds in which the hints of a room become one: the first is sent at once, the newest of the others after it. */
const hintInterval = 50;
/** Maximum number of rooms whose members a process remembers. */
const maxRooms = 500;

interface Hint {
  uuid: string;
  last_change: number;
  /** The owners of the events of the present members. */
  owners: readonly string[];
}

interface HintState {
  /** By conversation, the owners after the change of the members with this number. */
  owners: LRUCache<number, { members_change: number; owners: string[] }>;
  /** The rooms of which a hint was just sent, with the hint that follows. */
  paused: Map<string, Hint | undefined>;
}

/** The state of each site that runs in this process, which is one outside of tests. */
const states = new WeakMap<EventBus, HintState>();

function getState(bus: EventBus): HintState {
  const state = states.get(bus) ?? {
    owners: new LRUCache<number, { members_change: number; owners: string[] }>({ max: maxRooms }),
    paused: new Map(),
  };
  states.set(bus, state);
  return state;
}

const selectPresent = statement(
  "rooms.selectPresentAccounts",
  `
  select user_pk as "user_pk!" from room_members
  where conversation_pk = :conversation_pk and not is_left and user_pk is not null`,
);

const selectChange = statement(
  "rooms.selectLastChange",
  `
  select pk as conversation_pk, uuid, last_change,
    (select coalesce(max(change), 0) from room_members where conversation_pk = pk) as "members_change!"
  from conversations where uuid = :uuid`,
);

type HintServices = Pick<Services, "db" | "bus" | "secrets" | "log">;

/** A room after a change; `members_change` is the number of the last change of its members. */
export interface ChangedRoom {
  conversation_pk: number;
  uuid: string;
  last_change: number;
  members_change: number;
}

async function findOwners(
  { db, bus, secrets }: HintServices,
  { conversation_pk, members_change }: ChangedRoom,
): Promise<string[]> {
  const cached = getState(bus).owners.get(conversation_pk);
  if (cached && cached.members_change >= members_change) return cached.owners;
  const accounts = await selectPresent(db, { conversation_pk });
  const owners = accounts.map(({ user_pk }) =>
    secrets.deriveEventOwner(secrets.deriveAccountIdentity(user_pk)),
  );
  getState(bus).owners.set(conversation_pk, { members_change, owners });
  return owners;
}

function sendHint(bus: EventBus, hint: Hint): void {
  const { paused } = getState(bus);
  const { uuid, owners, last_change } = hint;
  if (paused.has(uuid)) {
    const next = paused.get(uuid);
    if (!next || next.last_change <= last_change) paused.set(uuid, hint);
    return;
  }
  paused.set(uuid, undefined);
  setTimeout(() => {
    const next = paused.get(uuid);
    paused.delete(uuid);
    if (next) sendHint(bus, next);
  }, hintInterval).unref();
  publishToOwners({ bus }, owners, { uuid, last_change });
}

/** Tells the open pages of all present members, and nobody else, that a room has changed, after the commit. */
export async function publishChangedRoom(services: HintServices, room: ChangedRoom): Promise<void> {
  try {
    const owners = await findOwners(services, room);
    sendHint(services.bus, { uuid: room.uuid, last_change: room.last_change, owners });
  } catch (error) {
    // The change is committed. Pages that miss the hint find the change by polling.
    services.log.warn({ err: error }, "the members of a room could not be told of its change");
  }
}

/** The same for a room by its id, for example after somebody has joined, left or changed their name. */
export async function publishRoom(services: HintServices, uuid: string): Promise<void> {
  const [room] = await selectChange(services.db, { uuid }).catch((error: unknown) => {
    services.log.warn({ err: error }, "the members of a room could not be told of its change");
    return [];
  });
  if (room) await publishChangedRoom(services, room);
}
