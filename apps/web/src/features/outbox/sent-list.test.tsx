// @vitest-environment happy-dom

import { act, cleanup, screen } from "@testing-library/react";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { beforeEach, expect, test } from "vitest";
import { AtAddress, follow, openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { SentList } from "./components/sent-list.tsx";
import { WaitingList } from "./components/waiting-list.tsx";

let page: TestPage;
let total: number;

beforeEach(async () => {
  page = await openPage();
  total = 23;
  page.reply = async ({ name, query }) =>
    name === "markSeen" ? { status: 204, data: null } : createListReply(Number(query?.page));
});

/** The server's reply with a page of ten answers. */
function createListReply(current_page: number) {
  const firstIndex = (current_page - 1) * 10;
  const ids = Array.from(
    { length: Math.min(10, total - firstIndex) },
    (_, n) => `${firstIndex + n}`,
  );
  const answers = ids.map((id) => ({ id, is_unread: true, related_question_id_hash: id }));
  const pager = { current_page, total_pages: Math.ceil(total / 10), total_count: total, limit: 10 };
  return { status: 200, data: { answers, pager } };
}

const showVisitorList = () =>
  act(async () =>
    page.show(
      <AtAddress>
        {(address) => (
          <SentList
            reader="visitor"
            address={address}
            renderCard={({ id }) => <p>answer {id}</p>}
          />
        )}
      </AtAddress>,
    ),
  );
const countShownAnswers = () => screen.queryAllByText(/^answer /).length;
const countCalls = (endpointName: string) =>
  page.calls.filter(({ name }) => name === endpointName).length;

test("VISIT-02 further pages are loaded until the last one", async () => {
  await showVisitorList();
  expect(countShownAnswers()).toBe(10);
  await follow("Show more");
  expect(countShownAnswers()).toBe(20);
  await follow("Show more");
  expect(countShownAnswers()).toBe(23);
  expect(screen.queryByRole("link", { name: "Show more" })).toBeNull();
  expect(screen.getByText("That's all")).toBeTruthy();
});

test("VISIT-02 when a further page can't be loaded, the loaded answers stay, and the page can be retried", async () => {
  await showVisitorList();
  const defaultReply = page.reply;
  page.reply = async () => ({ status: 503, data: null });
  await follow("Show more");
  expect(countShownAnswers()).toBe(10);
  expect(screen.getByText("The rest couldn't be loaded").role).toBe("alert");
  page.reply = defaultReply;
  await follow("Try again");
  expect(countShownAnswers()).toBe(20);
});

test("VISIT-06 the list says that it couldn't be loaded, or that it is empty", async () => {
  const defaultReply = page.reply;
  page.reply = async () => ({ status: 500, data: null });
  await showVisitorList();
  expect(screen.getByText("The answers to your questions couldn't be loaded")).toBeTruthy();
  total = 0;
  page.reply = defaultReply;
  await press("Try again");
  expect(screen.getByText("Answers arrive here")).toBeTruthy();
});

test("VISIT-06 SAFE-14 if neither waiting questions nor answers can be loaded, one error is shown, and its retry loads both", async () => {
  page.reply = async () => ({ status: 500, data: null });
  const lists = (
    <AtAddress>
      {(address) => (
        <>
          <WaitingList renderText={(body) => body} />
          <SentList reader="account" address={address} renderCard={() => null} />
        </>
      )}
    </AtAddress>
  );
  await act(async () => page.show(lists));
  await press("Try again");
  expect(screen.getAllByText(/couldn't be loaded/)).toHaveLength(1);
  expect([countCalls("listWaitingQuestions"), countCalls("listSendQuestions")]).toEqual([2, 2]);
});

test("PROF-16 an empty list of an account shows where to find somebody to ask", async () => {
  total = 0;
  const list = (
    <AtAddress>
      {(address) => (
        <SentList
          reader="account"
          address={address}
          renderCard={() => null}
          nextStep={<p>Find somebody</p>}
        />
      )}
    </AtAddress>
  );
  await act(async () => page.show(list));
  expect(screen.getByText("Find somebody")).toBeTruthy();
});

test("PROF-16 opening the tab of sent questions marks no answer as seen", async () => {
  const counts = {
    send_items: 4,
    received_items: 2,
    messages: 0,
    newest_unread_room: null,
    notices: 0,
  };
  page.client.setQueryData([getUnreadCounts.name], counts);
  const list = (
    <AtAddress>
      {(address) => (
        <SentList reader="account" address={address} renderCard={({ id }) => <p>answer {id}</p>} />
      )}
    </AtAddress>
  );
  await act(async () => page.show(list));
  expect(countShownAnswers()).toBe(10);
  expect(countCalls("markSeen") + countCalls("readSendItems")).toBe(0);
  expect(page.client.getQueryData([getUnreadCounts.name])).toEqual(counts);
});

test("PROF-16 answers that could not be loaded stay unread", async () => {
  page.reply = async () => ({ status: 500, data: null });
  const list = (
    <AtAddress>
      {(address) => <SentList reader="account" address={address} renderCard={() => null} />}
    </AtAddress>
  );
  await act(async () => page.show(list));
  expect(countCalls("markSeen")).toBe(0);
});

test("PROF-16 VISIT-02 the waiting questions stand below the newest answers, or above the message of an empty list", async () => {
  const list = (
    <AtAddress>
      {(address) => (
        <SentList
          reader="account"
          address={address}
          waitingQuestions={<p>answer awaited</p>}
          renderCard={({ id }) => <p>answer {id}</p>}
        />
      )}
    </AtAddress>
  );
  const listTexts = () => screen.getAllByText(/^answer /).map(({ textContent }) => textContent);
  await act(async () => page.show(list));
  expect(listTexts().slice(0, 5)).toEqual([
    "answer 0",
    "answer 1",
    "answer 2",
    "answer awaited",
    "answer 3",
  ]);
  cleanup();
  page.client.clear();
  total = 0;
  await act(async () => page.show(list));
  const waiting = screen.getByText("answer awaited");
  const message = screen.getByRole("heading");
  expect(waiting.compareDocumentPosition(message)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
