import type { Endpoint, Input } from "@toibako/contract/endpoint.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import {
  getRoomMember,
  hideRoomMember,
  listRoomAnswers,
  listRoomMembers,
  updateRoomMember,
} from "@toibako/contract/rooms/members.ts";
import {
  listRoomMessages,
  postRoomMessage,
  readAllRoomMessages,
  reportRoomMessage,
  takeBackRoomMessage,
} from "@toibako/contract/rooms/messages.ts";
import {
  acceptRoomRules,
  joinRoom,
  leaveRoom,
  listJoinableRooms,
  listRooms,
  shareRoom,
  startRoomShare,
  updateRoom,
} from "@toibako/contract/rooms.ts";
import { beforeEach, expect, test, vi } from "vitest";
import type { Events } from "#platform/events/events.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import {
  createRoomCalls,
  officialAnswers,
  officialQuestion,
  officialRoom,
} from "#platform/testing/rooms.ts";
import { openSite } from "#platform/testing/site.ts";
import { createMessageKey, type Person } from "#platform/testing/talks.ts";

/** The functions that say "yes" now: what the rules return, and for whom the others take the caller. */
const yes = vi.hoisted(() => new Map<string, unknown>());

type Door = (...input: unknown[]) => unknown;

/** Replaces functions of a module: each returns `answer` while there is a "yes" for it. */
const replaceFunctions = vi.hoisted(
  () => (module: object, answer: (call: Door, said: unknown, input: unknown[]) => unknown) =>
    Object.fromEntries(
      Object.entries(module).map(([name, value]) => [
        name,
        typeof value === "function"
          ? (...input: unknown[]) =>
              yes.has(name) ? answer(value as Door, yes.get(name), input) : value(...input)
          : value,
      ]),
    ),
);
/** Asks for another account in place of the caller, who is the second value. */
const askForOther = vi.hoisted(
  () =>
    (find: Door, pk: unknown, [db, viewer, ...others]: unknown[]) =>
      find(
        db,
        typeof viewer === "number"
          ? pk
          : { ...(viewer as SignedIn), user: { ...(viewer as SignedIn).user, pk } },
        ...others,
      ),
);

vi.mock("./policy/entry.ts", async (importOriginal) =>
  replaceFunctions(await importOriginal<object>(), (_find, said) => said),
);
vi.mock("./policy/posting.ts", async (importOriginal) =>
  replaceFunctions(await importOriginal<object>(), (_find, said) => said),
);
vi.mock("./policy/members.ts", async (importOriginal) =>
  replaceFunctions(await importOriginal<object>(), (_find, said) => said),
);
vi.mock("./queries/own-member.ts", async (importOriginal) =>
  replaceFunctions(await importOriginal<object>(), askForOther),
);
vi.mock("./queries/members.ts", async (importOriginal) =>
  replaceFunctions(await importOriginal<object>(), askForOther),
);
vi.mock("./queries/rooms.ts", async (importOriginal) =>
  replaceFunctions(await importOriginal<object>(), askForOther),
);
vi.mock("../messages/commands.ts", async (importOriginal) =>
  replaceFunctions(await importOriginal<object>(), (find, pk, [db, uuid, , ...others]) =>
    find(db, uuid, pk, ...others),
  ),
);

const { routes } = await import("./routes.ts");
const site = await openSite();
const { services } = site;
const { executeSql } = services.database;
const calls = createRoomCalls(site);
const { createPerson, createRoom, join, leave, block, postInRoom, findPk, findEventOwner } = calls;

beforeEach(() => yes.clear());

/** A refused call, which is allowed as soon as one function says "yes". */
interface Refused {
  call: () => Promise<string>;
  yes: unknown;
}

/** Returns a call whose result is its status. */
const send =
  <E extends Endpoint>({ browser }: Person, endpoint: E, input: Input<E>) =>
  async () =>
    String((await browser.send(endpoint, input)).status);

/** A room with two members, of whom one has written, and somebody who has left it. */
async function createTalkedRoom(uuid: string) {
  const [writer, reader, former] = [
    await createPerson(),
    await createPerson(),
    await createPerson(),
  ];
  const ids = [];
  for (const person of [writer, reader, former]) ids.push(await join(person, uuid));
  await leave(former, uuid);
  const { key } = (await postInRoom(writer, uuid, "なかの言葉")).data.data.group_message;
  const [writer_id = "", reader_id = ""] = ids;
  return { uuid, writer, reader, former, writer_id, reader_id, key };
}
type TalkedRoom = Awaited<ReturnType<typeof createTalkedRoom>>;

/** A call by a former member, who is taken for a present one as soon as membership is that of another account. */
const createFormerCall =
  <E extends Endpoint>(
    endpoint: E,
    createInput: (room: TalkedRoom) => Input<E>,
    who: "writer" | "reader" = "writer",
  ) =>
  async (): Promise<Refused> => {
    const room = await createTalkedRoom(officialRoom);
    return {
      call: send(room.former, endpoint, createInput(room)),
      yes: await findPk(room[who]),
    };
  };

const typeMessage = (group_talk_uuid: string) => ({
  body: { group_message: { group_talk_uuid, body: "こんにちは", key: createMessageKey() } },
});

/** A list of rooms that leaves out what a former member sees no more. */
const findInList =
  (person: Person, endpoint: typeof listRooms | typeof listJoinableRooms, uuid: string) =>
  async () =>
    (await person.browser.send(endpoint, {})).text.includes(uuid) ? "200" : "403";

/** For each route that a rule guards: calls that are refused by one function, and by nothing else. */
const refusedCalls: Record<string, Record<string, () => Promise<Refused>>> = {
  listRooms: {
    listOwnRooms: async () => {
      const { uuid, writer, former } = await createTalkedRoom(await createRoom());
      return { call: findInList(former, listRooms, uuid), yes: await findPk(writer) };
    },
  },
  listJoinableRooms: {
    findOwnBirthYear: async () => {
      const adult = await createPerson();
      const { rows } = await executeSql(
        `select uuid, birth_year from rooms join conversations on pk = conversation_pk
         where birth_year is not null order by birth_year desc limit 1`,
      );
      const { uuid, birth_year } = rows[0] as { uuid: string; birth_year: number };
      return { call: findInList(adult, listJoinableRooms, uuid), yes: birth_year };
    },
  },
  joinRoom: {
    findEntryRefusal: async () => {
      const person = await createPerson();
      await block(person, officialRoom);
      const body = { display_name: createMessageKey(), personal_answers: officialAnswers };
      return {
        call: send(person, joinRoom, { params: { uuid: officialRoom }, body }),
        yes: undefined,
      };
    },
  },
  updateRoom: {
    findOwnRoom: createFormerCall(updateRoom, ({ uuid }) => ({
      params: { uuid },
      body: { is_muted: true },
    })),
  },
  acceptRoomRules: {
    findOwnRoom: createFormerCall(acceptRoomRules, ({ uuid }) => ({ params: { uuid } })),
  },
  startRoomShare: {
    findOwnRoom: createFormerCall(startRoomShare, ({ uuid }) => ({ params: { uuid } })),
  },
  leaveRoom: {
    // Who isn't a member changes nothing.
    findRoom: async () => {
      const { uuid, writer, former } = await createTalkedRoom(await createRoom());
      const call = async () => {
        await former.browser.send(leaveRoom, { params: { uuid } });
        return (await calls.listInRoom(writer, uuid)).status === 403 ? "204" : "403";
      };
      return { call, yes: await findPk(writer) };
    },
  },
  listRoomMembers: {
    findOwnRoom: createFormerCall(listRoomMembers, ({ uuid }) => ({ params: { uuid } })),
  },
  listRoomAnswers: {
    findOwnRoom: createFormerCall(listRoomAnswers, ({ uuid }) => ({
      params: { uuid, question_id: officialQuestion },
    })),
  },
  getRoomMember: {
    describeMember: async () => {
      const { former, writer, writer_id: id } = await createTalkedRoom(officialRoom);
      return { call: send(former, getRoomMember, { params: { id } }), yes: await findPk(writer) };
    },
  },
  updateRoomMember: {
    // The reply describes the member to the caller again, so the name tells whether it was saved.
    findMember: async () => {
      const { writer, former, writer_id: id } = await createTalkedRoom(officialRoom);
      const display_name = createMessageKey();
      const call = async () => {
        const body = { display_name, personal_answers: officialAnswers };
        await former.browser.send(updateRoomMember, { params: { id }, body });
        const { data } = await writer.browser.send(getRoomMember, { params: { id } });
        return data.display_name === display_name ? "200" : "403";
      };
      return { call, yes: await findPk(writer) };
    },
  },
  hideRoomMember: {
    findMember: createFormerCall(hideRoomMember, ({ reader_id: id }) => ({
      params: { id },
      body: { is_hidden: true },
    })),
  },
  listRoomMessages: {
    findOwnMember: createFormerCall(listRoomMessages, ({ uuid }) => ({ query: { uuid } })),
  },
  postRoomMessage: {
    findOwnMember: createFormerCall(postRoomMessage, ({ uuid }) => typeMessage(uuid)),
    findPostRefusal: async () => {
      const { uuid, writer } = await createTalkedRoom(officialRoom);
      await block(writer, uuid);
      return { call: send(writer, postRoomMessage, typeMessage(uuid)), yes: undefined };
    },
  },
  takeBackRoomMessage: {
    findOwnMember: createFormerCall(takeBackRoomMessage, ({ uuid, key }) => ({
      params: { uuid, key },
    })),
  },
  readAllRoomMessages: {
    markReadUnseen: createFormerCall(readAllRoomMessages, ({ uuid }) => ({ params: { uuid } })),
  },
  reportRoomMessage: {
    findOwnMember: createFormerCall(
      reportRoomMessage,
      ({ uuid, key }) => ({ params: { uuid, key }, body: { reason: "harassment" as const } }),
      "reader",
    ),
  },
};

/** The invitation, which everybody sees. */
const unguardedRoutes = ["getRoom", "getRoomQuestions"];

test("ROOM-05 every route of rooms has a rule in this file, or needs none", () => {
  const names = routes.map(({ endpoint }) => endpoint.name);
  expect(names.length).toBeGreaterThan(10);
  expect([...Object.keys(refusedCalls), ...unguardedRoutes].sort()).toEqual(names.sort());
});

const cases = Object.entries(refusedCalls).flatMap(([route, doors]) =>
  Object.entries(doors).map(([name, create]) => ({ route, name, create })),
);

test.each(cases)(
  "ROOM-05 ROOM-12 $route is refused by $name, and by nothing else",
  async ({ name, create }) => {
    const refused = await create();
    expect(await refused.call()).toMatch(/^4(03|04|12)$/);
    yes.set(name, refused.yes);
    expect(await refused.call()).toMatch(/^20[014]$/);
  },
);

test("ROOM-24 sharing a room on X is refused by findOwnRoom", async () => {
  const { uuid, writer, former } = await createTalkedRoom(officialRoom);
  const share = async () =>
    (await former.browser.send(shareRoom, { params: { uuid } })).error?.code;
  expect(await share()).toBe("not_found");
  yes.set("findOwnRoom", await findPk(writer));
  // No X is linked.
  expect(await share()).toBe("refused");
});

test("ROOM-12 NOTE-08 the hint, the notice and the push of a blocked member are refused by isTold, and by nothing else", async () => {
  const { uuid, writer, reader, key } = await createTalkedRoom(await createRoom());
  await block(writer, uuid);
  const owner = await findEventOwner(writer);
  const hints = new Map<number, boolean>();
  services.bus.subscribe("stream", ({ owners, event }: Events["stream"]) => {
    if (event.kind === "conversation" && event.data.uuid === uuid)
      hints.set(event.data.last_change, owners.includes(owner));
  });
  const pushJob = site.jobs.find(({ definition }) => definition.name === "send_push");
  if (!pushJob) throw new Error("no job sends pushes");
  const sendPush = vi.spyOn(pushJob, "run");
  const reply = async () => {
    const { data } = await postInRoom(reader, uuid, "返信", { reply_to: key });
    await vi.waitFor(() => expect(hints.has(data.state.last_change)).toBe(true));
    await services.jobs.drain();
    const { notices } = (await writer.browser.send(listNotices, {})).data;
    return {
      hint: hints.get(data.state.last_change),
      notice: notices.some(({ kind }) => kind === "new_talk_message"),
    };
  };
  expect(await reply()).toEqual({ hint: false, notice: false });
  expect(sendPush).not.toHaveBeenCalled();
  yes.set("isTold", true);
  expect(await reply()).toEqual({ hint: true, notice: true });
  expect(sendPush).toHaveBeenCalledOnce();
});
