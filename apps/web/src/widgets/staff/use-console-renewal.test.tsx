// @vitest-environment happy-dom
import { act, fireEvent } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { openPage, type TestPage } from "#lib/testing/page.tsx";
import { useConsoleRenewal } from "./use-console-renewal.ts";

let page: TestPage;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  page = await openPage();
  page.reply = async () => ({ status: 204, data: null });
});

function Console({ isOpen }: { isOpen: boolean }) {
  useConsoleRenewal(isOpen);
  return <input aria-label="Reason" />;
}

const listRenewals = () => page.calls.filter(({ name }) => name === "renewConsole");
const pressKey = () => act(async () => void fireEvent.keyDown(document.body, { key: "j" }));

test("MOD-07 what a person does renews the console, at most once a minute", async () => {
  await act(async () => page.show(<Console isOpen />));
  expect(listRenewals()).toHaveLength(0);
  await pressKey();
  await act(async () => void fireEvent.pointerDown(document.body));
  expect(listRenewals()).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(listRenewals()).toHaveLength(1);
  await pressKey();
  expect(listRenewals()).toHaveLength(2);
});

test("MOD-07 a closed console isn't renewed", async () => {
  await act(async () => page.show(<Console isOpen={false} />));
  await pressKey();
  expect(page.calls).toEqual([]);
});
