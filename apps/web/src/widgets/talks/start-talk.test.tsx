// @vitest-environment happy-dom
// Needs a process of its own: after some other tests, its navigations don't end.

import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { type CurrentUser, getCurrentUser } from "@toibako/contract/accounts.ts";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { readDraft as readStoredDraft, storeDraft } from "#lib/forms/draft.ts";
import { pageSession } from "#lib/http/page-session.ts";
import type { Reply } from "#lib/http/transport.ts";
import { getTexts } from "#lib/i18n/texts.tsx";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { loadOverlay } from "#ui/overlays/overlay.tsx";
import { ModalHost } from "#widgets/modals/modal-host.tsx";
import { KeptText } from "./kept-text.tsx";
import { getMessageDraftKey, getStartDraftKey } from "./message-draft.ts";
import { useStartTalk } from "./start-talk.ts";

let page: TestPage;
let replies: Record<string, Reply[]>;
const { t } = getTexts("en");

const refuse = (status: number, code: string): Reply => ({
  status,
  data: { error: { code, messages: [`Refused: ${code}`], details: {} } },
});
const started = { status: 201, data: { talk: { uuid: "talk-a" } } };
const user = {
  id: "me",
  account: "me",
  provider: [] as string[],
  birthday: null,
  time_zone: "Europe/London",
  is_message_tos_showed: false,
};

function StartButton({ quoted = "" }) {
  const { start, isPending } = useStartTalk("yui", { quoted });
  return (
    <button type="button" onClick={() => void start()}>
      {isPending ? "Starting" : "Start"}
    </button>
  );
}

// Loaded before, because the first modal takes longer to load than a test waits.
beforeAll(async () => {
  const { modals } = await import("#widgets/modals/registry.ts");
  loadOverlay();
  await Promise.all([modals.message_terms(), modals.message_birth_date()]);
});

beforeEach(async () => {
  page = await openPage();
  pageSession.user_id = "me";
  replies = { startTalk: [started] };
  page.client.setQueryDefaults([getCurrentUser.name], { staleTime: Number.POSITIVE_INFINITY });
  page.client.setQueryData([getCurrentUser.name], { user });
  page.reply = async ({ name }) => replies[name]?.shift() as never;
});

const show = (quoted?: string) =>
  page.show(
    <ModalHost>
      <StartButton {...(quoted !== undefined && { quoted })} />
    </ModalHost>,
  );
/** Presses the button, and waits until the start has ended. */
async function start() {
  await press("Start");
  // By its text, because an open modal hides the button from roles.
  await screen.findByText("Start");
}
const listCalls = () => page.calls.map(({ name }) => name);
const readDraft = () => sessionStorage.getItem(`draft:me:${getMessageDraftKey("talk-a")}`);

test("TALK-05 a start opens the talk that the server names", async () => {
  show();
  await start();
  expect(page.calls).toEqual([{ name: "startTalk", body: { talk: { account: "yui" } } }]);
  expect(page.path()).toBe("/en/me/talks/talk-a");
  expect(readDraft()).toBeNull();
});

test("TALK-06 a start from a question prefills the unsent text, and keeps what was typed before", async () => {
  sessionStorage.setItem(`draft:me:${getMessageDraftKey("talk-a")}`, "By the way:");
  show("Tea or coffee?");
  await start();
  expect(readDraft()).toBe("Tea or coffee?\n\nBy the way:");
});

test("TALK-05 TALK-28 what was written before the start is shown, stays after a refusal, and is then the unsent text", async () => {
  storeDraft(getStartDraftKey("yui"), "a".repeat(900));
  replies = { startTalk: [refuse(403, "talk_refused"), started] };
  show("Tea or coffee?");
  page.show(<KeptText draft={getStartDraftKey("yui")} />);
  expect(screen.getByText("a".repeat(900))).toBeTruthy();
  await start();
  expect(readStoredDraft(getStartDraftKey("yui"))).toHaveLength(900);
  await start();
  expect(readDraft()).toBe(`Tea or coffee?\n\n${"a".repeat(900)}`);
  expect(readStoredDraft(getStartDraftKey("yui"))).toBe("");
});

test("TALK-06 the question prefills the unsent text once, and a long one is cut", async () => {
  replies = { startTalk: [started, started] };
  show("a".repeat(2_000));
  await start();
  const draft = readDraft() ?? "";
  expect(draft.length).toBeLessThanOrEqual(501);
  await start();
  expect(readDraft()).toBe(draft);
});

test("TALK-06 a failed start leads to the list, with the server's reason", async () => {
  replies = { startTalk: [refuse(403, "talk_refused")] };
  show();
  await start();
  expect(page.path()).toBe("/en/me/talks");
  expect(screen.getByText("Refused: talk_refused")).toBeTruthy();
});

test("TALK-05 a second press while the talk is starting does nothing", async () => {
  const { promise, resolve } = Promise.withResolvers<Reply>();
  page.reply = () => promise;
  show();
  await press("Start");
  await press("Starting");
  await act(async () => resolve(started));
  expect(listCalls()).toEqual(["startTalk"]);
});

test("TALK-29 a start that needs the terms opens them, and is repeated after they were accepted", async () => {
  replies = {
    startTalk: [refuse(403, "terms_needed"), started],
    acceptMessageTerms: [{ status: 200, data: {} }],
  };
  show();
  await start();
  await screen.findByText(t("modals.terms_title"));
  expect(page.path()).toBe("/en");
  await press(t("modals.terms_accept"));
  expect(listCalls()).toEqual(["startTalk", "acceptMessageTerms", "startTalk"]);
  expect(page.path()).toBe("/en/me/talks/talk-a");
  const cached = page.client.getQueryData<{ user: CurrentUser }>([getCurrentUser.name]);
  expect(cached?.user.is_message_tos_showed).toBe(true);
});

async function openBirthDate() {
  show();
  await start();
  await screen.findByText(t("modals.birth_date_title"));
}
function choose(part: "year" | "month" | "day", value: string) {
  const select = screen.getByLabelText(t(`settings.birthday_${part}`));
  fireEvent.change(select, { target: { value } });
}
const pressSave = async (index = 0) => {
  const buttons = screen.getAllByRole("button", {
    name: t("settings.birthday_save"),
    hidden: true,
  });
  await act(async () => void fireEvent.click(buttons[index] as HTMLElement));
};
async function confirmBirthDate() {
  choose("year", "1990");
  choose("month", "2");
  choose("day", "3");
  await pressSave();
  await screen.findByRole("alertdialog");
  await pressSave(1);
}

test("TALK-20 a missing year, month or day is named, and nothing is sent", async () => {
  replies = { startTalk: [refuse(412, "birth_date_needed")] };
  await openBirthDate();
  await pressSave();
  expect(screen.getByText(t("modals.birth_date_incomplete"))).toBeTruthy();
  choose("year", "1990");
  choose("day", "3");
  await pressSave();
  expect(screen.getByText(t("modals.birth_date_incomplete"))).toBeTruthy();
  expect(listCalls()).toEqual(["startTalk"]);
});

test("TALK-20 TALK-21 the birthday is shown before it is saved, and then the start is repeated", async () => {
  replies = {
    startTalk: [refuse(412, "birth_date_needed"), started],
    putProfile: [
      { status: 200, data: { user: { ...user, birthday: { year: 1990, month: 2, day: 3 } } } },
    ],
  };
  await openBirthDate();
  await confirmBirthDate();
  expect(page.calls[1]).toMatchObject({
    name: "putProfile",
    body: { user: { birthday_year: "1990", birthday_month: "2", birthday_day: "3" } },
  });
  await waitFor(() => expect(page.path()).toBe("/en/me/talks/talk-a"));
  expect(screen.getByText(t("modals.identification_succeeded"))).toBeTruthy();
});

test("TALK-20 the dialog says which date is saved, and that it can't be changed", async () => {
  replies = { startTalk: [refuse(412, "birth_date_needed")] };
  await openBirthDate();
  choose("year", "1990");
  choose("month", "2");
  choose("day", "3");
  await pressSave();
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog.textContent).toContain("February 3, 1990");
  expect(dialog.textContent).toContain(t("settings.birthday_final"));
  expect(listCalls()).toEqual(["startTalk"]);
});

test("TALK-21 if the birthday can't be saved, the modal says so and repeats nothing", async () => {
  replies = {
    startTalk: [refuse(412, "birth_date_needed")],
    putProfile: [refuse(500, "unexpected")],
    getCurrentUser: [{ status: 200, data: { user } }],
  };
  await openBirthDate();
  await confirmBirthDate();
  await screen.findByText(t("modals.identification_failed"));
  expect(listCalls()).toEqual(["startTalk", "putProfile", "getCurrentUser"]);
});

test("TALK-21 a birthday that another tab has registered meanwhile repeats the start as well", async () => {
  replies = {
    startTalk: [refuse(412, "birth_date_needed"), started],
    putProfile: [refuse(422, "refused")],
    getCurrentUser: [
      { status: 200, data: { user: { ...user, birthday: { year: 1991, month: 1, day: 1 } } } },
    ],
  };
  await openBirthDate();
  await confirmBirthDate();
  await waitFor(() => expect(page.path()).toBe("/en/me/talks/talk-a"));
});
