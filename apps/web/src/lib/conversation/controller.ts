import { postRepeatedly } from "./repeat-post.ts";
import {
  type Conversation,
  type ConversationAction,
  type ConversationMessage,
  type ConversationPage,
  createConversation,
  type Post,
  type RepliedMessage,
  reduceConversation,
  type TextRefusal,
} from "./state.ts";
import { readUnsent, storeUnsent } from "./unsent.ts";
import { chooseKey, getUnreadNumber } from "./views.ts";

/** Milliseconds for which the bar says why a text isn't sent. */
const refusalTime = 3_000;

/** How many older pages are loaded at most to find one message. */
const maxSearchedPages = 10;

/** What differs between talks and rooms. */
export interface ConversationCalls<M extends ConversationMessage> {
  fetchNewest: () => Promise<ConversationPage<M>>;
  /** Fetches the messages before a number; `page` is the number of this page. */
  fetchOlder: (page: number, before: number) => Promise<ConversationPage<M>>;
  /** Fetches what changed after a number; `has_more` if it is too much for one call. */
  fetchChanges: (after: number) => Promise<ConversationPage<M>>;
  post: (post: Post) => Promise<M>;
  /** Reports that the messages up to a number are read. */
  markRead: (upTo: number) => Promise<unknown>;
}

export interface ConversationOptions<M extends ConversationMessage> {
  /** The newest page, if it is loaded. */
  newest?: ConversationPage<M> | undefined;
  /** The key of the draft that keeps the unsent text in this tab. */
  draft: string;
  calls: ConversationCalls<M>;
}

/** What a page does when a call has failed. */
export interface ConversationHandlers {
  onPostFailed: (error: unknown, repeat: () => void) => void;
  onFetchFailed: (error: unknown) => void;
}

export type ConversationController<M extends ConversationMessage> = ReturnType<
  typeof createController<M>
>;

/** Keeps the state of a conversation and makes its calls, one post and one fetch of changes at a time. */
export function createController<M extends ConversationMessage>({
  newest,
  draft,
  calls,
}: ConversationOptions<M>) {
  const listeners = new Set<() => void>();
  let handlers: ConversationHandlers | undefined;
  let state: Conversation<M> = createConversation();
  if (newest) state = reduceConversation(state, { type: "loaded", page: newest });
  /** Whether the unsent text of an earlier page was taken over; before that, nothing is stored in its place. */
  let isRestored = false;

  function dispatch(action: ConversationAction<M>) {
    const before = state;
    state = reduceConversation(state, action);
    const isUnsentSame =
      before.text === state.text &&
      before.replied_message === state.replied_message &&
      before.posts === state.posts &&
      before.returned === state.returned;
    if (isRestored && !isUnsentSame) storeUnsent(draft, state);
    for (const listener of listeners) listener();
  }

  let isCatchingUp = false;
  /** The number of the change up to which changes are wanted. */
  let wantedChange = 0;

  /**
   * Fetches what has changed, up to a change that is known to exist, or all. A wish during a fetch causes another one,
   * unless the fetch has brought the change.
   */
  async function catchUp(upTo = Number.POSITIVE_INFINITY): Promise<void> {
    wantedChange = Math.max(wantedChange, upTo);
    if (isCatchingUp) return;
    isCatchingUp = true;
    try {
      while (wantedChange > state.last_change) {
        wantedChange = 0;
        await fetchChanges();
      }
    } catch (error) {
      wantedChange = 0;
      dispatch({ type: "changes_failed" });
      handlers?.onFetchFailed(error);
    } finally {
      isCatchingUp = false;
    }
  }

  /**
   * Fetches the changes; first, or if there are more than one call returns, the newest page. So the newest message is
   * there after two calls, however much has happened.
   */
  async function fetchChanges(): Promise<void> {
    const changes = state.isLoaded ? await calls.fetchChanges(state.last_change) : undefined;
    if (!changes || changes.has_more) return takeNewest();
    dispatch({ type: "changes_loaded", page: changes });
    // On another page, the reader has hidden a member or shows one again.
    const { hidden_members } = changes.state;
    if (hidden_members && !isSameSet(hidden_members, state.hidden_members)) await takeNewest();
  }

  /** Takes the newest page in place of what is loaded. */
  async function takeNewest(): Promise<void> {
    // An older page that comes later would leave a gap after the newest.
    await olderFetch;
    dispatch({ type: "loaded", page: await calls.fetchNewest() });
  }

  /** The older page that is being fetched. */
  let olderFetch: Promise<void> | undefined;

  function loadOlder(): Promise<void> {
    olderFetch ??= fetchOlder().finally(() => {
      olderFetch = undefined;
    });
    return olderFetch;
  }

  async function fetchOlder(): Promise<void> {
    const [oldest] = state.messages;
    if (!oldest || !state.hasOlder) return;
    const { opened_change } = state;
    dispatch({ type: "older_started" });
    try {
      const page = await calls.fetchOlder(state.page + 1, oldest.number);
      dispatch({ type: "older_loaded", page, opened_change });
    } catch (error) {
      dispatch({ type: "older_failed" });
      handlers?.onFetchFailed(error);
    }
  }

  /** Loads older pages until one has this message; returns whether it is loaded. */
  async function loadMessage({ key, number }: Pick<RepliedMessage, "key" | "number">) {
    for (let count = 0; count < maxSearchedPages; count++) {
      const [oldest] = state.messages;
      if (!oldest || oldest.number <= number || !state.hasOlder) break;
      await loadOlder();
      if (state.older === "failed") break;
    }
    return state.messages.some((message) => message.key === key);
  }

  /** Fetches the newest page in place of the loaded messages. */
  async function reload(): Promise<void> {
    try {
      await takeNewest();
    } catch (error) {
      dispatch({ type: "changes_failed" });
      handlers?.onFetchFailed(error);
    }
  }

  let isPosting = false;

  /** Sends the posts one after the other, so that they keep their order. */
  async function sendPosts(): Promise<void> {
    if (isPosting) return;
    isPosting = true;
    for (let [post] = state.posts; post; [post] = state.posts) await sendPost(post);
    isPosting = false;
  }

  async function sendPost(post: Post): Promise<void> {
    try {
      const message = await postRepeatedly(() => calls.post(post));
      dispatch({ type: "stored", message });
      void catchUp(message.change);
    } catch (error) {
      const index = state.posts.findIndex(({ key }) => key === post.key);
      // Without its post, the message has arrived although the reply was lost.
      if (index < 0) return;
      const failed = state.posts.slice(index);
      dispatch({ type: "post_failed", key: post.key });
      handlers?.onPostFailed(error, () => repost(failed));
    }
  }

  /** Sends posts again that have failed, if their texts are still there. */
  function repost(posts: readonly Post[]) {
    const keys = new Set(state.returned.map(({ key }) => key));
    dispatch({ type: "reposted", posts: posts.filter(({ key }) => keys.has(key)) });
    void sendPosts();
  }

  let refusalTimer: ReturnType<typeof setTimeout> | undefined;
  /** The number of the message up to which reading was reported last; undefined before the first report. */
  let reportedNumber: number | undefined;

  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    setHandlers(newHandlers: ConversationHandlers | undefined) {
      handlers = newHandlers;
    },
    catchUp: (upTo?: number) => void catchUp(upTo),
    loadOlder: () => void loadOlder(),
    loadMessage,
    /** Repeats what has failed. */
    retry() {
      if (state.older === "failed") void loadOlder();
      void catchUp();
    },
    write: (text: string) => dispatch({ type: "typed", text }),
    /** Sends a text in place of what is typed. */
    post(body: string) {
      const { replied_message } = state;
      const key = chooseKey(state, body);
      const post = {
        key,
        body,
        posted_at: Date.now(),
        ...(replied_message && { replied_message }),
      };
      dispatch({ type: "posted", post });
      void sendPosts();
    },
    /** Says for a moment why the typed text isn't sent. */
    refuse(refusal: TextRefusal) {
      clearTimeout(refusalTimer);
      dispatch({ type: "text_refused", refusal });
      refusalTimer = setTimeout(() => dispatch({ type: "refusal_over" }), refusalTime);
    },
    chooseReply: (replied_message: RepliedMessage | undefined) =>
      dispatch({ type: "reply_chosen", replied_message }),
    /** Removes the messages of a member. */
    hideMember(id: string) {
      dispatch({ type: "member_hidden", id });
      if (state.messages.length === 0 && state.hasOlder) void reload();
    },
    /** Fetches the newest messages again, for example with those of a member who was hidden. */
    reload: () => void reload(),
    replace: (message: M) => dispatch({ type: "stored", message }),
    showEnd(isOnScreen: boolean) {
      if (isOnScreen === state.isEndOnScreen && !(isOnScreen && state.hasArrivals)) return;
      dispatch({ type: isOnScreen ? "end_seen" : "end_left" });
    },
    /**
     * Reports that all loaded messages are read: first when the conversation opens, and then for new ones. Messages that
     * nobody has seen here yet have higher numbers than the last change that is loaded.
     */
    markRead() {
      const number = getUnreadNumber(state);
      const before = reportedNumber;
      if (before !== undefined && number <= before) return;
      reportedNumber = number;
      calls.markRead(state.last_change).catch(() => {
        reportedNumber = before;
      });
    },
    /** Takes over, once, what an earlier page of this tab has left unsent. */
    restore() {
      if (isRestored) return;
      isRestored = true;
      dispatch({ type: "restored", ...readUnsent(draft) });
    },
  };
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  const values = new Set(a);
  return values.size === new Set(b).size && b.every((value) => values.has(value));
}
