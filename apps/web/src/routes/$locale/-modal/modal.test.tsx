// @vitest-environment happy-dom

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useInvite } from "#features/accounts/components/invite.tsx";
import { keptUnder } from "#lib/draft.ts";
import { type TextKey, textsOf } from "#lib/i18n.tsx";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { contents, type ModalName, type ModalProps } from "./contents.ts";
import { type Modal, ModalProvider, useModal } from "./modal.tsx";

let page: TestPage;
let modal: Modal;
let invite: () => void;

function Catch() {
  modal = useModal();
  invite = useInvite();
  return null;
}

beforeEach(async () => {
  page = await openPage();
  page.show(
    <ModalProvider>
      <Catch />
    </ModalProvider>,
  );
});
afterEach(cleanup);

const account = "yui";
const user = {
  account,
  toibako_id: account,
  displaying_name: "Yui",
  icon_url: "/placeholder-icon.svg",
  self_introduction: "",
  answers_count: 0,
  answer_likes_count: 0,
  follows_count: 0,
  followers_count: 0,
  is_friend: false,
  is_follower: false,
  is_receive_dm: true,
  is_self: false,
  image_url: "/cards/profiles/ja/yui.png",
};
const question = { uuid_hash: "q", body: "Why?", locale: "en" } as const;
const answered_at = "2026-11-20T09:00:00Z";
const answer = { id: "a", text: "So.", chosen_option: null, answered_at };
const reached = { id: "r", counted: "answers", count: 1 } as const;
const shared = {
  answer_id: "a",
  path: "/en/q/q",
  text: "So. | Toibako",
  picture: { url: "/cards/questions/q.png", alt: "Why?" },
};
const done = async () => {};

/** Every content, with what it is told and the words by which it is known. */
const samples: { [N in ModalName]: [props: ModalProps<N>, title: TextKey | "Spring"] } = {
  usage_guide: [{}, "support.itr"],
  invite: [{}, "accounts.invite_title"],
  question_form: [{ account, displaying_name: "Yui" }, "questions.ask_title"],
  answer_form: [{ question }, "modals.answer_title"],
  edit_answer: [{ answer, question: { locale: "en" } }, "answers.edit_title"],
  delete_answer: [{ answer_id: "a" }, "answers.delete_title"],
  baton: [{ uuid_hash: "q1" }, "friends.baton_title"],
  achievement: [{ account, achievement: reached }, "modals.achievement_first_answer"],
  achievements: [{ on_open: () => {} }, "achievements.open_list"],
  share_answer: [{ answer: shared }, "shares.answer_title"],
  share_failure: [{ answer: shared, reason: "X is down." }, "shares.failure_title"],
  request_message: [{ account }, "modals.request_title"],
  message_terms: [{ on_agree: () => {} }, "modals.terms_title"],
  banner: [{ title: "Spring", text: "It is here.", href: "/en", action: "Look" }, "Spring"],
  share_community: [{ name: "Cats", on_share: done }, "modals.participation_title"],
  community_tutorial: [{}, "modals.community_title"],
  room_profile: [{ display_name: "Yui", items: [], on_save: done }, "modals.room_title"],
  room_personal_answers: [{ display_name: "Yui", answers: [] }, "modals.answers_title"],
  anonymous_message_request: [{ user }, "modals.anonymous_title"],
  open_chat_share: [{ name: "Cats", path: "/en" }, "modals.chat_title"],
  authorization_email: [{}, "modals.email_title"],
  import_from_twitter: [{}, "modals.import_title"],
};

const { t } = textsOf("en");
const say = t as unknown as (key: string, values?: object) => string;

async function show<N extends ModalName>(name: N, props: ModalProps<N>) {
  const open = modal.open as (name: ModalName, props: object) => Promise<void>;
  await act(() => open(name, props));
  await screen.findByRole("heading", { level: 2 });
}

const titles = () => screen.queryAllByRole("heading", { level: 2 }).map((h) => h.textContent);

test.each(Object.keys(contents) as ModalName[])(
  "SHELL-18 SHELL-19 the modal opens %s and closes it",
  async (name) => {
    const [props, title] = samples[name];
    await show(name, props);
    expect(titles()).toEqual([say(title, { name: "Yui" })]);
    await act(async () => modal.close());
    expect(document.querySelector("[data-open]")).toBeNull();
  },
);

test("SHELL-18 another content takes the place of one that is open", async () => {
  await show("authorization_email", {});
  await show("community_tutorial", {});
  expect(titles()).toEqual([t("modals.community_title")]);
});

test("SHELL-18 the invitation of every feature opens in the one modal", async () => {
  await act(async () => invite());
  expect(await screen.findByText(t("accounts.invite_title"))).toBeTruthy();
});

const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

test("SHELL-28 asking for an e-mail address leads to the settings", async () => {
  await show("authorization_email", {});
  expect(hrefOf(t("modals.email_go"))).toBe("/en/stg");
});

test("SHELL-08 the guide leads to every service's page", async () => {
  await show("usage_guide", {});
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toContain("/en/itr?service=twitter");
});

test("SHELL-13 a request for messages carries message=1 into the tweet", async () => {
  await show("request_message", { account });
  const tweet = new URL(hrefOf(t("shares.post_to_x")) ?? "");
  expect(tweet.searchParams.get("url")).toBe("http://toibako.test/en/yui?message=1");
});

test("SHARE-09 who takes no messages can be asked instead", async () => {
  await show("anonymous_message_request", { user: { ...user, is_receive_dm: false } });
  expect(titles()).toEqual([t("modals.anonymous_closed_title")]);
  await press(t("modals.anonymous_ask"));
  expect(document.querySelector("[data-open]")).toBeNull();
});

test("SHARE-09 a visitor who wants to write is invited", async () => {
  page.answer = async () => ({ status: 202, data: {} });
  await show("anonymous_message_request", { user });
  await press(t("modals.anonymous_send"));
  expect(await screen.findByText(t("accounts.invite_title"))).toBeTruthy();
});

test("SHELL-18 closing an answer in progress asks first", async () => {
  await show("answer_form", { question });
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "Because" } });
  await press("Close");
  expect(titles()).toContain(t("modals.discard_title"));
  await press(t("modals.keep"));
  expect(keptUnder("answer_text:q")).toBe("Because");
  await press("Close");
  await press(t("modals.discard"));
  expect(keptUnder("answer_text:q")).toBe("");
});

test("SHELL-19 a profile in a room is saved as it was typed; a failure keeps it", async () => {
  const on_save = vi.fn().mockRejectedValueOnce(new Error("offline")).mockResolvedValueOnce({});
  const items = [{ question_id: "1", question: "Pets?", value: "" }];
  await show("room_profile", { display_name: "Yui", items, on_save });
  fireEvent.change(screen.getByLabelText("Pets?"), { target: { value: "A cat" } });
  await press(t("modals.room_save"));
  expect(screen.getByText(t("modals.room_failed"))).toBeTruthy();
  await press(t("modals.room_save"));
  const typed = [{ question_id: "1", question: "Pets?", value: "A cat" }];
  expect(on_save).toHaveBeenLastCalledWith({ display_name: "Yui", items: typed });
  expect(document.querySelector("[data-open]")).toBeNull();
});
