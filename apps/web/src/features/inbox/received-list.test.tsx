// @vitest-environment happy-dom

import { Link } from "@tanstack/react-router";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import type { ReceivedItem } from "@toibako/contract/inbox.ts";
import type { QuestionStatus } from "@toibako/contract/questions.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { DeleteBinnedButton } from "./components/delete-binned-button.tsx";
import { EmptyBinButton } from "./components/empty-bin-button.tsx";
import { ReceivedList } from "./components/received-list.tsx";

let page: TestPage;
let items: ReceivedItem[];
/** The server's reply to a move. */
let moveReply: { status: number; data: unknown };

beforeEach(async () => {
  page = await openPage();
  items = [createLetter("first"), createLetter("second")];
  const refusal = { error: { code: "not_found", messages: ["It is gone."], details: {} } };
  moveReply = { status: 404, data: refusal };
  page.reply = async ({ name }) => (name === "changeQuestion" ? moveReply : createListReply());
});

function createLetter(body: string, fields: Partial<ReceivedItem> = {}): ReceivedItem {
  const item = {
    uuid_hash: body,
    body,
    locale: "en",
    status: "unread",
    enum_status: "未読",
    asked_hour: "2026-11-20T09:00:00Z",
  };
  const date = { asked_date_time__formatted_for_user: "20 Nov 2026, 9 am" };
  const uri = { separate_page_uri_for_this_question: `/en/q/${body}`, answers_page_uri: null };
  return { ...item, ...date, ...uri, is_answered: false, ...fields } as ReceivedItem;
}

function createListReply() {
  const pager = { current_page: 1, total_pages: 1, total_count: items.length, limit: 20 };
  const counts = { unread: items.length, confirmed: 0, hidden: 0 };
  return { status: 200, data: { items, pager, counts } };
}

async function show(status: QuestionStatus = "unread") {
  await act(async () =>
    page.show(
      <ReceivedList
        status={status}
        address={{ link: () => <Link to="." /> }}
        limit="20"
        renderAnswerForm={({ body }) => <p>answering {body}</p>}
        renderAnswer={({ text }) => <p>answered {text}</p>}
        renderReportButton={({ body }, { isBusy }) => (
          <button type="button" disabled={isBusy}>
            Report {body}
          </button>
        )}
        bin={{
          renderHead: (items) => <EmptyBinButton items={items} />,
          renderDeleteButton: (item, { isBusy, rememberNeighbors }) => (
            <DeleteBinnedButton item={item} isBusy={isBusy} rememberNeighbors={rememberNeighbors} />
          ),
        }}
        renderBanner={() => <p>own banner</p>}
        empty={<p>nothing here</p>}
      />,
    ),
  );
}

const queryCards = () => screen.queryAllByRole("article");
const listCommands = () => {
  const [card] = queryCards();
  const buttons = card ? within(card).queryAllByRole("button") : [];
  const links = card ? within(card).queryAllByRole("link") : [];
  return [...links, ...buttons].map((element) => element.textContent);
};

test("BOX-02 a long body is cut at 103 characters and can be expanded", async () => {
  items = [createLetter("x".repeat(104))];
  await show();
  expect(screen.getByText(`${"x".repeat(103)}…`)).toBeTruthy();
  await press("Read more");
  expect(screen.getByText("x".repeat(104))).toBeTruthy();
});

test("BOX-02 BOX-05 the form that answers a long question stands below all of it", async () => {
  const body = "x".repeat(104);
  items = [createLetter(body)];
  await show();
  await act(async () => screen.getByRole("link", { name: "Answer" }).click());
  expect(screen.getByRole("heading", { name: body })).toBeTruthy();
  expect(screen.getByText(`answering ${body}`)).toBeTruthy();
  expect(screen.queryByText("Read more")).toBeNull();
});

test("BOX-02 COMM-43 a daily question names its community, and says if it is popular", async () => {
  const community = { id: "travel", category_id: "life", name: "Travel" };
  const popularCommunity = { ...community, is_popular: true };
  const otherCommunity = { ...community, is_popular: false };
  items = [
    createLetter("a", { associated_community: popularCommunity }),
    createLetter("b", { associated_community: otherCommunity }),
    createLetter("c", { associated_community: null }),
  ];
  await show();
  expect(screen.getAllByText("Popular community")).toHaveLength(1);
  expect(screen.getAllByText("#Travel")).toHaveLength(2);
  expect(queryCards()[0]?.textContent).toContain("Popular community");
});

test("COMM-43 a daily question links to all answers", async () => {
  const uri = "/en/communities/travel/categories/life/items/a";
  items = [createLetter("a", { answers_page_uri: uri }), createLetter("b")];
  await show();
  const links = screen.getAllByRole("link", { name: /See all answers/ });
  expect(links.map((link) => link.getAttribute("href"))).toEqual([uri]);
});

test("BOX-02 the date of a new question is highlighted, and a question to oneself is marked", async () => {
  items = [createLetter("a", { is_new: true, is_self: true }), createLetter("b")];
  await show();
  const [first, second] = queryCards();
  expect(first?.querySelector("[data-new]")?.textContent).toContain("20 Nov 2026");
  expect(second?.querySelector("[data-new]")).toBeNull();
  expect(screen.getAllByText("To yourself")).toHaveLength(1);
});

test("ASK-10 ASK-17 ASK-20 a letter shows its stamp, its choices and the mark of a baton", async () => {
  const stamp = { id: "eat", stamp_image: { url: "/stamps/eat.svg" } };
  const options = ["Sea", "Mountains"];
  const batonWithOptions = { type: "choose" as const, options, is_baton: true };
  items = [
    createLetter("What did you eat?", { type: "stamp", stamp }),
    createLetter("Where to?", batonWithOptions),
  ];
  await show();
  const [first, second] = queryCards().map((card) => within(card));
  expect(first?.getByRole("img", { name: "Sticker" }).getAttribute("src")).toBe("/stamps/eat.svg");
  expect(first?.getByRole("heading", { name: "What did you eat?" })).toBeTruthy();
  expect(first?.queryByText("Question baton")).toBeNull();
  const choices = second?.getByRole("list", { name: "Choices" });
  expect(choices?.textContent).toBe("SeaMountains");
  expect(second?.getByText("Question baton")).toBeTruthy();
  expect(second?.queryByText("To yourself")).toBeNull();
});

test("BOX-02 SHARE-01 a letter is on the paper of its sender, and once it is answered in the theme of who was asked", async () => {
  const answered = { is_answered: true, paper: "air", card_theme: "night" } as const;
  items = [createLetter("a", { paper: "grid" }), createLetter("b", answered)];
  await show();
  const [first, second] = queryCards();
  expect(first?.getAttribute("data-paper")).toBe("grid");
  expect(second?.getAttribute("data-paper")).toBeNull();
  expect(second?.querySelector("[data-card-theme]")?.getAttribute("data-card-theme")).toBe("night");
});

test.each([
  { status: "unread", is_answered: false, offered: ["Answer", "Checked", "Bin", "Report a"] },
  { status: "confirmed", is_answered: false, offered: ["Move back", "Bin"] },
  { status: "confirmed", is_answered: true, offered: ["See answer", "Bin"] },
  { status: "hidden", is_answered: false, offered: ["Answer", "Restore", "Delete now"] },
  { status: "hidden", is_answered: true, offered: ["See answer", "Restore"] },
] as const)(
  "BOX-05 a question with the status $status and is_answered $is_answered offers the commands $offered",
  async ({ offered, ...state }) => {
    items = [createLetter("a", state)];
    await show(state.status);
    expect(listCommands()).toEqual(offered);
  },
);

test("BOX-07 PROF-18 moving a question to the bin shows a toast, slides the card out and lowers the unread count by one", async () => {
  const counts = {
    send_items: 0,
    received_items: 2,
    messages: 0,
    newest_unread_room: null,
    notices: 0,
  };
  page.client.setQueryData([getUnreadCounts.name], counts);
  await show();
  vi.useFakeTimers();
  moveReply = { status: 200, data: { uuid_hash: "first", status: "hidden", label: "bin" } };
  items = items.slice(1);
  const bin = within(queryCards()[0] as HTMLElement).getByRole("button", { name: "Bin" });
  await act(async () => bin.click());

  const change = page.calls.find(({ name }) => name === "changeQuestion");
  expect(change).toMatchObject({ params: { id: "first" }, body: { status: "hidden" } });
  expect(screen.getByText("Moved to the bin")).toBeTruthy();
  expect(page.client.getQueryData([getUnreadCounts.name])).toMatchObject({ received_items: 1 });
  expect(document.querySelectorAll("[data-leaving]")).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(300));
  expect(queryCards().map((card) => card.querySelector("h2")?.textContent)).toEqual(["second"]);
});

test("ANS-09 a question that is answered elsewhere stays while somebody answers it here", async () => {
  await show();
  await act(async () => screen.getAllByRole("link", { name: "Answer" })[0]?.click());
  expect(screen.getByText("answering first")).toBeTruthy();
  vi.useFakeTimers();
  items = [];
  await act(async () => page.client.invalidateQueries());
  await act(() => vi.advanceTimersByTimeAsync(300));
  expect(screen.getByText("answering first")).toBeTruthy();
  expect(queryCards()).toHaveLength(1);
});

test.each([
  ["Bin", "hidden"],
  ["Checked", "confirmed"],
])(
  "BOX-07 BOX-08 a button in the toast after the move “%s” undoes the move",
  async (command, status) => {
    const counts = {
      send_items: 0,
      received_items: 2,
      messages: 0,
      newest_unread_room: null,
      notices: 0,
    };
    page.client.setQueryData([getUnreadCounts.name], counts);
    await show();
    moveReply = { status: 200, data: { uuid_hash: "first", status, label: "there" } };
    const [first] = items.splice(0, 1);
    const move = within(queryCards()[0] as HTMLElement).getByRole("button", { name: command });
    await act(async () => move.click());

    moveReply = { status: 200, data: { uuid_hash: "first", status: "unread", label: "Unread" } };
    items = [first as ReceivedItem, ...items];
    await press("Undo");
    const sentMoves = page.calls.filter(({ name }) => name === "changeQuestion");
    expect(sentMoves.at(-1)).toMatchObject({
      params: { id: "first" },
      body: { status: "unread" },
    });
    expect(screen.getByText("Moved to “Unread”")).toBeTruthy();
    expect(page.client.getQueryData([getUnreadCounts.name])).toMatchObject({ received_items: 2 });
    expect(queryCards().map((card) => card.querySelector("h2")?.textContent)).toEqual([
      "first",
      "second",
    ]);
    expect(document.querySelector("[data-leaving] h2")).toBeNull();
  },
);

test("BOX-07 a failed move shows the reason, keeps the card, and enables its buttons again", async () => {
  items = [createLetter("first")];
  await show();
  await press("Bin");
  expect(screen.getByText("It is gone.")).toBeTruthy();
  expect(queryCards()).toHaveLength(1);
  await press("Bin");
  expect(page.calls.filter(({ name }) => name === "changeQuestion")).toHaveLength(2);
});

test("BOX-08 checking and restoring send the new status", async () => {
  items = [createLetter("first")];
  await show();
  await press("Checked");
  cleanup();
  items = [createLetter("first", { status: "hidden" })];
  await show("hidden");
  await press("Restore");
  const sentMoves = page.calls.filter(({ name }) => name === "changeQuestion");
  expect(sentMoves.map(({ body }) => body)).toMatchObject([
    { status: "confirmed" },
    { status: "unread" },
  ]);
});

test("BOX-05 reporting is not offered for a question to oneself", async () => {
  items = [createLetter("a", { is_self: true })];
  await show();
  expect(listCommands()).toEqual(["Answer", "Checked", "Bin"]);
});

test("BOX-04 a banner follows the second question, and a list with one question has no banner", async () => {
  items = [createLetter("a"), createLetter("b"), createLetter("c")];
  await show();
  const banner = screen.getByText("own banner");
  const isBeforeBanner = (card: HTMLElement | undefined) =>
    (card as HTMLElement).compareDocumentPosition(banner) & Node.DOCUMENT_POSITION_FOLLOWING;
  expect(queryCards().map((card) => isBeforeBanner(card) > 0)).toEqual([true, true, false]);
  cleanup();
  page.client.clear();
  items = [createLetter("a")];
  await show();
  expect(screen.queryByText("own banner")).toBeNull();
});

test("BOX-01 the answer form opens below its letter", async () => {
  await show();
  await act(async () => screen.getAllByRole("link", { name: "Answer" })[1]?.click());
  expect(screen.getByText("answering second")).toBeTruthy();
});

test("PROF-05 the list says that it is loading, empty, or couldn't be loaded", async () => {
  page.reply = () => undefined;
  await show();
  expect(screen.getByText("Loading")).toBeTruthy();
  cleanup();
  page.client.clear();
  page.reply = async () => ({ status: 500, data: null });
  await show();
  expect(screen.getByText("Your questions couldn't be loaded")).toBeTruthy();
  expect(screen.queryByText("nothing here")).toBeNull();
  items = [];
  page.reply = async () => createListReply();
  await press("Try again");
  expect(screen.getByText("nothing here")).toBeTruthy();
});

const pressInDialog = async (name: string) => {
  const dialog = await screen.findByRole("alertdialog");
  await act(async () => within(dialog).getByRole("button", { name }).click());
};
const listCalls = (endpointName: string) => page.calls.filter(({ name }) => name === endpointName);

/** Fills the bin with an unanswered and an answered question. */
function fillBin() {
  items = [
    createLetter("first", { status: "hidden" }),
    createLetter("second", { status: "hidden", is_answered: true }),
  ];
  const defaultReply = page.reply;
  page.reply = (call) => {
    if (call.name !== "deleteBinnedQuestion" && call.name !== "emptyBin") return defaultReply(call);
    items = items.filter(({ is_answered }) => is_answered);
    const counts = { unread: 0, confirmed: 0, hidden: 1, held: 0 };
    const reply =
      call.name === "emptyBin" ? { status: 200, data: { counts } } : { status: 204, data: null };
    return Promise.resolve(reply);
  };
}

test("SAFE-14 an unanswered question in the bin is deleted after a confirmation, and an answered one has a note that it stays", async () => {
  fillBin();
  await show("hidden");
  expect(within(queryCards()[1] as HTMLElement).getByText(/answer is public/)).toBeTruthy();
  expect(within(queryCards()[0] as HTMLElement).queryByText(/answer is public/)).toBeNull();
  expect(screen.getByText(/disappear after 30 days/)).toBeTruthy();
  await press("Delete now");
  const quote = within(await screen.findByRole("alertdialog")).getByRole("blockquote");
  expect(quote.textContent).toBe("first");
  await pressInDialog("Cancel");
  expect(listCalls("deleteBinnedQuestion")).toEqual([]);
  await press("Delete now");
  await pressInDialog("Delete now");
  expect(listCalls("deleteBinnedQuestion")).toMatchObject([{ params: { id: "first" } }]);
  expect(await screen.findByText("Question deleted")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Delete now" })).toBeNull());
  expect(screen.getByRole("heading", { name: "second" })).toBeTruthy();
});

test("SAFE-14 the bin is emptied after a confirmation, and a toast says how many answered questions stay", async () => {
  fillBin();
  await show("hidden");
  await press("Empty the bin");
  await pressInDialog("Empty");
  expect(listCalls("emptyBin")).toHaveLength(1);
  expect(await screen.findByText("Emptied, except for 1 answered question")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Empty the bin" })).toBeNull();
  expect(screen.getByRole("heading", { name: "second" })).toBeTruthy();
});

test("SAFE-14 a failed deletion shows the reason and can be retried", async () => {
  fillBin();
  const refusal = { code: "already_answered", messages: ["It is answered."], details: {} };
  const defaultReply = page.reply;
  page.reply = (call) =>
    call.name === "deleteBinnedQuestion"
      ? Promise.resolve({ status: 409, data: { error: refusal } })
      : defaultReply(call);
  await show("hidden");
  await press("Delete now");
  await pressInDialog("Delete now");
  expect(screen.getByText("It is answered.")).toBeTruthy();
  await pressInDialog("Delete now");
  expect(listCalls("deleteBinnedQuestion")).toHaveLength(2);
});
