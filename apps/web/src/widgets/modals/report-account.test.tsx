// @vitest-environment happy-dom

import { act, fireEvent, screen } from "@testing-library/react";
import { getCurrentUser } from "@toibako/contract/accounts.ts";
import { expect, test, vi } from "vitest";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { ReportAccount } from "./reports.tsx";

let page: TestPage;
const listCalls = (name: string) => page.calls.filter((call) => call.name === name);

async function show(onOpenChange: (open: boolean) => void) {
  page.client.setQueryDefaults([getCurrentUser.name], { staleTime: Number.POSITIVE_INFINITY });
  await act(async () =>
    page.show(
      <ReportAccount account="ken" displaying_name="Ken" open onOpenChange={onOpenChange} />,
    ),
  );
  await screen.findByText("Report Ken?");
}

test("MOD-02 BOX-15 a report of an account needs a reason, keeps the note if it fails, and then offers to block", async () => {
  page = await openPage();
  page.client.setQueryData([getCurrentUser.name], { user: { account: "me" } });
  let fails = true;
  page.reply = ({ name }) => {
    if (name === "reportAccount" && fails) return Promise.reject(new Error("offline"));
    if (name === "reportAccount") return Promise.resolve({ status: 201, data: {} });
    if (name === "postBlock") return Promise.resolve({ status: 201, data: { block: { id: "b" } } });
    return undefined;
  };
  const onOpenChange = vi.fn();
  await show(onOpenChange);
  await press("Report");
  expect(listCalls("reportAccount")).toEqual([]);
  expect(screen.getByText("Please choose a reason.")).toBeTruthy();
  await act(async () => void fireEvent.click(screen.getAllByRole("radio")[0] as HTMLElement));
  const note = screen.getByRole<HTMLTextAreaElement>("textbox");
  await act(async () => void fireEvent.change(note, { target: { value: " rude " } }));
  expect(screen.queryByRole("checkbox")).toBeNull();
  await press("Report");
  expect(await screen.findByText("That couldn't be reported. Please try again.")).toBeTruthy();
  expect(note.value).toBe(" rude ");
  fails = false;
  await press("Report");
  expect(listCalls("reportAccount").at(-1)).toMatchObject({
    params: { account: "ken" },
    body: { reason: "harassment", note: "rude" },
  });
  await press("Block");
  expect(listCalls("postBlock")[0]).toMatchObject({ body: { account: "ken" } });
  expect(onOpenChange).toHaveBeenCalledWith(false);
});

test("BOX-15 a visitor reports an account by the contact form", async () => {
  page = await openPage();
  page.client.setQueryData([getCurrentUser.name], {});
  await show(() => {});
  expect(await screen.findByLabelText(/Email/)).toBeTruthy();
  expect(screen.queryByRole("radio")).toBeNull();
});
