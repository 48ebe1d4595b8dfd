// @vitest-environment happy-dom

import { cleanup, render } from "@testing-library/react";
import { StrictMode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { ConversationController } from "./controller.ts";
import type { ConversationMessage } from "./state.ts";
import { useConversation } from "./use-conversation.ts";

vi.mock("#lib/http/event-stream.ts", () => ({ listenToEvents: () => () => {} }));
afterEach(cleanup);

type Message = ConversationMessage;

/** Shows a conversation whose posts never get a reply; returns its controller. */
function show(draft: string) {
  let shown: ConversationController<Message> | undefined;
  const never = () => new Promise<never>(() => {});
  const calls = { fetchNewest: never, fetchOlder: never, fetchChanges: never, post: never };
  function Page() {
    const { controller } = useConversation<Message>({
      user_id: "mina",
      uuid: draft,
      draft,
      calls: { ...calls, markRead: never },
      isWriting: false,
      handlers: { onPostFailed() {}, onFetchFailed() {} },
    });
    shown = controller;
    return null;
  }
  render(
    <StrictMode>
      <Page />
    </StrictMode>,
  );
  if (!shown) throw new Error("nothing is shown");
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
