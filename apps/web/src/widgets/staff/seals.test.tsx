// @vitest-environment happy-dom
import { act, cleanup, screen } from "@testing-library/react";
import type { SealRequest } from "@toibako/contract/staff/seals.ts";
import { beforeEach, expect, test } from "vitest";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { CaseSeals } from "./case-seals.tsx";
import { SealList, type SealSearch } from "./seal-list.tsx";

let page: TestPage;
beforeEach(async () => {
  page = await openPage();
});

const person = { account: "emi", displaying_name: "Emi" };
const seal: SealRequest = {
  id: "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed",
  case_id: "2b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed",
  case_kind: "question",
  reason: "A life is in danger",
  status: "refused",
  asker: person,
  decider: null,
  asked_at: "2026-11-29T10:00:00.000Z",
  ends_at: "2026-12-02T10:00:00.000Z",
  is_own: false,
};

/** Shows a page of the list; returns the addresses to which its links to other pages lead. */
async function listPages(search: SealSearch, has_more: boolean) {
  page.reply = async ({ name }) =>
    name === "listSeals"
      ? { status: 200, data: { seals: [seal], has_more } }
      : { status: 200, data: { user: null } };
  await act(async () => page.show(<SealList search={search} />));
  const links = screen.queryAllByRole("link", { name: /First page|Next page/ });
  return links.map((link) => link.getAttribute("href"));
}

test("MOD-05 the list of requests leads to the next page, and from it back to the first", async () => {
  expect(await listPages({ state: "all" }, true)).toEqual([
    `/en/adm/seals?state=all&after=${seal.id}`,
  ]);
  cleanup();
  page = await openPage();
  expect(await listPages({ state: "all", after: seal.id }, false)).toEqual([
    "/en/adm/seals?state=all",
  ]);
});

test("MOD-05 a case says if its requests couldn't be loaded, and what a new one lacks", async () => {
  let isUp = false;
  page.reply = async ({ name }) => {
    if (name !== "listSeals") return { status: 200, data: { user: null } };
    return isUp
      ? { status: 200, data: { seals: [], has_more: false } }
      : { status: 500, data: null };
  };
  await act(async () => page.show(<CaseSeals case_id={seal.case_id} />));
  expect(screen.getByText("The requests to open records couldn't be loaded")).toBeTruthy();
  isUp = true;
  await press("Try again");
  await press("Ask to open");
  expect(screen.getByText("Please write the reason")).toBeTruthy();
  expect(page.calls.map(({ name }) => name)).not.toContain("askToOpenSeal");
});
