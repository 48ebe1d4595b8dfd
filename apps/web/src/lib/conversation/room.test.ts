import { expect, test } from "vitest";
import {
  type Conversation,
  type ConversationAction,
  type ConversationMessage,
  type ConversationPage,
  createConversation,
  type Post,
  type RepliedMessage,
  reduceConversation,
} from "./state.ts";
import { chooseKey, findFirstUnread, getBar } from "./views.ts";

interface RoomMessage extends ConversationMessage {
  display_name: string;
  icon_url: string;
}

type Page = ConversationPage<RoomMessage>;
type State = Conversation<RoomMessage>;

const act = (state: State, ...actions: ConversationAction<RoomMessage>[]) =>
  actions.reduce(reduceConversation<RoomMessage>, state);

function createMessage(number: number, member: string): RoomMessage & ConversationMessage {
  const shown = { display_name: `name of ${member}`, icon_url: "/old.svg" };
  const place = { number, change: number, is_taken_back: false, me: false };
  const text = { key: `key ${number}`, body: `text ${number}` };
  return { ...place, ...text, ...shown, group_talk_user_summary_id: member };
}

function createPage(changes: Partial<Page> & { last_change: number }): Page {
  const { last_change, ...rest } = changes;
  return { messages: [], state: { last_change, own_read_number: 0 }, has_more: false, ...rest };
}

const messages = [createMessage(3, "a"), createMessage(2, "b"), createMessage(1, "a")];
const open = () =>
  act(createConversation(), { type: "loaded", page: createPage({ messages, last_change: 3 }) });

const target: RepliedMessage = {
  key: "key 1",
  number: 1,
  group_talk_user_summary_id: "a",
  display_name: "name of a",
  body: "text 1",
  is_taken_back: false,
  is_hidden: false,
  me: false,
};
const choose = { type: "reply_chosen", replied_message: target } as const;
const createPost = (body: string, replied_message?: RepliedMessage): Post => ({
  key: `key of ${body}`,
  body,
  posted_at: 0,
  replied_message,
});

test("ROOM-07 a changed name and picture are shown at all loaded messages of the member", () => {
  const members = [{ id: "a", display_name: "new", icon_url: "/new.svg", has_left: false }];
  const page = createPage({ members, last_change: 5 });
  const reply = { ...createMessage(4, "b"), replied_message: target };
  const state = act(
    open(),
    { type: "stored", message: reply },
    { type: "changes_loaded", page: createPage({ messages: [reply], last_change: 4 }) },
    { type: "changes_loaded", page },
  );
  expect(state.messages.at(-1)?.replied_message?.display_name).toBe("new");
  expect(state.messages.map(({ display_name, icon_url }) => [display_name, icon_url])).toEqual([
    ["new", "/new.svg"],
    ["name of b", "/old.svg"],
    ["new", "/new.svg"],
    ["name of b", "/old.svg"],
  ]);
  // The change is known, so the room itself needn't be fetched.
  expect(state.other_changes).toBe(0);
  expect(state.last_change).toBe(5);
});

test("ROOM-09 a reply loses the text of a message that was taken back", () => {
  const reply = { ...createMessage(4, "b"), replied_message: target };
  const takenBack = { ...createMessage(1, "a"), change: 5, body: "", is_taken_back: true };
  const changes = createPage({ messages: [reply, takenBack], members: [], last_change: 5 });
  const inReach = act(open(), { type: "changes_loaded", page: changes });
  expect(inReach.messages.at(-1)?.replied_message).toMatchObject({ body: "", is_taken_back: true });
  const newest = createPage({ messages: messages.slice(0, 2), last_change: 3, has_more: true });
  const outOfReach = act(act(createConversation(), { type: "loaded", page: newest }), {
    type: "changes_loaded",
    page: changes,
  });
  expect(outOfReach.messages.at(-1)?.replied_message).toMatchObject({ body: "" });
});

test("ROOM-05 if more changes follow, the state says where these end", () => {
  const changes = createPage({ messages: [], members: [], last_change: 7, has_more: true });
  expect(act(open(), { type: "changes_loaded", page: changes }).last_change).toBe(7);
});

test("ROOM-29 the messages of a hidden member disappear, also those that come with older pages", () => {
  const early = createMessage(1, "b");
  const newest = createPage({ messages: messages.slice(0, 2), last_change: 3, has_more: true });
  const state = act(
    act(createConversation(), { type: "loaded", page: newest }),
    { type: "older_started" },
    { type: "changes_loaded", page: createPage({ messages: [early], last_change: 4 }) },
    { type: "member_hidden", id: "b" },
  );
  expect(state.messages.map(({ key }) => key)).toEqual(["key 3"]);
  expect(state.early).toEqual([]);
});

test("ROOM-29 replies to a hidden member lose its text", () => {
  const reply = { ...createMessage(4, "b"), replied_message: target };
  const state = act(open(), { type: "stored", message: reply }, { type: "member_hidden", id: "a" });
  expect(state.messages.at(-1)?.replied_message).toMatchObject({ body: "", is_hidden: true });
});

test("ROOM-29 the newest page replaces the messages when a member is shown again, and keeps what is typed", () => {
  const typed = act(open(), { type: "member_hidden", id: "b" }, { type: "typed", text: "hello" });
  const page = createPage({ messages, last_change: 5, has_more: true });
  const state = act(typed, { type: "loaded", page });
  expect(state.messages.map(({ key }) => key)).toEqual(["key 1", "key 2", "key 3"]);
  expect(state).toMatchObject({ text: "hello", last_change: 5, hasOlder: true, page: 1 });
});

test("ROOM-09 the reply leaves with its text, and comes back with it", () => {
  const post = createPost("hello", target);
  const posted = act(open(), choose, { type: "posted", post });
  expect(posted.replied_message).toBeUndefined();
  const failed = act(posted, { type: "post_failed", key: post.key });
  expect(failed).toMatchObject({ text: "hello", replied_message: target });
  // Sent again unchanged it has its key, but not as a reply to another message.
  expect(chooseKey(failed, "hello")).toBe(post.key);
  const other = act(failed, { type: "reply_chosen", replied_message: undefined });
  expect(chooseKey(other, "hello")).not.toBe(post.key);
});

test("ROOM-09 a reply that was chosen since stays when a former one comes back", () => {
  const post = createPost("hello", target);
  const other = { ...target, key: "key 2", number: 2 };
  const state = act(
    open(),
    { type: "posted", post },
    { type: "reply_chosen", replied_message: other },
    { type: "post_failed", key: post.key },
  );
  expect(state.replied_message).toEqual(other);
});

test("ROOM-09 the reply goes with a text that has arrived although it came back, or that is sent again", () => {
  const post = createPost("hello", target);
  const failed = act(
    open(),
    choose,
    { type: "posted", post },
    { type: "post_failed", key: post.key },
  );
  const arrived = { ...createMessage(4, "me"), key: post.key, me: true };
  const stored = act(failed, { type: "stored", message: arrived });
  expect(stored).toMatchObject({ text: "", replied_message: undefined });
  const reposted = act(failed, { type: "reposted", posts: failed.returned });
  expect(reposted).toMatchObject({ text: "", replied_message: undefined });
  expect(reposted.posts).toEqual([post]);
});

test("ROOM-09 a page that opens again has the reply of the draft, or of the text that comes back first", () => {
  const restored = { type: "restored", text: "hello", posts: [], returned: [] } as const;
  expect(act(open(), { ...restored, replied_message: target }).replied_message).toEqual(target);
  const posts = [createPost("one"), createPost("two", target)];
  const state = act(open(), { ...restored, replied_message: undefined, posts });
  expect(state).toMatchObject({ text: "one\ntwo\nhello", replied_message: target });
});

const takenBack = { ...createMessage(1, "a"), change: 4, body: "", is_taken_back: true };

test.each<[string, ConversationAction<RoomMessage>]>([
  [
    "was taken back",
    {
      type: "changes_loaded",
      page: createPage({ messages: [takenBack], members: [], last_change: 4 }),
    },
  ],
  ["is of a member who was hidden", { type: "member_hidden", id: "a" }],
])("ROOM-09 a message that %s is no longer replied to, and the text stays", (_name, change) => {
  const writing = act(open(), choose, { type: "typed", text: "reply" });
  const written = act(writing, change);
  expect(written).toMatchObject({ text: "reply", replied_message: undefined });
  expect(act(writing, { type: "member_hidden", id: "b" }).replied_message).toEqual(target);

  // Nor does a reply that the server has refused meanwhile come back.
  const post = createPost("reply", target);
  const refused = act(open(), { type: "posted", post }, change, {
    type: "post_failed",
    key: post.key,
  });
  expect(refused).toMatchObject({ text: "reply", returned: [post], replied_message: undefined });
});

test("ROOM-26 what was unread when the room was opened begins below a message that is loaded", () => {
  const load = (own_read_number: number, loaded: RoomMessage[], has_more = false): State => {
    const state = { last_change: 3, own_read_number };
    return act(createConversation(), {
      type: "loaded",
      page: { messages: loaded, state, has_more },
    });
  };
  expect(findFirstUnread(load(1, messages))).toBe("key 2");
  expect(findFirstUnread(load(3, messages))).toBeUndefined();
  expect(findFirstUnread(load(0, messages))).toBeUndefined();
  const own = messages.map((message) => ({ ...message, me: message.number === 2 }));
  expect(findFirstUnread(load(1, own))).toBe("key 3");

  // Reading moves the mark, but not the place; what arrives later is not below it.
  const opened = load(3, messages);
  const read = { last_change: 4, own_read_number: 4 };
  const later = { messages: [createMessage(4, "a")], members: [], state: read, has_more: false };
  expect(findFirstUnread(act(opened, { type: "changes_loaded", page: later }))).toBeUndefined();
  const kept = act(load(1, messages), { type: "changes_loaded", page: later });
  expect(findFirstUnread(kept)).toBe("key 2");

  const all = [...messages, createMessage(4, "a")].sort((a, b) => b.number - a.number);
  const anew = { messages: all, state: read, has_more: false };
  expect(findFirstUnread(act(kept, { type: "loaded", page: anew }))).toBeUndefined();

  // The place is found when the older messages are there.
  const page = createPage({ messages: [createMessage(1, "a")], last_change: 3 });
  const newest = load(1, messages.slice(0, 2), true);
  expect(findFirstUnread(newest)).toBeUndefined();
  const complete = act(newest, { type: "older_loaded", page, opened_change: 3 });
  expect(findFirstUnread(complete)).toBe("key 2");
});

test("TALK-15 ROOM-10 a text that is sent ends the refusal of the one before", () => {
  const refused = act(open(), { type: "text_refused", refusal: "MESSAGE_EMPTY" });
  expect(getBar(refused)).toBe("MESSAGE_EMPTY");
  expect(getBar(act(refused, { type: "posted", post: createPost("text") }))).toBe("HIDE");
});
