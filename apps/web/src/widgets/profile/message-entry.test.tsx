// @vitest-environment happy-dom

import { act, screen, waitFor } from "@testing-library/react";
import { getCurrentUser, getUnreadCounts } from "@toibako/contract/accounts.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { InviteContext } from "#features/accounts/components/invite.tsx";
import { getTexts } from "#lib/i18n/texts.tsx";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { ModalHost } from "#widgets/modals/modal-host.tsx";
import { AnswererMessageButton, MessageEntry } from "./message-entry.tsx";

let page: TestPage;
const invite = vi.fn();

beforeEach(async () => {
  page = await openPage();
  page.client.setQueryDefaults([getCurrentUser.name], { staleTime: Number.POSITIVE_INFINITY });
  page.client.setQueryDefaults([getUnreadCounts.name], { staleTime: Number.POSITIVE_INFINITY });
  invite.mockReset();
});

const { t } = getTexts("en");

interface ShowOptions {
  isSignedIn?: boolean;
  is_self?: boolean;
  is_receive_dm?: boolean;
  messages?: number;
}

const show = ({
  isSignedIn = true,
  messages = 0,
  is_self = false,
  is_receive_dm = true,
}: ShowOptions) =>
  act(async () => {
    page.client.setQueryData([getCurrentUser.name], isSignedIn ? { user: { account: "me" } } : {});
    page.client.setQueryData([getUnreadCounts.name], { messages });
    const user = { displaying_name: "Yui", account: "yui", is_self, is_receive_dm } as never;
    page.show(
      <ModalHost>
        <InviteContext value={invite}>
          <MessageEntry user={user} />
        </InviteContext>
      </ModalHost>,
    );
  });

const showAnswerer = (changes: Pick<ShowOptions, "is_self" | "is_receive_dm">) =>
  act(async () => {
    const user = {
      displaying_name: "Yui",
      account: "yui",
      is_receive_dm: true,
      ...changes,
    } as never;
    page.show(
      <ModalHost>
        <AnswererMessageButton user={user} question="Tea?" />
      </ModalHost>,
    );
  });

const getSendLabel = () => t("profiles.send_message", { name: "Yui" });
const listHrefs = () => screen.queryAllByRole("link").map((link) => link.getAttribute("href"));

test("PROF-20 TALK-05 the message button of another account's profile starts a talk", async () => {
  await show({});
  await press(getSendLabel());
  await waitFor(() =>
    expect(page.calls).toEqual([{ name: "startTalk", body: { talk: { account: "yui" } } }]),
  );
  await press(getSendLabel());
  expect(page.calls).toHaveLength(1);
});

test("TALK-06 an answerer who accepts messages has a message button beside the answer", async () => {
  await showAnswerer({ is_receive_dm: true });
  expect(screen.getByRole("button", { name: getSendLabel() })).toBeTruthy();
});

test.each([{ is_receive_dm: false }, { is_self: true }])(
  "TALK-06 an answerer with %o has no message button beside the answer",
  async (user) => {
    await showAnswerer(user);
    expect(screen.queryByRole("button")).toBeNull();
  },
);

test("PROF-20 the profile of an account that accepts no messages has no message button", async () => {
  await show({ is_receive_dm: false });
  expect(screen.queryByLabelText(getSendLabel())).toBeNull();
});

test("PROF-20 a visitor who presses the message button gets the invitation", async () => {
  await show({ isSignedIn: false });
  await press(getSendLabel());
  expect(invite).toHaveBeenCalledTimes(1);
  expect(listHrefs()).toEqual([]);
});

test.each([
  { messages: 0, shown: [] },
  { messages: 3, shown: ["/en/me/talks"] },
])(
  "PROF-20 with $messages unread messages, an account's own profile links to $shown",
  async ({ messages, shown }) => {
    await show({ is_self: true, messages });
    expect(listHrefs()).toEqual(shown);
  },
);
