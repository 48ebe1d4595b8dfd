import {
  type Conversation,
  type ConversationMessage,
  isSameReply,
  type Post,
  type TextRefusal,
} from "./state.ts";

/** The strip above the oldest message. */
export type Banner = "HIDE" | "FIRST_LANDING" | "SCROLL_FINISHED" | "FETCHING" | "DONE";

/** The bar above the composer. */
export type Bar = "HIDE" | "FETCH_FAILED" | "NEW_MESSAGE" | TextRefusal;

/** A row of the list: a message, or a text that is being sent. Both have the same key. */
export type Row<M> =
  | { key: string; message: M; is_read: boolean; post?: undefined }
  | { key: string; post: Post; message?: undefined };

export function getBanner<M extends ConversationMessage>({
  isLoaded,
  messages,
  posts,
  hasOlder,
  older,
}: Conversation<M>): Banner {
  if (!isLoaded) return "HIDE";
  if (older === "fetching") return "FETCHING";
  if (hasOlder) return "DONE";
  return messages.length + posts.length === 0 ? "FIRST_LANDING" : "SCROLL_FINISHED";
}

/** A refused text is named for a few seconds, a failure until a fetch works. */
export function getBar<M extends ConversationMessage>({
  refusal,
  haveChangesFailed,
  older,
  hasArrivals,
}: Conversation<M>): Bar {
  if (refusal) return refusal;
  if (haveChangesFailed || older === "failed") return "FETCH_FAILED";
  return hasArrivals ? "NEW_MESSAGE" : "HIDE";
}

/**
 * Finds the key of the first message that was unread when the newest page was loaded; undefined if there is none, or if
 * it is not known because no message before it is loaded.
 */
export function findFirstUnread<M extends ConversationMessage>({
  messages,
  opened_read_number,
  opened_change,
}: Pick<Conversation<M>, "messages" | "opened_read_number" | "opened_change">): string | undefined {
  const isUnread = ({ me, number }: M) =>
    !me && number > opened_read_number && number <= opened_change;
  const index = messages.findIndex(isUnread);
  return index > 0 ? messages[index]?.key : undefined;
}

export function listRows<M extends ConversationMessage>({
  messages,
  posts,
  own_read_number,
  partner_read_number,
}: Pick<
  Conversation<M>,
  "messages" | "posts" | "own_read_number" | "partner_read_number"
>): Row<M>[] {
  return [
    ...messages.map((message) => ({
      key: message.key,
      message,
      is_read: message.number <= (message.me ? partner_read_number : own_read_number),
    })),
    ...posts.map((post) => ({ key: post.key, post })),
  ];
}

/** The number of the newest message of somebody else that the reader hasn't read; 0 if there is none. */
export function getUnreadNumber<M extends ConversationMessage>({
  messages,
  own_read_number,
}: Conversation<M>): number {
  const number = messages.findLast(({ me }) => !me)?.number ?? 0;
  return number > own_read_number ? number : 0;
}

/** The key with which a text is sent: the one that it had before, if it came back and may have arrived. */
export function chooseKey<M extends ConversationMessage>(
  state: Conversation<M>,
  body: string,
): string {
  const before = state.returned.find((post) => post.body === body && isSameReply(post, state));
  return before?.key ?? crypto.randomUUID();
}

/** The newest messages of a conversation, as a page keeps them; in rooms, `partner_read_number` is 0. */
export interface NewestPage<M> {
  messages: M[];
  state: { last_change: number; own_read_number: number; partner_read_number: number };
  has_more: boolean;
}

/** The newest page as the server would return it now, for a page that opens the conversation again. */
export function toNewestPage<M extends ConversationMessage>(
  { messages, hasOlder, last_change, own_read_number, partner_read_number }: Conversation<M>,
  size: number,
): NewestPage<M> {
  return {
    messages: messages.slice(-size).reverse(),
    state: { last_change, own_read_number, partner_read_number },
    has_more: hasOlder || messages.length > size,
  };
}
