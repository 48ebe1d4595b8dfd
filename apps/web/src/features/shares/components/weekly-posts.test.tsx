// @vitest-environment happy-dom

import { screen } from "@testing-library/react";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { expect, test } from "vitest";
import { getTexts } from "#lib/i18n/texts.tsx";
import { openPage } from "#lib/testing/page.tsx";
import { WeeklyPosts } from "./weekly-posts.tsx";

test("SET-11 each switch for weekly posts shows the words of the post before it is switched on", async () => {
  const page = await openPage();
  const { t } = getTexts("en");
  const user = { is_auto_recruit: false, is_auto_message_recruit: false } as CurrentUser;
  page.show(<WeeklyPosts user={user} />);
  const rows = screen.getAllByRole<HTMLInputElement>("switch").map(({ labels, checked }) => ({
    text: labels?.[0]?.textContent,
    checked,
  }));
  expect(rows).toEqual([
    { text: expect.stringContaining(t("shares.own_text")), checked: false },
    { text: expect.stringContaining(t("modals.request_text")), checked: false },
  ]);
});
