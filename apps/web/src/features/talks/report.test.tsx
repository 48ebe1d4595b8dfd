// @vitest-environment happy-dom

import { act, fireEvent, screen } from "@testing-library/react";
import { listTalks } from "@toibako/contract/talks.ts";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { getTexts } from "#lib/i18n/texts.tsx";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { ReportSheet } from "./components/report-sheet.tsx";
import { talksQuery } from "./queries.ts";

let page: TestPage;
let reply: { status: number; data: unknown };
const { t } = getTexts("en");

function Reported() {
  const [open, setOpen] = useState(true);
  return (
    <ReportSheet
      uuid="talk-a"
      open={open}
      onOpenChange={setOpen}
      calmOffer={<p>Calm mode helps</p>}
    />
  );
}

beforeEach(async () => {
  page = await openPage();
  reply = { status: 201, data: {} };
  page.reply = async ({ name }) => (name === "postTalkReport" ? reply : undefined) as never;
  page.client.setQueryData(talksQuery(1).queryKey, {
    talks: [{ uuid: "talk-a" }, { uuid: "talk-b" }],
  } as never);
  page.show(<Reported />);
  await screen.findByRole("dialog");
});

const listReports = () =>
  page.calls.filter(({ name }) => name === "postTalkReport").map(({ body }) => body);
const listCachedTalks = () =>
  page.client.getQueryData<{ talks: { uuid: string }[] }>(talksQuery(1).queryKey)?.talks;
const readTitle = () => screen.getByRole("heading", { level: 2 }).textContent;

async function fillIn() {
  await act(async () => fireEvent.click(screen.getByLabelText(t("talks.reason_harassment"))));
  await press(t("talks.report_next"));
}

test("TALK-23 without a reason the report doesn't go on", async () => {
  await press(t("talks.report_next"));
  expect(screen.getByText(t("talks.report_reason_missing"))).toBeTruthy();
  expect(readTitle()).toBe(t("talks.report_title"));
});

test("TALK-23 TALK-24 a report with a block is sent after both choices, and the talk leaves the list", async () => {
  await fillIn();
  expect(readTitle()).toBe(t("talks.block_title"));
  expect(screen.getByText("Calm mode helps")).toBeTruthy();
  expect(listReports()).toEqual([]);
  await press(t("talks.block_and_report"));
  expect(listReports()).toEqual([
    {
      uuid: "talk-a",
      locale: "en",
      mode: "block",
      reason: "harassment",
      includes_messages: false,
    },
  ]);
  expect(listCachedTalks()).toEqual([{ uuid: "talk-b" }]);
  expect(page.client.getQueryState([listTalks.name, { query: { page: "1" } }])?.isInvalidated).toBe(
    true,
  );
});

test("TALK-24 TALK-35 a report carries the note, and the last messages only if they are ticked", async () => {
  const note = screen.getByLabelText(t("talks.report_note"));
  fireEvent.change(note, { target: { value: " Again and again. " } });
  await act(async () =>
    fireEvent.click(screen.getByLabelText(t("talks.report_messages", { n: 20 }))),
  );
  await fillIn();
  await press(t("talks.report_only"));
  expect(listReports()).toEqual([
    {
      uuid: "talk-a",
      locale: "en",
      mode: "report",
      reason: "harassment",
      includes_messages: true,
      note: "Again and again.",
    },
  ]);
  expect(listCachedTalks()).toEqual([{ uuid: "talk-a", is_reported: true }, { uuid: "talk-b" }]);
});

test("TALK-08 TALK-25 a sent report is confirmed, and its one button leads to the list", async () => {
  await fillIn();
  await press(t("talks.report_only"));
  expect(readTitle()).toBe(t("talks.reported_title"));
  const buttons = screen.getAllByRole("button").map((button) => button.textContent);
  expect(buttons).toEqual([t("talks.report_to_list")]);
  await press(t("talks.report_to_list"));
  expect(page.path()).toBe("/en/me/talks");
  expect(document.querySelector("[data-open]")).toBeNull();
});

test.each([
  { status: 400, key: "talks.bad_request" as const },
  { status: 500, key: "talks.report_failed" as const },
])("TALK-25 a report refused with $status says $key and can be sent again", async (refused) => {
  reply = { status: refused.status, data: null };
  await fillIn();
  await press(t("talks.block_and_report"));
  expect(screen.getByText(t(refused.key))).toBeTruthy();
  reply = { status: 201, data: {} };
  await press(t("talks.block_and_report"));
  expect(readTitle()).toBe(t("talks.blocked_title"));
});
