// @vitest-environment happy-dom

import { act, screen, waitFor, within } from "@testing-library/react";
import type { WaitingQuestion } from "@toibako/contract/outbox.ts";
import { beforeEach, expect, test } from "vitest";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { WaitingList } from "./components/waiting-list.tsx";

let page: TestPage;
let bodies: string[];
/** The server's reply to a withdrawal. */
let withdrawalReply: { status: number; data: unknown };

beforeEach(async () => {
  page = await openPage();
  bodies = ["first", "second"];
  withdrawalReply = { status: 204, data: null };
  page.reply = async ({ name, params, query }) => {
    if (name !== "withdrawQuestion") return createListReply(Number(query?.page));
    bodies = bodies.filter((body) => body !== params?.id);
    return withdrawalReply;
  };
});

function createQuestion(body: string): WaitingQuestion {
  const receiver = {
    receiver_account: "mina",
    receiver_displaying_name: "Mina",
    receiver_icon_url: "/avatars/cat.svg",
    associated_community: null,
  };
  const date = { asked_hour: "2026-11-20T09:00:00Z", asked_date_time__formatted_for_user: "9 am" };
  return {
    uuid_hash: body,
    body,
    stamp: null,
    options: null,
    paper: "plain",
    card_theme: "mint",
    ...date,
    ...receiver,
  };
}

/** The server's reply with a page of ten questions. */
function createListReply(current_page: number) {
  const questions = bodies.slice((current_page - 1) * 10, current_page * 10).map(createQuestion);
  const total_count = bodies.length;
  const pager = { current_page, total_pages: Math.ceil(total_count / 10), total_count, limit: 10 };
  return { status: 200, data: { questions, pager } };
}

const show = () =>
  act(async () => page.show(<WaitingList renderText={(body) => <p>asked {body}</p>} />));
const listShownBodies = () =>
  screen.queryAllByText(/^asked /).map(({ textContent }) => textContent);
const createRefusal = (code: string) => ({
  status: code === "not_found" ? 404 : 409,
  data: { error: { code, messages: ["No."], details: {} } },
});

async function withdrawFirst(choice = "Withdraw") {
  const [first] = screen.getAllByRole("button", { name: "Withdraw" });
  await act(async () => first?.click());
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog.textContent).toContain("Mina isn't told");
  await act(async () => within(dialog).getByRole("button", { name: choice }).click());
}

test("SAFE-14 a waiting question shows its receiver, hour and text, and not whether it was delivered", async () => {
  bodies = ["first"];
  await show();
  const row = within(screen.getByRole("listitem"));
  expect(row.getByRole("link", { name: "Mina" }).getAttribute("href")).toBe("/en/mina");
  expect(row.getByRole("time").textContent).toBe("9 am");
  expect(row.getByText("asked first")).toBeTruthy();
  expect(row.getAllByRole("link")).toHaveLength(1);
  expect(row.getAllByRole("button")).toHaveLength(1);
  expect(screen.getByRole("listitem").textContent).toBe("Mina9 amasked firstWithdraw");
});

test("SAFE-14 without a waiting question, the list renders nothing", async () => {
  bodies = [];
  await show();
  expect(screen.queryByRole("region")).toBeNull();
});

test("SAFE-14 the list grows from two rows to a page, and then page by page", async () => {
  bodies = Array.from({ length: 12 }, (_, index) => `${index}`);
  await show();
  expect(listShownBodies()).toHaveLength(2);
  await press("Show more");
  expect(listShownBodies()).toHaveLength(10);
  expect(document.activeElement?.textContent).toContain("asked 2");
  await press("Show more");
  expect(listShownBodies()).toHaveLength(12);
  expect(document.activeElement?.textContent).toContain("asked 10");
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

test("SAFE-14 a question is withdrawn only after a confirmation, and then leaves the list", async () => {
  await show();
  await withdrawFirst("Keep it");
  expect(page.calls.filter(({ name }) => name === "withdrawQuestion")).toEqual([]);
  expect(listShownBodies()).toHaveLength(2);
  await withdrawFirst();
  expect(page.calls.find(({ name }) => name === "withdrawQuestion")).toMatchObject({
    params: { id: "first" },
  });
  expect(await screen.findByText("Question withdrawn")).toBeTruthy();
  await waitFor(() => expect(screen.getAllByRole("button", { name: "Withdraw" })).toHaveLength(1));
  expect(listShownBodies()).toEqual(["asked second"]);
  await withdrawFirst();
  expect(await screen.findByText("Nothing is waiting for an answer.")).toBeTruthy();
});

test("SAFE-14 withdrawing a question that was answered meanwhile shows a link to the answer", async () => {
  withdrawalReply = createRefusal("already_answered");
  await show();
  await withdrawFirst();
  expect(screen.getByText("Mina answered before you withdrew it.")).toBeTruthy();
  const answer = screen.getByRole("link", { name: "See answer" });
  expect(answer.getAttribute("href")).toBe("/en/q/first");
});

test("SAFE-14 withdrawing a question that no longer exists shows a message", async () => {
  withdrawalReply = createRefusal("not_found");
  await show();
  await withdrawFirst();
  expect(screen.getByText("This question no longer exists.")).toBeTruthy();
});

test("SAFE-14 a failed withdrawal shows the reason, and the dialog stays open for a retry", async () => {
  withdrawalReply = { status: 500, data: null };
  await show();
  await withdrawFirst();
  const failure = "The question couldn't be withdrawn. Please wait a moment and try again.";
  expect(screen.getByText(failure)).toBeTruthy();
  withdrawalReply = { status: 204, data: null };
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getByText("first")).toBeTruthy();
  await act(async () => dialog.getByRole("button", { name: "Withdraw" }).click());
  expect(await screen.findByText("Question withdrawn")).toBeTruthy();
  expect(screen.queryByText(failure)).toBeNull();
});

test("SAFE-14 a list that couldn't be loaded shows an error and can be retried", async () => {
  const defaultReply = page.reply;
  page.reply = async () => ({ status: 500, data: null });
  await show();
  expect(screen.getByText("The questions waiting for an answer couldn't be loaded")).toBeTruthy();
  page.reply = defaultReply;
  await press("Try again");
  expect(listShownBodies()).toHaveLength(2);
});
