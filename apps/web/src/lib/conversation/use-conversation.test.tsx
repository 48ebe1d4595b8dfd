// @vitest-environment happy-dom

import { cleanup, render } from "@testing-library/react";
import { StrictMode } from "react";
import { expect, test, vi } from "vitest";
import type { ConversationController } from "./controller.ts";
import type { ConversationMessage } from "./state.ts";
import { useConversation } from "./use-conversation.ts";

vi.mock("#lib/http/event-stream.ts", () => ({ listenToEvents: () => () => {} }));

type Message = ConversationMessage;

const never = () => new Promise<never>(() => {});
const calls = {
  fetchNewest: never,
  fetchOlder: never,
  fetchChanges: never,
  post: never,
  markRead: never,
};
const handlers = { onPostFailed() {}, onFetchFailed() {} };
let shown: ConversationController<Message>;

/** A conversation whose calls never get a reply. */
function Page({ draft }: { draft: string }) {
  const conversation = { user_id: "mina", uuid: draft, draft, calls, handlers, isWriting: false };
  shown = useConversation<Message>(conversation).controller;
  return null;
}

/** Shows a conversation, and returns its controller. */
function show(draft: string) {
  render(
    <StrictMode>
      <Page draft={draft} />
    </StrictMode>,
  );
  return shown;
}

test("TALK-28 a page that opens again while a text is being sent goes on with it, and otherwise begins anew", () => {
  const first = show("talk-a");
  first.post("one");
  cleanup();
  expect(show("talk-b")).not.toBe(first);
  const second = show("talk-a");
  expect(second).toBe(first);
  expect(second.getState().posts).toMatchObject([{ body: "one" }]);
  second.replace({
    key: second.getState().posts[0]?.key ?? "",
    number: 1,
    change: 1,
    body: "one",
    is_taken_back: false,
    me: true,
  });
  cleanup();
  expect(show("talk-a")).not.toBe(first);
});
