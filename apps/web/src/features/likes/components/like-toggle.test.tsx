// @vitest-environment happy-dom
import { notifyManager, QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { connectBrowser } from "#lib/http/client.ts";
import type { Reply } from "#lib/http/transport.ts";
import { loadCatalog } from "#lib/i18n/catalogs.ts";
import { I18nProvider } from "#lib/i18n/texts.tsx";
import { ToastProvider } from "#ui/feedback/toast.tsx";
import { markEarlierLikes } from "../queries.ts";
import { LikeToggle } from "./like-toggle.tsx";

interface ListReply {
  items: { answer_id: string; answer_likes_count: number; is_liked: boolean }[];
}

/** Settles the running call with a reply or an error. */
let settle: (reply: Reply | Error) => void;
let calls: unknown[];
let client: QueryClient;

const item = { answer_id: "a1", answer_likes_count: 7, is_liked: false };
const otherItem = { answer_id: "a2", answer_likes_count: 1, is_liked: true };
/** The same answer as in `item`, as the list of sent questions contains it. */
const answerToSentQuestion = {
  id_hash: "a1",
  likes_count: 7,
  has_been_liked_by_current_user: false,
};

beforeAll(async () => {
  // Without a timer, so that the tests don't wait.
  notifyManager.setScheduler(queueMicrotask);
  await loadCatalog("en");
});
beforeEach(() => {
  calls = [];
  client = new QueryClient();
  connectBrowser(client, (_endpoint, { body }) => {
    calls.push(body);
    return new Promise((resolve, reject) => {
      settle = (reply) => (reply instanceof Error ? reject(reply) : resolve(reply));
    });
  });
  client.setQueryData(["listItems"], { items: [item, otherItem] });
  client.setQueryData(["listSendQuestions"], { pages: [{ answers: [answerToSentQuestion] }] });
});

function List({ may_like }: { may_like: boolean }) {
  const { data } = useQuery<ListReply>({ queryKey: ["listItems"], staleTime: Infinity });
  const { answer_id, answer_likes_count, is_liked } = data?.items[0] ?? item;
  return (
    <LikeToggle
      answer_id={answer_id}
      likes_count={answer_likes_count}
      is_liked={is_liked}
      may_like={may_like}
    />
  );
}

function show(may_like = true) {
  render(
    <QueryClientProvider client={client}>
      <I18nProvider locale="en">
        <ToastProvider closeLabel="Close">
          <List may_like={may_like} />
        </ToastProvider>
      </I18nProvider>
    </QueryClientProvider>,
  );
}

const getHeartButton = () => screen.getByRole("button", { name: /Like/ });
const pressHeart = () => act(async () => void fireEvent.click(getHeartButton()));
const reply = (result: Reply | Error) => act(async () => settle(result));
const likedReply = { status: 200, data: { answer_id: "a1", toggle_type: "increment" } };

test("PROF-13 a like is shown and counted at once, and further presses are ignored until the reply arrives", async () => {
  show();
  await pressHeart();
  expect(getHeartButton().textContent).toContain("8");
  expect(getHeartButton().getAttribute("aria-pressed")).toBe("true");
  expect(getHeartButton().getAttribute("aria-disabled")).toBe("true");
  await pressHeart();
  expect(calls).toEqual([{ answer_id: "a1" }]);
  await reply(likedReply);
  expect(getHeartButton().textContent).toContain("8");
  expect(getHeartButton().getAttribute("aria-disabled")).toBeNull();
});

test("PROF-13 a failed like shows a message and changes nothing", async () => {
  show();
  await pressHeart();
  await reply(new TypeError("no network"));
  expect(getHeartButton().textContent).toContain("7");
  expect(getHeartButton().getAttribute("aria-pressed")).toBe("false");
  expect(screen.getByText(/didn't go through/)).toBeTruthy();
});

test("PROF-12 when another tab has toggled the like already, the server's reply decides the shown state", async () => {
  show();
  await pressHeart();
  await reply({ status: 200, data: { answer_id: "a1", toggle_type: "decrement" } });
  expect(getHeartButton().textContent).toContain("6");
  expect(getHeartButton().getAttribute("aria-pressed")).toBe("false");
});

test("a like changes every cached copy of the answer, and no other answer", async () => {
  show();
  await pressHeart();
  await reply(likedReply);
  expect(client.getQueryData(["listItems"])).toEqual({
    items: [{ ...item, answer_likes_count: 8, is_liked: true }, otherItem],
  });
  expect(client.getQueryData(["listSendQuestions"])).toEqual({
    pages: [
      {
        answers: [
          { ...answerToSentQuestion, likes_count: 8, has_been_liked_by_current_user: true },
        ],
      },
    ],
  });
});

test("PROF-12 an earlier like of the visitor is marked in every cached copy", async () => {
  show();
  await act(async () => markEarlierLikes(client, Promise.resolve(["a1"])));
  expect(getHeartButton().getAttribute("aria-pressed")).toBe("true");
  expect(getHeartButton().textContent).toContain("7");
  expect(client.getQueryData(["listItems"])).toEqual({
    items: [{ ...item, is_liked: true }, otherItem],
  });
  await pressHeart();
  expect(calls).toEqual([{ answer_id: "a1" }]);
});

test("PROF-12 a press before the earlier like is known doesn't remove it", async () => {
  show();
  const earlierLikes = Promise.withResolvers<string[]>();
  markEarlierLikes(client, earlierLikes.promise);
  await pressHeart();
  expect(getHeartButton().getAttribute("aria-pressed")).toBe("true");
  await act(async () => earlierLikes.resolve(["a1"]));
  expect(calls).toEqual([]);
  expect(getHeartButton().getAttribute("aria-pressed")).toBe("true");
  expect(getHeartButton().textContent).toContain("7");
});

test("if the earlier likes can't be fetched, a press still sends the like", async () => {
  show();
  await act(async () => markEarlierLikes(client, Promise.reject(new TypeError("offline"))));
  await pressHeart();
  expect(calls).toEqual([{ answer_id: "a1" }]);
});

test("PROF-15 a viewer who can't like sees only the count", () => {
  show(false);
  expect(screen.queryByRole("button", { name: /Like/ })).toBeNull();
  expect(screen.getByText("7")).toBeTruthy();
});

test("COMM-30 a like changes the cached answers of communities", async () => {
  const answer = { id: "a1", likes_count: 7, has_been_liked_by_current_user: false };
  client.setQueryData(["listCommunityAnswers"], { answers: [answer] });
  show();
  await pressHeart();
  expect(client.getQueryData(["listCommunityAnswers"])).toEqual({
    answers: [{ ...answer, likes_count: 8, has_been_liked_by_current_user: true }],
  });
});

test("COMM-32 liking an answer that is not loaded reports an internal error and shows an error bar", async () => {
  const report = vi.fn();
  vi.stubGlobal("reportError", report);
  show();
  client.removeQueries({ queryKey: ["listItems"] });
  client.removeQueries({ queryKey: ["listSendQuestions"] });
  await pressHeart();
  expect(report).toHaveBeenCalledTimes(1);
  expect(calls).toEqual([]);
  expect(screen.getByText(/didn't go through/)).toBeTruthy();
  vi.unstubAllGlobals();
});
