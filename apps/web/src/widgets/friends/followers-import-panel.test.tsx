// @vitest-environment happy-dom

import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import type { FriendImport } from "@toibako/contract/friends/import.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { currentUserQuery } from "#features/accounts/queries.ts";
import type { Reply } from "#lib/http/transport.ts";
import { openPage, type TestPage } from "#lib/testing/page.tsx";
import { FollowersImportPanel, ImportControl } from "./followers-import-panel.tsx";

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

/** Shows the panel before an import has started, and presses its button when the server's state is `next`. */
async function pressAfter(next: FriendImport) {
  await act(async () => page.show(<ImportControl />));
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

test("FRND-14 FRND-15 an import that found nobody says so and leads to those who can be invited", async () => {
  await pressAfter({ ...done, completed_count: 0 });
  expect(screen.getByText("None of your followers on X was found here yet")).toBeTruthy();
  const link = screen.getByRole("link", { name: "See whom you can invite" });
  expect(link.getAttribute("href")).toBe("/en/follows?tab=pending&page=1");
});

test("FRND-14 an import of an account without followers leads to no empty list", async () => {
  await pressAfter({ ...done, progress: 0, completed_count: 0 });
  expect(screen.getByText("None of your followers on X was found here yet")).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
});

test("FRND-13 a refusal shows the server's message if no other tab has imported meanwhile", async () => {
  await pressAfter(neverStarted);
  expect(screen.getByText("Please wait a moment.")).toBeTruthy();
});

test("FRND-14 after an import that needs X to be linked again, the only button links X", async () => {
  state = { ...running, status: "failed", reason: "link_needed" };
  await act(async () => page.show(<ImportControl />));
  expect(screen.getByText("The link to X has expired. Please link X again.")).toBeTruthy();
  const button = screen.getByRole("button", { name: "Link X again" });
  expect(screen.getAllByRole("button")).toEqual([button]);
  const form = button.closest("form");
  expect(form?.getAttribute("action")).toBe("/auth/twitter");
  expect(Object.fromEntries(new FormData(form ?? undefined))).toMatchObject({
    link: "1",
    next: "/en",
  });
});

test("FRND-13 the button is enabled again five minutes after an import", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    state = done;
    await act(async () => page.show(<ImportControl />));
    await act(async () => vi.advanceTimersByTime(290_000));
    const button = screen.getByRole("button", { name: "Import again" });
    expect(button).toHaveProperty("disabled", true);
    expect(screen.getByText(/once every 5 minutes/)).toBeTruthy();
    await act(async () => vi.advanceTimersByTime(15_000));
    expect(button).toHaveProperty("disabled", false);
    expect(screen.queryByText(/once every 5 minutes/)).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test("FRND-13 FRND-14 when a running import ends, a bar counts the followers who are here and leads to them", async () => {
  state = running;
  await act(async () => page.show(<ImportControl />));
  state = done;
  await act(() => page.client.refetchQueries());
  const bar = await screen.findByRole("status");
  expect(bar.textContent).toContain("2 of them are here");
  expect(within(bar).getByRole("button", { name: "Show" })).toBeTruthy();
});

test("FRND-14 after an import of part of the followers, a text names the limit", async () => {
  state = { ...done, progress: 15_000, total: 15_000 };
  await act(async () => page.show(<ImportControl />));
  expect(screen.queryByText(/newest 15,000/)).toBeNull();
  cleanup();
  state = { ...done, progress: 15_000, total: 15_001 };
  page = await openPage();
  page.reply = async () => ({ status: 200, data: state });
  await act(async () => page.show(<ImportControl />));
  expect(screen.getByText("Only your newest 15,000 followers on X were imported.")).toBeTruthy();
});

test("FRND-19 on a site that isn't connected to X, the panel says so and offers no import", async () => {
  page.client.setQueryData(currentUserQuery().queryKey, { user: { provider: [] } } as never);
  await act(async () => page.show(<FollowersImportPanel />));
  expect(screen.getByText(/This site isn't connected to X/)).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
