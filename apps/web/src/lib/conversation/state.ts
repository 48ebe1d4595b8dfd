import {
  type ConversationMember,
  type ConversationMessage,
  hideQuotes,
  type RepliedMessage,
  updateReplies,
  updateSenders,
} from "./message.ts";

export type { ConversationMessage, RepliedMessage } from "./message.ts";

/**
 * Messages with the state that the conversation had at the same moment; see `listMessages` and `listRoomMessages` of the
 * contract. In rooms nobody sees what others have read, changes name the members that have changed, and the state names
 * those whose messages are hidden.
 */
export interface ConversationPage<M> {
  messages: readonly M[];
  members?: readonly ConversationMember[];
  state: {
    last_change: number;
    own_read_number: number;
    partner_read_number?: number;
    hidden_members?: readonly string[];
  };
  has_more: boolean;
}

/** A text that is being sent, or that came back because it could not be sent. */
export interface Post {
  key: string;
  body: string;
  /** Milliseconds since 1970, by the browser's clock. */
  posted_at: number;
  replied_message?: RepliedMessage | undefined;
}

/** What a tab keeps of a conversation until it is sent. */
export interface Unsent {
  text: string;
  replied_message: RepliedMessage | undefined;
  posts: readonly Post[];
  returned: readonly Post[];
}

/** Why a text isn't sent at all. */
export type TextRefusal = "MESSAGE_EMPTY" | "MESSAGE_INVALID";

/** A conversation as a page shows it. Rooms and talks have the same state with messages of different types. */
export interface Conversation<M extends ConversationMessage> {
  /** Whether the newest page is loaded. */
  isLoaded: boolean;
  /** The loaded messages by number: all of them from the oldest loaded one on. */
  messages: readonly M[];
  /** Texts that are being sent, the oldest first. */
  posts: readonly Post[];
  /** Texts that came back and may have arrived nevertheless. Whoever sends one unchanged sends it with its key. */
  returned: readonly Post[];
  /** What is typed and not sent, and the message to which it replies. */
  text: string;
  replied_message: RepliedMessage | undefined;
  /** All changes up to this number are loaded. */
  last_change: number;
  /** The numbers of the last messages that the reader and the partner have read. */
  own_read_number: number;
  partner_read_number: number;
  /** The last change of the newest page that was loaded; messages with a higher number have arrived since. */
  opened_change: number;
  /** The number of the last message that the reader had read when the newest page was loaded. */
  opened_read_number: number;
  /** The members of a room whose messages are hidden from the reader. */
  hidden_members: readonly string[];
  /** How many times something else than a message or a read mark has changed, for example who the partner is. */
  other_changes: number;
  /** 1, and one more for each page of older messages that was added. */
  page: number;
  hasOlder: boolean;
  older: "idle" | "fetching" | "failed";
  /** Messages that have changed while the page with them was being fetched, which may have been read before. */
  early: readonly M[];
  haveChangesFailed: boolean;
  isEndOnScreen: boolean;
  /** Whether a message of somebody else has arrived while the end was not on the screen. */
  hasArrivals: boolean;
  refusal: TextRefusal | undefined;
}

export type ConversationAction<M> =
  /** The newest page, also in place of what is loaded if too much has changed. */
  | { type: "loaded"; page: ConversationPage<M> }
  /** All changes after `last_change`. */
  | { type: "changes_loaded"; page: ConversationPage<M> }
  /** A page of older messages, with the `opened_change` of the state for which it was fetched. */
  | { type: "older_loaded"; page: ConversationPage<M>; opened_change: number }
  | { type: "older_started" | "older_failed" | "changes_failed" | "refusal_over" }
  | { type: "text_refused"; refusal: TextRefusal }
  | { type: "typed"; text: string }
  | { type: "reply_chosen"; replied_message: RepliedMessage | undefined }
  /** Sends a text; what is typed is cleared. */
  | { type: "posted"; post: Post }
  /** Sends texts again that came back. */
  | { type: "reposted"; posts: readonly Post[] }
  /** A message as the server stored it: a posted one, or one that was taken back. */
  | { type: "stored"; message: M }
  /** A post has failed; the posts after it are not sent, so that the order stays. */
  | { type: "post_failed"; key: string }
  /** What an earlier page of this tab has left: an unsent text, and posts whose end it didn't see. */
  | ({ type: "restored" } & Unsent)
  /** The reader hides the messages of a member of a room. */
  | { type: "member_hidden"; id: string }
  /** The newest page in place of all messages, because others are hidden than before. */
  | { type: "end_seen" | "end_left" };

export function createConversation<M extends ConversationMessage>(): Conversation<M> {
  return {
    isLoaded: false,
    messages: [],
    posts: [],
    returned: [],
    text: "",
    replied_message: undefined,
    last_change: 0,
    own_read_number: 0,
    partner_read_number: 0,
    opened_change: 0,
    opened_read_number: 0,
    hidden_members: [],
    other_changes: 0,
    page: 1,
    hasOlder: false,
    older: "idle",
    early: [],
    haveChangesFailed: false,
    isEndOnScreen: true,
    hasArrivals: false,
    refusal: undefined,
  };
}

export function reduceConversation<M extends ConversationMessage>(
  state: Conversation<M>,
  action: ConversationAction<M>,
): Conversation<M> {
  switch (action.type) {
    case "loaded":
      return takeNewestPage(state, action.page);
    case "changes_loaded":
      return addChanges(state, action.page);
    case "changes_failed":
      return { ...state, haveChangesFailed: true };
    case "older_started":
      return { ...state, older: "fetching", early: [] };
    case "older_loaded":
      return addOlder(state, action.page, action.opened_change);
    case "older_failed":
      return state.older === "fetching" ? { ...state, older: "failed" } : state;
    case "typed":
      // Without any text, nothing is left of the texts that came back.
      return { ...state, text: action.text, returned: action.text ? state.returned : [] };
    case "reply_chosen":
      return { ...state, replied_message: action.replied_message };
    case "posted":
      return {
        ...state,
        text: "",
        replied_message: undefined,
        posts: [...state.posts, action.post],
        returned: [],
        // A text before this one was refused.
        refusal: undefined,
      };
    case "reposted":
      return repost(state, action.posts);
    case "stored":
      return addStored(state, action.message);
    case "post_failed":
      return returnPosts(state, action.key);
    case "restored":
      return restore(state, action);
    case "member_hidden":
      return hideMember(state, action.id);
    case "text_refused":
      return { ...state, refusal: action.refusal };
    case "refusal_over":
      return { ...state, refusal: undefined };
    case "end_seen":
      return { ...state, isEndOnScreen: true, hasArrivals: false };
    case "end_left":
      return { ...state, isEndOnScreen: false };
  }
}

function takeNewestPage<M extends ConversationMessage>(
  state: Conversation<M>,
  { messages, state: marks, has_more }: ConversationPage<M>,
): Conversation<M> {
  const { last_change, own_read_number, partner_read_number = 0, hidden_members = [] } = marks;
  const oldest = has_more ? (messages.at(-1)?.number ?? 0) : 0;
  // What was stored while the page was being fetched isn't in it.
  const later = state.messages.filter(
    ({ number, change }) => change > last_change && number >= oldest,
  );
  return addMessages(
    {
      ...state,
      last_change,
      own_read_number,
      partner_read_number,
      hidden_members,
      isLoaded: true,
      hasOlder: has_more,
      page: 1,
      messages: later,
      older: "idle",
      early: [],
      opened_change: last_change,
      opened_read_number: own_read_number,
      // What else has changed isn't known.
      other_changes: state.other_changes + Number(state.isLoaded),
      haveChangesFailed: false,
      hasArrivals: state.hasArrivals || (!state.isEndOnScreen && hasArrived(state, messages)),
    },
    messages,
  );
}

/** Whether somebody else has posted one of these messages after the loaded ones. */
function hasArrived<M extends ConversationMessage>(
  { messages }: Conversation<M>,
  added: readonly M[],
): boolean {
  const newest = messages.at(-1)?.number ?? 0;
  return added.some(({ me, number, is_taken_back }) => !me && !is_taken_back && number > newest);
}

function addOlder<M extends ConversationMessage>(
  state: Conversation<M>,
  { messages, has_more }: ConversationPage<M>,
  opened_change: number,
): Conversation<M> {
  // The newest page has come in place of the loaded messages meanwhile.
  if (opened_change !== state.opened_change) return state;
  const page = messages.length > 0 ? state.page + 1 : state.page;
  const older = { ...state, page, hasOlder: has_more, older: "idle", early: [] } as const;
  const oldest = messages.at(-1)?.number ?? 0;
  const early = state.early.filter(({ number }) => !has_more || number >= oldest);
  return addMessages(older, [...messages, ...early]);
}

function addChanges<M extends ConversationMessage>(
  state: Conversation<M>,
  { messages, members, state: marks }: ConversationPage<M>,
): Conversation<M> {
  const last_change = Math.max(state.last_change, marks.last_change);
  const own_read_number = Math.max(state.own_read_number, marks.own_read_number);
  const partner_read_number = Math.max(state.partner_read_number, marks.partner_read_number ?? 0);
  // A message that has changed since the state was read will be explained with its change.
  const explained =
    messages.filter(({ change }) => change <= marks.last_change).length +
    (members?.length ?? 0) +
    Number(own_read_number > state.own_read_number) +
    Number(partner_read_number > state.partner_read_number);
  const isOtherChange = last_change - state.last_change > explained;

  const inReach = messages.filter((message) => isInReach(state, message));
  const early = messages.filter((message) => !isInReach(state, message));
  return addMessages(
    {
      ...state,
      messages: updateSenders(state.messages, members ?? []),
      last_change,
      own_read_number,
      partner_read_number,
      other_changes: state.other_changes + Number(isOtherChange),
      early: [...state.early, ...early],
      haveChangesFailed: false,
      hasArrivals: state.hasArrivals || (!state.isEndOnScreen && hasArrived(state, inReach)),
    },
    inReach,
  );
}

function hideMember<M extends ConversationMessage>(
  state: Conversation<M>,
  id: string,
): Conversation<M> {
  const isOther = (message: M) => message.group_talk_user_summary_id !== id;
  return dropGoneReply({
    ...state,
    hidden_members: [...state.hidden_members, id],
    messages: hideQuotes(state.messages.filter(isOther), id),
    early: hideQuotes(state.early.filter(isOther), id),
  });
}

/** Chooses no reply any more if its message was taken back, so that it can't be replied to, or if its sender is hidden. */
function dropGoneReply<M extends ConversationMessage>(state: Conversation<M>): Conversation<M> {
  const { replied_message: replied, messages, early, hidden_members } = state;
  if (!replied) return state;
  const isTakenBack = [...messages, ...early].some(
    ({ key, is_taken_back }) => key === replied.key && is_taken_back,
  );
  const isGone = isTakenBack || hidden_members.includes(replied.group_talk_user_summary_id);
  return isGone ? { ...state, replied_message: undefined } : state;
}

/** Whether a message is none of the older ones, which are loaded later and with all of their changes. */
function isInReach<M extends ConversationMessage>(
  { hasOlder, messages: [oldest] }: Conversation<M>,
  { number }: M,
): boolean {
  return !hasOlder || (oldest !== undefined && number >= oldest.number);
}

function addStored<M extends ConversationMessage>(
  state: Conversation<M>,
  message: M,
): Conversation<M> {
  if (isInReach(state, message)) return addMessages(state, [message]);
  // A text that was sent again had arrived long ago.
  const messages = updateReplies(state.messages, [message]);
  const early = [...state.early, message];
  return dropGoneReply(dropArrived({ ...state, messages, early }, new Set([message.key])));
}

/** Adds messages, of which the later change of each wins: replies may arrive in another order than they were sent. */
function addMessages<M extends ConversationMessage>(
  state: Conversation<M>,
  added: readonly M[],
): Conversation<M> {
  const byKey = new Map(state.messages.map((message) => [message.key, message]));
  for (const message of added) {
    const known = byKey.get(message.key);
    if (!known || known.change < message.change) byKey.set(message.key, message);
  }
  const sorted = [...byKey.values()].sort((a, b) => a.number - b.number);
  const messages = updateReplies(sorted, [...sorted, ...state.early]);
  return dropGoneReply(dropArrived({ ...state, messages }, byKey));
}

/** Removes posts that have arrived, also from what is typed if they came back. */
function dropArrived<M extends ConversationMessage>(
  state: Conversation<M>,
  arrived: { has: (key: string) => boolean },
): Conversation<M> {
  const hasArrived = ({ key }: Post) => arrived.has(key);
  if (!state.posts.some(hasArrived) && !state.returned.some(hasArrived)) return state;
  const arrivedPosts = state.returned.filter(hasArrived);
  const isReplyDone = arrivedPosts.some((post) => isSameReply(post, state));
  return {
    ...state,
    posts: state.posts.filter((post) => !hasArrived(post)),
    returned: state.returned.filter((post) => !hasArrived(post)),
    text: arrivedPosts.reduce((text, { body }) => removeLines(text, body), state.text),
    replied_message: isReplyDone ? undefined : state.replied_message,
  };
}

/** Puts the texts of a failed post and of those after it in front of what was typed since. */
function returnPosts<M extends ConversationMessage>(
  state: Conversation<M>,
  key: string,
): Conversation<M> {
  const index = state.posts.findIndex((post) => post.key === key);
  // The message has arrived, although its reply was lost.
  if (index < 0) return state;
  const failed = state.posts.slice(index);
  return dropGoneReply({
    ...state,
    posts: state.posts.slice(0, index),
    returned: [...failed, ...state.returned],
    text: joinTexts([...failed.map(({ body }) => body), state.text]),
    replied_message: state.replied_message ?? findReply(failed),
  });
}

function repost<M extends ConversationMessage>(
  state: Conversation<M>,
  posts: readonly Post[],
): Conversation<M> {
  const keys = new Set(posts.map(({ key }) => key));
  return {
    ...state,
    posts: [...state.posts, ...posts],
    returned: state.returned.filter(({ key }) => !keys.has(key)),
    text: posts.reduce((text, { body }) => removeLines(text, body), state.text),
    replied_message: posts.some((post) => isSameReply(post, state))
      ? undefined
      : state.replied_message,
  };
}

function restore<M extends ConversationMessage>(
  state: Conversation<M>,
  { text, replied_message, posts, returned }: Unsent,
): Conversation<M> {
  const unsent = {
    text: joinTexts([...posts.map(({ body }) => body), text, state.text]),
    replied_message: state.replied_message ?? replied_message ?? findReply(posts),
    returned: [...posts, ...returned],
  };
  // Without new messages, this removes the texts of those that have arrived.
  return addMessages({ ...state, ...unsent }, []);
}

type Replying = Pick<Post, "replied_message">;

/** Whether two texts reply to the same message, or both to none. */
export const isSameReply = (a: Replying, b: Replying): boolean =>
  a.replied_message?.key === b.replied_message?.key;

const findReply = (posts: readonly Post[]) =>
  posts.find(({ replied_message }) => replied_message)?.replied_message;

const joinTexts = (texts: readonly string[]) => texts.filter(Boolean).join("\n");

/** Removes a text from another one if it is the whole of it, or whole lines of it. */
function removeLines(text: string, body: string): string {
  const start = `\n${text}\n`.indexOf(`\n${body}\n`);
  if (start < 0) return text;
  return joinTexts([text.slice(0, Math.max(0, start - 1)), text.slice(start + body.length + 1)]);
}
