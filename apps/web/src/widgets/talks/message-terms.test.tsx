// @vitest-environment happy-dom

import { useRouter } from "@tanstack/react-router";
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { getCurrentUser } from "@toibako/contract/accounts.ts";
import { beforeEach, expect, test } from "vitest";
import { getTexts } from "#lib/i18n/texts.tsx";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { ModalHost } from "#widgets/modals/modal-host.tsx";
import { useMessageTerms } from "./message-terms.ts";

let page: TestPage;
let router: ReturnType<typeof useRouter>;
const { t } = getTexts("en");

function Talks() {
  router = useRouter();
  useMessageTerms("list");
  return null;
}

beforeEach(async () => {
  page = await openPage();
  page.client.setQueryDefaults([getCurrentUser.name], { staleTime: Number.POSITIVE_INFINITY });
  page.reply = async ({ name }) =>
    (name === "acceptMessageTerms" ? { status: 200, data: {} } : undefined) as never;
});

const show = (is_message_tos_showed: boolean | undefined) =>
  act(async () => {
    const isVisitor = is_message_tos_showed === undefined;
    page.client.setQueryData(
      [getCurrentUser.name],
      isVisitor ? {} : { user: { account: "me", is_message_tos_showed } },
    );
    page.show(
      <ModalHost>
        <Talks />
      </ModalHost>,
    );
  });
const findTerms = () => screen.findByText(t("modals.terms_title"));
const isModalOpen = () => document.querySelector("[data-open]") !== null;

test("TALK-29 the terms open by themselves, and stay away once they are accepted", async () => {
  await show(false);
  await findTerms();
  await press(t("modals.terms_accept"));
  expect(page.calls.map(({ name }) => name)).toEqual(["acceptMessageTerms"]);
  await waitFor(() => expect(isModalOpen()).toBe(false));
  cleanup();
  await show(true);
  expect(isModalOpen()).toBe(false);
});

test.each([true, undefined])(
  "TALK-29 the terms don't open for a viewer whose mark is %s",
  async (isShown) => {
    await show(isShown);
    expect(isModalOpen()).toBe(false);
  },
);

test("TALK-29 on the first page of a tab, declining leads to the home and doesn't ask again", async () => {
  await show(false);
  await findTerms();
  await press(t("modals.terms_decline"));
  await waitFor(() => expect(page.path()).toBe("/en/me/home"));
  expect(page.calls).toEqual([]);
});

test("TALK-29 declining leads back to the page before", async () => {
  await show(true);
  await act(async () => router.history.push("/en/me/talks"));
  cleanup();
  await show(false);
  await findTerms();
  expect(page.path()).toBe("/en/me/talks");
  await press("Close");
  await waitFor(() => expect(page.path()).toBe("/en"));
});
