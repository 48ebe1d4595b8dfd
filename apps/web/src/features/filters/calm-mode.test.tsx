// @vitest-environment happy-dom

import { act, cleanup, screen } from "@testing-library/react";
import type { CalmMode } from "@toibako/contract/filters.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { CalmNotice } from "./components/calm-notice.tsx";
import { CalmSetting } from "./components/calm-setting.tsx";

let page: TestPage;
/** The calm mode that the server stores. */
let calm: CalmMode;

const calmOff = { is_on: false, until: null, until__formatted: null, is_suggested: false };

beforeEach(async () => {
  page = await openPage();
  localStorage.clear();
  calm = calmOff;
  page.reply = async ({ name, body }) => {
    if (name === "putCalmMode") {
      calm = createCalmMode((body as { duration: string | null }).duration);
    }
    return { status: 200, data: { calm_mode: calm } };
  };
});

function createCalmMode(duration: string | null): CalmMode {
  if (duration === null) return { ...calmOff, is_suggested: true };
  if (duration === "open_ended") return { ...calmOff, is_on: true };
  const until = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
  return { ...calmOff, is_on: true, until, until__formatted: "tomorrow, 9 am" };
}

const showSetting = () => act(async () => page.show(<CalmSetting />));
const showNotice = () => act(async () => page.show(<CalmNotice />));
const listSentBodies = () =>
  page.calls.filter(({ name }) => name === "putCalmMode").map(({ body }) => body);
/** The text of the first status region, which is that of calm mode; a further region shows toasts. */
const getStatusText = () => screen.getAllByRole("status")[0]?.textContent;
const suggestion = "Many questions are coming in";

test("SAFE-07 the setting switches calm mode on for each duration, shows its end, and switches it off", async () => {
  await showSetting();
  expect(getStatusText()).toBe("Calm mode is off.");
  expect(screen.getByRole("group", { name: "Switch it on for how long?" })).toBeTruthy();
  const listPressedButtons = () => screen.queryAllByRole("button", { pressed: true });
  expect(listPressedButtons()).toEqual([]);
  await press("One day");
  expect(getStatusText()).toBe("Calm mode is on until tomorrow, 9 am");
  expect(listPressedButtons().map(({ textContent }) => textContent)).toEqual(["One day"]);
  expect(screen.getByRole("group", { name: "Change how long" })).toBeTruthy();
  await press("One week");
  await press("No time limit");
  expect(getStatusText()).toBe("Calm mode is on until you switch it off");
  expect(listPressedButtons().map(({ textContent }) => textContent)).toEqual(["No time limit"]);
  await press("Switch off");
  expect(getStatusText()).toBe("Calm mode is off.");
  expect(listSentBodies()).toEqual(
    ["day", "week", "open_ended", null].map((duration) => ({ duration })),
  );
});

test("SAFE-07 when saving fails, a message is shown and the setting doesn't change", async () => {
  await showSetting();
  const defaultReply = page.reply;
  const error = { code: "unexpected", messages: ["Not now."], details: {} };
  page.reply = async () => ({ status: 500, data: { error } });
  await press("One day");
  expect(screen.getByText("Not now.")).toBeTruthy();
  expect(screen.getByText("Calm mode is off.")).toBeTruthy();
  page.reply = defaultReply;
  await press("One day");
  expect(screen.getByText(/^Calm mode is on/)).toBeTruthy();
  expect(screen.queryByText("Not now.")).toBeNull();
});

test("SAFE-07 a setting that couldn't be loaded can be retried", async () => {
  const defaultReply = page.reply;
  page.reply = async () => ({ status: 500, data: null });
  await showSetting();
  expect(screen.getByText("Calm mode couldn't be loaded")).toBeTruthy();
  page.reply = defaultReply;
  await press("Try again");
  expect(getStatusText()).toBe("Calm mode is off.");
});

test("SAFE-07 the notice is hidden while calm mode is off and isn't suggested", async () => {
  await showNotice();
  expect(document.body.textContent).not.toMatch(/calm/i);
});

test("SAFE-07 the notice has no link, and switching calm mode off keeps the focus in the notice", async () => {
  calm = createCalmMode("day");
  await showNotice();
  // Above the notice, the inbox has a link to the held questions.
  expect(screen.queryByRole("link")).toBeNull();
  await press("Switch off");
  expect(getStatusText()).toContain("Calm mode is off");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Calm mode");
  // The server suggests calm mode again, but the notice shows no suggestion right after it was switched off.
  expect(screen.queryByText(suggestion)).toBeNull();
});

test("SAFE-07 a button of the suggestion switches calm mode on", async () => {
  calm = { ...calmOff, is_suggested: true };
  await showNotice();
  expect(await screen.findByText(suggestion)).toBeTruthy();
  await press("One week");
  expect(listSentBodies()).toEqual([{ duration: "week" }]);
  expect(getStatusText()).toContain("until tomorrow");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Calm mode");
});

test("SAFE-07 a dismissed suggestion is shown again on the next day", async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 21, 23, 0), toFake: ["Date"] });
  calm = { ...calmOff, is_suggested: true };
  await showNotice();
  await screen.findByText(suggestion);
  await press("Not today");
  expect(screen.queryByText(suggestion)).toBeNull();
  cleanup();
  await showNotice();
  expect(screen.queryByText(suggestion)).toBeNull();
  cleanup();
  vi.setSystemTime(new Date(2026, 10, 22, 0, 5));
  await showNotice();
  expect(await screen.findByText(suggestion)).toBeTruthy();
});
