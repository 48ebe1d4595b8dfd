// @vitest-environment happy-dom

import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { getNoticeBadge } from "@toibako/contract/notices.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { removeReportedItems } from "#features/inbox/queries.ts";
import { api } from "#lib/http/client.ts";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { Report } from "./components/report.tsx";

let page: TestPage;
let reportReply: { status: number; data: unknown };
const onReported = vi.fn();

beforeEach(async () => {
  page = await openPage();
  reportReply = { status: 201, data: { item_uuids: ["a", "c"], held_item_uuids: ["d"] } };
  page.reply = async ({ name }) => (name === "postReport" ? reportReply : undefined) as never;
  onReported.mockReset();
});

const { queryKey } = api.query(listReceivedItems, {
  query: { status: "unread", page: "1", limit: "20" },
});
const listSentReports = () =>
  page.calls.filter(({ name }) => name === "postReport").map(({ body }) => body);

async function startReport({ mayReportSeveral = true } = {}) {
  page.client.setQueryData(queryKey, {
    items: ["a", "b", "c"].map((uuid_hash) => ({ uuid_hash })),
    counts: { unread: 3, confirmed: 0, hidden: 0, held: 2 },
  } as never);
  page.client.setQueryData([getUnreadCounts.name], { received_items: 3 });
  page.client.setQueryData([getNoticeBadge.name], { is_exist: true });
  page.show(
    <Report
      item_id="a"
      mayReportSeveral={mayReportSeveral}
      onItemsRemoved={(removed) => removeReportedItems(page.client, removed)}
      onReported={onReported}
    >
      {(start) => (
        <button type="button" onClick={start}>
          Report
        </button>
      )}
    </Report>,
  );
  await press("Report");
  await screen.findByRole("alertdialog");
}

test("BOX-10 BOX-12 one question is reported without a block, after both steps of the dialog", async () => {
  await startReport();
  await press("Report this one");
  expect(listSentReports()).toEqual([]);
  await press("Report without blocking");
  expect(listSentReports()).toEqual([{ mode: "unit", item_id: "a" }]);
  await waitFor(() => expect(onReported).toHaveBeenCalledOnce());
});

test("BOX-10 BOX-12 several questions are reported in the chosen mode", async () => {
  await startReport();
  await press("Report all from this sender");
  await press("Report without blocking");
  expect(listSentReports()).toEqual([{ mode: "multiple", item_id: "a" }]);
});

test("BOX-11 a report with a block removes the questions that the server names, lowers the counts and invalidates the bell's badge", async () => {
  await startReport();
  await press("Report this one");
  await press("Block and report all");
  expect(listSentReports()).toEqual([{ mode: "multipleWithBlock", item_id: "a" }]);
  expect(page.client.getQueryData(queryKey)).toMatchObject({
    items: [{ uuid_hash: "b" }],
    counts: { unread: 1, held: 1 },
  });
  expect(page.client.getQueryData([getUnreadCounts.name])).toEqual({ received_items: 1 });
  expect(page.client.getQueryState([getNoticeBadge.name])?.isInvalidated).toBe(true);
  expect(await screen.findByText("Blocked, and 3 questions reported")).toBeTruthy();
});

test("BOX-12 closing the second step declines the block, as its button does", async () => {
  await startReport();
  await press("Report all from this sender");
  await act(async () => void fireEvent.keyDown(screen.getByRole("alertdialog"), { key: "Escape" }));
  expect(listSentReports()).toEqual([{ mode: "multiple", item_id: "a" }]);
  await waitFor(() => expect(onReported).toHaveBeenCalledOnce());
});

test("BOX-10 cancelling the first step sends nothing, and a new report starts with it", async () => {
  await startReport();
  await act(async () => void fireEvent.keyDown(screen.getByRole("alertdialog"), { key: "Escape" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await press("Report");
  await act(async () => void (await screen.findByRole("button", { name: "Report this one" })));
  expect(listSentReports()).toEqual([]);
});

test("BOX-10 if only one question may be reported, the dialog doesn't offer to report several", async () => {
  await startReport({ mayReportSeveral: false });
  expect(screen.queryByRole("button", { name: "Report all from this sender" })).toBeNull();
});

test.each([
  [{ code: "too_many", messages: ["Try again in about 20 min."], details: {} }, "Try again in"],
  [{ code: "invalid_fields", messages: [], details: { mode: ["Not so."] } }, "Not so."],
])("BOX-13 a failure shows the server's message and keeps the question", async (error, text) => {
  await startReport();
  reportReply = { status: 429, data: { error } };
  await press("Report this one");
  await press("Report without blocking");
  expect(screen.getByText(new RegExp(text))).toBeTruthy();
  expect(onReported).not.toHaveBeenCalled();
  expect(page.client.getQueryData(queryKey)).toMatchObject({ counts: { unread: 3 } });
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await press("Report");
  expect(await screen.findByRole("button", { name: "Report this one" })).toBeTruthy();
});
