// @vitest-environment happy-dom

import { Link } from "@tanstack/react-router";
import { act, cleanup, screen, within } from "@testing-library/react";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import type { CalmMode, HeldQuestion, HeldRule } from "@toibako/contract/filters.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { updateHeldCount } from "#features/inbox/queries.ts";
import { api } from "#lib/http/client.ts";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { HeldList } from "./components/held-list.tsx";

let page: TestPage;
let questions: HeldQuestion[];
/** The server's reply to a release or a deletion. */
let decisionReply: { status: number; data: unknown };
const onSeeInbox = vi.fn();
const calmOff = { is_on: false, until: null, until__formatted: null, is_suggested: false };
let calm: CalmMode;

beforeEach(async () => {
  page = await openPage();
  calm = { ...calmOff, is_suggested: true };
  questions = [createHeldQuestion("first", { kind: "own_ng_word", word: "secret" })];
  decisionReply = { status: 204, data: null };
  page.reply = async ({ name }) => {
    if (name === "getCalmMode") return { status: 200, data: { calm_mode: calm } };
    return name === "listHeldQuestions" ? createListReply() : decisionReply;
  };
  onSeeInbox.mockReset();
});

function createHeldQuestion(body: string, held_by: HeldRule): HeldQuestion {
  const date = { asked_hour: "2026-11-20T09:00:00Z", asked_date_time__formatted_for_user: "9 am" };
  return {
    uuid_hash: body,
    body,
    locale: "en",
    type: "text",
    options: null,
    paper: "plain",
    held_by,
    ...date,
  };
}

function createListReply() {
  const limit = 20;
  const pager = { current_page: 1, total_pages: 1, total_count: questions.length, limit };
  return { status: 200, data: { questions, pager } };
}

async function show() {
  await act(async () =>
    page.show(
      <HeldList
        theme="mint"
        settingsLink={null}
        address={{ link: () => <Link to="." /> }}
        onSeeInbox={onSeeInbox}
        onRemoved={(outcome) => updateHeldCount(page.client, outcome)}
        renderReportButton={() => <button type="button">Block</button>}
      />,
    ),
  );
}

const pressInDialog = async (name: string) => {
  const dialog = await screen.findByRole("alertdialog");
  await act(async () => within(dialog).getByRole("button", { name }).click());
};

const { queryKey } = api.query(listReceivedItems, {
  query: { status: "unread", page: "1", limit: "20" },
});

function cacheCounts() {
  const counts = { unread: 2, confirmed: 0, hidden: 0, held: 1 };
  page.client.setQueryData(queryKey, { items: [], counts } as never);
  page.client.setQueryData([getUnreadCounts.name], { received_items: 2 });
}

test.each([
  [{ kind: "own_ng_word", word: "secret" }, "Contains “secret”", "one of your own words"],
  [{ kind: "ng_word", word: "nasty", list: "en" }, "Contains a word that often hurts", "word list"],
  [{ kind: "ml", category: "threat" }, "May be a threat", "AI filter"],
  [{ kind: "calm_mode" }, "From a new visitor", "calm mode"],
] as const)(
  "BOX-18 SAFE-07 the rule %o is described, and the text stays covered until the receiver uncovers it",
  async (rule, reason, source) => {
    questions = [createHeldQuestion("What may hurt", rule)];
    await show();
    const getHeadingText = () => screen.getByRole("heading").textContent;
    expect(getHeadingText()).toBe(reason);
    expect(screen.getByText(new RegExp(source))).toBeTruthy();
    expect(document.body.textContent).not.toContain("What may hurt");
    expect(document.body.textContent).not.toContain("nasty");
    await press("Read");
    expect(getHeadingText()).toBe("What may hurt");
    await press("Hide");
    expect(document.body.textContent).not.toContain("What may hurt");
  },
);

test("BOX-18 a question about self-harm links to help after it is uncovered", async () => {
  questions = [createHeldQuestion("a", { kind: "ml", category: "self_harm" })];
  await show();
  expect(screen.queryByRole("link", { name: "where to turn" })).toBeNull();
  await press("Read");
  const help = screen.getByRole("link", { name: "where to turn" });
  expect(help.getAttribute("href")).toBe("/en/fxp/guidelines");
});

test("BOX-18 BOX-19 a released question leaves the list, counts as unread, and a toast opens the inbox", async () => {
  cacheCounts();
  await show();
  questions = [];
  await press("Move to inbox");
  expect(page.calls.find(({ name }) => name === "releaseHeldQuestion")).toMatchObject({
    params: { id: "first" },
  });
  expect(page.client.getQueryData(queryKey)).toMatchObject({ counts: { unread: 3, held: 0 } });
  expect(page.client.getQueryData([getUnreadCounts.name])).toEqual({ received_items: 3 });
  await press("Open the inbox");
  expect(onSeeInbox).toHaveBeenCalledOnce();
  expect(await screen.findByText("Nothing is held")).toBeTruthy();
});

test("BOX-18 BOX-19 a question is deleted only after a confirmation", async () => {
  cacheCounts();
  await show();
  const countDeletions = () =>
    page.calls.filter(({ name }) => name === "deleteHeldQuestion").length;
  await press("Delete");
  await pressInDialog("Cancel");
  expect(countDeletions()).toBe(0);
  await press("Delete");
  questions = [];
  await pressInDialog("Delete");
  expect(countDeletions()).toBe(1);
  expect(page.client.getQueryData(queryKey)).toMatchObject({ counts: { unread: 2, held: 0 } });
  expect(await screen.findByText("Nothing is held")).toBeTruthy();
});

test("BOX-18 BOX-19 all held questions are deleted at once, only after a confirmation", async () => {
  questions = ["first", "second"].map((body) => createHeldQuestion(body, { kind: "calm_mode" }));
  cacheCounts();
  await show();
  await press("Delete all");
  await pressInDialog("Cancel");
  expect(page.calls.some(({ name }) => name === "deleteHeldQuestions")).toBe(false);
  await press("Delete all");
  questions = [];
  await pressInDialog("Delete all");
  expect(page.calls.some(({ name }) => name === "deleteHeldQuestions")).toBe(true);
  expect(page.client.getQueryData(queryKey)).toMatchObject({ counts: { unread: 2, held: 0 } });
  expect(await screen.findByText("Nothing is held")).toBeTruthy();
});

test("BOX-18 a failed release shows the reason and keeps the question", async () => {
  await show();
  const error = { code: "not_found", messages: ["It is gone."], details: {} };
  decisionReply = { status: 404, data: { error } };
  await press("Move to inbox");
  expect(screen.getByText("It is gone.")).toBeTruthy();
  expect(screen.getAllByRole("article")).toHaveLength(1);
  await press("Move to inbox");
  expect(page.calls.filter(({ name }) => name === "releaseHeldQuestion")).toHaveLength(2);
});

test("BOX-19 the list says that it is loading, or that it couldn't be loaded", async () => {
  page.reply = () => undefined;
  await show();
  expect(screen.getByText("Loading")).toBeTruthy();
  cleanup();
  page.client.clear();
  page.reply = async () => ({ status: 500, data: null });
  await show();
  expect(screen.getByText("The held questions couldn't be loaded")).toBeTruthy();
  page.reply = async () => createListReply();
  await press("Try again");
  expect(screen.getAllByRole("article")).toHaveLength(1);
});

test("SAFE-07 a notice above the list says that calm mode is on, and has no link to the list", async () => {
  calm = { ...calmOff, is_on: true };
  await show();
  const notice = await screen.findByRole("region", { name: "Calm mode" });
  expect(notice.textContent).toContain("Calm mode is on until you switch it off");
  expect(within(notice).queryByRole("link")).toBeNull();
  expect(within(notice).getByRole("button", { name: "Switch off" })).toBeTruthy();
});

test("SAFE-07 calm mode is not suggested above the list", async () => {
  await show();
  expect(screen.queryByRole("region", { name: "Calm mode" })).toBeNull();
});
