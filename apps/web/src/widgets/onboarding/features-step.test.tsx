// @vitest-environment happy-dom

import { act, screen } from "@testing-library/react";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { getTexts } from "#lib/i18n/texts.tsx";
import { openPage, type TestPage } from "#lib/testing/page.tsx";
import { createEntries, type Entries, toInitialSetting } from "./entries.ts";
import { FeaturesStep } from "./features-step.tsx";

const { t } = getTexts("en");
let page: TestPage;

beforeEach(async () => {
  page = await openPage();
});

/**
 * A new account of an adult who has linked X. `initial-setting.test.ts` checks that accounts begin with these
 * values.
 */
const newUser = {
  account: "yui",
  displaying_name: "Yui",
  email: null,
  gender_type: "unknown",
  birthday: { year: 1990, month: 1, day: 1 },
  time_zone: "Europe/London",
  provider: ["twitter"],
  is_auto_recruit: false,
  has_chosen_auto_recruit: false,
  is_send_email: false,
  ml_filter: "low",
  use_ngword_filter: true,
  is_receive_baton: true,
  is_receive_dm: false,
} as unknown as CurrentUser;

let entries: Entries;

function Step({ user }: { user: CurrentUser }) {
  const [current, setEntries] = useState(() => createEntries(user));
  entries = current;
  const change = (changes: Partial<Entries>) => setEntries({ ...current, ...changes });
  return <FeaturesStep user={user} entries={current} onChange={change} hasLevels={false} />;
}

const listSwitches = () =>
  screen
    .getAllByRole<HTMLInputElement>("switch")
    .map(({ labels, checked }) => [labels?.[0]?.textContent ?? "", checked] as const);

const getSaved = (user: CurrentUser) => {
  const { user: _, ...saved } = toInitialSetting(user, entries, { hasLevels: false });
  return saved;
};

test("START-05 START-06 the second page has four switches: filter, weekly posts and batons are on, messages are off", () => {
  page.show(<Step user={newUser} />);
  const labels = [
    t("filters.ng_label"),
    t("onboarding.auto_post"),
    t("settings.baton_label"),
    t("onboarding.receive_messages"),
  ];
  const switches = listSwitches();
  expect(switches.map(([, checked]) => checked)).toEqual([true, true, true, false]);
  for (const [index, label] of labels.entries()) expect(switches[index]?.[0]).toContain(label);
  expect(getSaved(newUser)).toEqual({
    use_ngword_filter: true,
    is_auto_recruit: true,
    is_receive_baton: true,
    is_receive_dm: false,
  });
});

test("START-05 pressing a switch changes the value that is saved", () => {
  page.show(<Step user={newUser} />);
  for (const element of screen.getAllByRole("switch")) act(() => element.click());
  expect(listSwitches().map(([, checked]) => checked)).toEqual([false, false, false, true]);
  expect(getSaved(newUser)).toEqual({
    use_ngword_filter: false,
    is_auto_recruit: false,
    is_receive_baton: false,
    is_receive_dm: true,
  });
});

test("START-06 an account without X and below 18 has no switches for weekly posts and messages, and saves neither", () => {
  const child = {
    ...newUser,
    provider: [],
    birthday: { year: new Date().getFullYear() - 10, month: 1, day: 1 },
  };
  page.show(<Step user={child} />);
  expect(listSwitches()).toHaveLength(2);
  expect(getSaved(child)).toEqual({ use_ngword_filter: true, is_receive_baton: true });
});

test.each([true, false])(
  "START-10 START-12 an account that comes back finds the choice of weekly posts that it saved: %s",
  (is_auto_recruit) => {
    const returning = { ...newUser, is_auto_recruit, has_chosen_auto_recruit: true };
    page.show(<Step user={returning} />);
    expect(getSaved(returning)).toMatchObject({ is_auto_recruit });
  },
);
