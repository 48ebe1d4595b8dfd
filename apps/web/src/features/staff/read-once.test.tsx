// @vitest-environment happy-dom
import { focusManager, onlineManager, useQuery } from "@tanstack/react-query";
import { act, cleanup } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openPage, type TestPage } from "#lib/testing/page.tsx";
import { inquiryQuery } from "./queries/inquiries.ts";
import { accountQuery, accountsQuery } from "./queries/people.ts";

let page: TestPage;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  page = await openPage();
});
afterEach(() => {
  focusManager.setFocused(undefined);
});

function Search({ text }: { text: string }) {
  useQuery(accountsQuery({ query: text }));
  return null;
}
function Account() {
  useQuery(accountQuery("yui"));
  return null;
}
function Inquiry() {
  useQuery(inquiryQuery("inquiry"));
  return null;
}

const show = (children: ReactNode) => act(async () => page.show(children));

/** Lets time pass, and brings the page back to the front, to the network, and to the same part. */
async function comeBack(children: ReactNode) {
  vi.setSystemTime(Date.now() + 120_000);
  await act(async () => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    onlineManager.setOnline(false);
    onlineManager.setOnline(true);
  });
  cleanup();
  await show(children);
}

test.each([
  ["a search", <Search key="search" text="yui" />],
  ["an account", <Account key="account" />],
  ["an inquiry", <Inquiry key="inquiry" />],
])("MOD-06 %s is read once, because each read is an entry of the audit log", async (_, part) => {
  const data = { accounts: [], has_more: false, person: {}, inquiry: {} };
  page.reply = async () => ({ status: 200, data });
  await show(part);
  expect(page.calls).toHaveLength(1);
  await comeBack(part);
  expect(page.calls).toHaveLength(1);
});

test("MOD-06 another search is read", async () => {
  page.reply = async () => ({ status: 200, data: { accounts: [], has_more: false } });
  await show(<Search text="yui" />);
  await comeBack(<Search text="mei" />);
  expect(page.calls.map(({ body }) => body)).toEqual([
    { by: "handle", query: "yui" },
    { by: "handle", query: "mei" },
  ]);
});
