// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { type SealRequest, sealReadMinutes } from "@toibako/contract/staff/seals.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { Seal } from "./components/seal.tsx";

let page: TestPage;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  page = await openPage();
});

const person = { account: "emi", displaying_name: "Emi" };
const seal: SealRequest = {
  id: "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed",
  case_id: "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed",
  case_kind: "question",
  reason: "A life is in danger",
  status: "approved",
  asker: person,
  decider: { account: "ren", displaying_name: "Ren" },
  asked_at: "2026-11-29T10:00:00.000Z",
  ends_at: "2026-12-02T10:00:00.000Z",
  is_own: true,
};

test("ADMIN-07 a record is shown for the minutes of the contract, also if the clock of the device is wrong", async () => {
  const shown_until = "2026-11-29T10:15:00.000Z";
  vi.setSystemTime("2031-01-01T00:00:00.000Z");
  page.reply = async () => ({
    status: 200,
    data: { record: { sender: person, kind: "account", address: null, shown_until } },
  });
  await act(async () => page.show(<Seal seal={seal} isAdmin isReadable />));
  expect(screen.getByText(new RegExp(`for ${sealReadMinutes} minutes`))).toBeTruthy();
  await press("Open the record");
  const findSender = () => screen.queryByText("Emi @emi");
  await act(async () => vi.advanceTimersByTime(sealReadMinutes * 60_000 - 1));
  expect(findSender()).not.toBeNull();
  await act(async () => vi.advanceTimersByTime(1));
  expect(findSender()).toBeNull();
});
