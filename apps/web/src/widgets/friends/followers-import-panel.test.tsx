// @vitest-environment happy-dom

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import type { FriendImport } from "@toibako/contract/friends/import.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Reply } from "#lib/http/transport.ts";
import { openPage, type TestPage } from "#lib/testing/page.tsx";
import { Import } from "./followers-import-panel.tsx";

const neverStarted: FriendImport = {
  status: "none",
  reason: null,
  progress: 0,
  total: null,
  wait_minutes: null,
  completed_count: 0,
  started_at: null,
  available_at: null,
};
const started_at = new Date().toISOString();
const available_at = new Date(Date.now() + 300_000).toISOString();
const running: FriendImport = { ...neverStarted, status: "running", progress: 7, started_at };
const done: FriendImport = { ...running, status: "done", completed_count: 2, available_at };

const refusal: Reply = {
  status: 429,
  data: { error: { code: "too_many", messages: ["Please wait a moment."], details: {} } },
};

let page: TestPage;
/** The state that the server has. */
let state: FriendImport;

beforeEach(async () => {
  page = await openPage();
  state = neverStarted;
  page.reply = async ({ name }) =>
    name === "startFriendImport" ? refusal : { status: 200, data: state };
});
afterEach(cleanup);

/** Shows the panel before an import has started, and presses its button when the server has `next`. */
async function pressAfter(next: FriendImport) {
  await act(async () => page.show(<Import />));
  state = next;
  await act(async () => fireEvent.click(screen.getByRole("button", { name: /Import/ })));
}

test("FRND-13 FRND-14 pressing after another tab has started an import shows its progress and no error", async () => {
  await pressAfter(running);
  expect(screen.getByText("Importing… 7 followers")).toBeTruthy();
  expect(screen.getByRole("progressbar")).toBeTruthy();
  expect(screen.queryByText("Please wait a moment.")).toBeNull();
});

test("FRND-13 pressing after the import of another tab has ended shows its result and disables the button", async () => {
  await pressAfter(done);
  expect(screen.getByRole("link", { name: /2 of them/ })).toBeTruthy();
  expect(screen.getByRole("button", { name: /Import/ })).toHaveProperty("disabled", true);
  expect(screen.queryByText("Please wait a moment.")).toBeNull();
});

test("FRND-13 another refusal shows the server's message", async () => {
  await pressAfter(neverStarted);
  expect(screen.getByText("Please wait a moment.")).toBeTruthy();
});
