import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Conversation,
  type ConversationAction,
  type ConversationMessage,
  type ConversationPage,
  createConversation,
  type Post,
  reduceConversation,
} from "./state.ts";
import { chooseKey, listRows } from "./views.ts";

/** How many random sequences are tried; PROPERTY_RUNS sets another number for a longer search. */
const runs = Number(process.env.PROPERTY_RUNS ?? 1000);

// Small, so that short sequences have several pages.
const pageSize = 3;
const changesSize = 2;

type Side = "a" | "b";

interface StoredMessage {
  key: string;
  number: number;
  change: number;
  body: string;
  sender: Side;
  is_taken_back: boolean;
}

/** The rules of the server, as simply as possible: one counter for all changes of a conversation. */
function createServer() {
  let last_change = 0;
  const messages: StoredMessage[] = [];
  const readNumbers = { a: 0, b: 0 };
  const describe = (side: Side, selected: readonly StoredMessage[], has_more: boolean) => ({
    messages: selected.map(
      ({ sender, ...message }): ConversationMessage => ({
        ...message,
        body: message.is_taken_back ? "" : message.body,
        me: sender === side,
      }),
    ),
    state: {
      last_change,
      own_read_number: readNumbers[side],
      partner_read_number: readNumbers[side === "a" ? "b" : "a"],
    },
    has_more,
  });
  return {
    messages,
    post(sender: Side, { key, body }: Pick<Post, "key" | "body">): ConversationMessage {
      let stored = messages.find((message) => message.key === key);
      if (!stored) {
        last_change += 1;
        const place = { number: last_change, change: last_change };
        stored = { ...place, key, body, sender, is_taken_back: false };
        messages.push(stored);
      }
      const [message] = describe(sender, [stored], false).messages;
      return message as ConversationMessage;
    },
    takeBack(sender: Side) {
      const message = messages.find((each) => each.sender === sender && !each.is_taken_back);
      if (!message) return;
      last_change += 1;
      Object.assign(message, { change: last_change, is_taken_back: true });
    },
    markRead(side: Side) {
      const number = messages.at(-1)?.number ?? 0;
      if (number <= readNumbers[side]) return;
      last_change += 1;
      readNumbers[side] = number;
    },
    changeSomethingElse() {
      last_change += 1;
    },
    readPage(side: Side, before = Number.POSITIVE_INFINITY) {
      const rows = messages.filter(({ number }) => number < before).reverse();
      return describe(side, rows.slice(0, pageSize), rows.length > pageSize);
    },
    readChanges(side: Side, after: number) {
      const rows = messages.filter(({ change }) => change > after);
      rows.sort((a, b) => a.change - b.change);
      return describe(side, rows.slice(0, changesSize), rows.length > changesSize);
    },
    readAll: (side: Side) => describe(side, messages, false),
  };
}

type Server = ReturnType<typeof createServer>;
type Page = ConversationPage<ConversationMessage>;

/** A page of one side. Its calls are answered when the test says so, with what the server knew when they arrived. */
class Client {
  readonly #server: Server;
  readonly #side: Side;
  /** Texts that were typed; each must always be in exactly one place. */
  readonly typed: string[] = [];
  state: Conversation<ConversationMessage>;
  #changes: Page | undefined;
  /** The newest page, which is requested if the changes are too many. */
  #newest: Page | undefined;
  #older: { page: Page; opened_change: number } | undefined;
  #reply: ConversationMessage | undefined;

  constructor(server: Server, side: Side) {
    this.#server = server;
    this.#side = side;
    this.state = this.#open();
  }

  #open() {
    const page = this.#server.readPage(this.#side);
    return reduceConversation(createConversation(), { type: "loaded", page });
  }

  dispatch(action: ConversationAction<ConversationMessage>) {
    this.state = reduceConversation(this.state, action);
  }

  write() {
    const text = `${this.#side}${this.typed.length}`;
    this.typed.push(text);
    this.dispatch({ type: "typed", text: [this.state.text, text].filter(Boolean).join("\n") });
  }

  post() {
    const { text, returned } = this.state;
    // Whoever changes a text that may have arrived sends it a second time.
    if (text === "" || returned.some(({ body }) => body !== text)) return;
    const post = { key: chooseKey(this.state, text), body: text, posted_at: 0 };
    this.dispatch({ type: "posted", post });
  }

  /** The first post reaches the server. */
  reachServer() {
    const [post] = this.state.posts;
    if (post && !this.#reply) this.#reply = this.#server.post(this.#side, post);
  }

  receiveReply() {
    if (this.#reply) this.dispatch({ type: "stored", message: this.#reply });
    this.#reply = undefined;
  }

  /** The page gives up the post that it has sent, or else the first one. */
  loseReply() {
    const key = this.#reply?.key ?? this.state.posts[0]?.key;
    this.#reply = undefined;
    if (key !== undefined) this.dispatch({ type: "post_failed", key });
  }

  /** Sends a message without waiting. */
  send() {
    this.write();
    this.post();
    this.reachServer();
    this.receiveReply();
  }

  repost() {
    this.dispatch({ type: "reposted", posts: this.state.returned });
  }

  requestChanges() {
    if (this.#newest) return;
    this.#changes ??= this.#server.readChanges(this.#side, this.state.last_change);
  }

  receiveChanges() {
    if (this.#newest) this.dispatch({ type: "loaded", page: this.#newest });
    this.#newest = undefined;
    if (this.#changes?.has_more) this.#newest = this.#server.readPage(this.#side);
    else if (this.#changes) this.dispatch({ type: "changes_loaded", page: this.#changes });
    this.#changes = undefined;
  }

  requestOlder() {
    const [oldest] = this.state.messages;
    if (!oldest || !this.state.hasOlder || this.#older) return;
    this.dispatch({ type: "older_started" });
    const { opened_change } = this.state;
    this.#older = { page: this.#server.readPage(this.#side, oldest.number), opened_change };
  }

  receiveOlder() {
    if (this.#older) this.dispatch({ type: "older_loaded", ...this.#older });
    this.#older = undefined;
  }

  /** Loads the page anew in the same tab, which keeps what is unsent. */
  reload() {
    const { text, replied_message, posts, returned } = this.state;
    this.#changes = undefined;
    this.#newest = undefined;
    this.#older = undefined;
    this.#reply = undefined;
    this.state = this.#open();
    this.dispatch({ type: "restored", text, replied_message, posts, returned });
  }

  takeBack() {
    this.#server.takeBack(this.#side);
  }

  markRead() {
    this.#server.markRead(this.#side);
  }

  changeSomethingElse() {
    this.#server.changeSomethingElse();
  }

  settle() {
    this.receiveReply();
    this.receiveChanges();
    this.receiveChanges();
    this.receiveOlder();
    // At most two calls, however much has changed.
    this.requestChanges();
    this.receiveChanges();
    this.receiveChanges();
  }

  loadAll() {
    while (this.state.hasOlder) {
      this.requestOlder();
      this.receiveOlder();
    }
  }

  expectFresh() {
    const all = this.#server.readAll(this.#side);
    const [oldest] = this.state.messages;
    const fresh = all.messages.filter(({ number }) => number >= (oldest?.number ?? 0));
    const { posts: _, ...shown } = this.state;
    expect(listRows({ ...shown, posts: [] })).toEqual(
      listRows({ messages: fresh, posts: [], ...all.state }),
    );
    expect(this.state.last_change).toBe(all.state.last_change);
  }

  /** Every typed text is in one place: among the server's messages, among the posts, or in the input. */
  expectAllTexts() {
    const stored = this.#server.messages.filter(({ sender }) => sender === this.#side);
    const places = [...stored, ...this.state.posts].map(({ body }) => body);
    const found = [...places, this.state.text].flatMap((text) => text.split("\n").filter(Boolean));
    expect(found.sort()).toEqual([...this.typed].sort());
  }
}

const steps = [
  "send",
  "send",
  "send",
  "write",
  "post",
  "reachServer",
  "receiveReply",
  "loseReply",
  "repost",
  "requestChanges",
  "receiveChanges",
  "requestOlder",
  "receiveOlder",
  "reload",
  "takeBack",
  "markRead",
  "changeSomethingElse",
] as const satisfies (keyof Client)[];

const sequence = fc.array(fc.tuple(fc.constantFrom("a", "b"), fc.constantFrom(...steps)), {
  minLength: 20,
  maxLength: 150,
  size: "max",
});

test("TALK-10 TALK-13 TALK-14 old state and changes are the fresh state, and no text is lost or doubled", () => {
  fc.assert(
    fc.property(sequence, (commands) => {
      const server = createServer();
      const clients = { a: new Client(server, "a"), b: new Client(server, "b") };
      for (const [side, step] of commands) clients[side as Side][step]();
      for (const client of Object.values(clients)) client.settle();
      for (const client of Object.values(clients)) {
        client.expectFresh();
        client.loadAll();
        client.expectFresh();
        expect(client.state.messages).toHaveLength(server.messages.length);
        client.expectAllTexts();
      }
    }),
    { numRuns: runs },
  );
});
