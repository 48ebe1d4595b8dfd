// @vitest-environment happy-dom

import { act, fireEvent, screen } from "@testing-library/react";
import { getCurrentUser } from "@toibako/contract/accounts.ts";
import type { RoomMessage } from "@toibako/contract/rooms/messages.ts";
import type { Room } from "@toibako/contract/rooms.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { useInvite } from "#features/accounts/components/invite.tsx";
import { linkSites } from "#features/help/queries/pages.ts";
import { getTexts, type TextKey } from "#lib/i18n/texts.tsx";
import { openPage, press, type TestPage } from "#lib/testing/page.tsx";
import { sampleRoom } from "#lib/testing/room-samples.ts";
import { type Modal, ModalHost, useModal } from "./modal-host.tsx";
import { type ModalName, modals, type OwnModalProps } from "./registry.ts";

let page: TestPage;
let modal: Modal;
let invite: () => void;

function ModalProbe() {
  modal = useModal();
  invite = useInvite();
  return null;
}

beforeEach(async () => {
  page = await openPage();
  page.client.setQueryDefaults([getCurrentUser.name], { staleTime: Number.POSITIVE_INFINITY });
  page.show(
    <ModalHost>
      <ModalProbe />
    </ModalHost>,
  );
});

const { t } = getTexts("en");

const account = "yui";
const user = {
  account,
  toibako_id: account,
  displaying_name: "Yui",
  icon_url: "/avatars/cat.svg",
  self_introduction: "",
  answers_count: 0,
  brought_answers_count: 0,
  answer_likes_count: 0,
  follows_count: 0,
  followers_count: 0,
  is_friend: false,
  is_follower: false,
  is_receive_dm: true,
  is_self: false,
  image_url: "/cards/profiles/ja/yui.png",
  card_theme: "mint" as const,
};
const answered_at = "2026-11-20T09:00:00Z";
const answer = { id: "a", text: "So.", chosen_option: null, answered_at };
const question = {
  uuid_hash: "q1",
  account,
  body: "Tea?",
  locale: "en",
} as OwnModalProps<"answer_question">["question"];
const community = { id: "cats", category_id: "daily", name: "Yui", is_popular: false };
const communityQuestion = {
  uuid_hash: "q2",
  text: "Tea?",
  locale: "en",
  asked_hour: answered_at,
  asked_date_time__formatted_for_user: "today",
  associated_community: community,
} as OwnModalProps<"answer_community">["question"];
const achievement = { id: "r", counted: "answers", count: 1 } as const;
const banner = {
  id: "b",
  banner_image_uri: "/a.webp",
  still_image_uri: "/a.webp",
  media_kind: "picture",
  width: 1200,
  height: 900,
  banner_target_uri: "/communities",
  alternative_text: "See more",
  modal_title: null,
  modal_description: null,
  modal_background_color: null,
  modal_text_color: null,
} as const;

const roomMessage = { key: "m1", body: "Tea?", display_name: "Yui" } as RoomMessage;
const sampleCommunity = { id: "daily", category_id: "life", name: "Yui" };

/** The props and the title of each modal. */
const samples: { [N in ModalName]: [props: OwnModalProps<N>, title: TextKey] } = {
  usage_guide: [{}, "help.itr"],
  invite: [{}, "accounts.invite_title"],
  authorization_email: [{ email: "mina@example.com" }, "mails.modal_title"],
  email_reminder: [{ reason: "first_question" }, "mails.reminder_title"],
  answer_question: [{ question }, "questions.unanswered_title"],
  answer_community: [{ question: communityQuestion }, "communities.answer_title"],
  ask_community: [{ community }, "communities.ask_title"],
  report_public: [{ content: { answer_id: "a" } }, "moderation.report_answer_title"],
  report_account: [{ account, displaying_name: "Yui" }, "moderation.report_account_title"],
  edit_answer: [{ answer, question: { locale: "en" } }, "answers.edit_title"],
  delete_answer: [{ answer_id: "a" }, "answers.delete_title"],
  block_account: [{ account, displaying_name: "Yui" }, "moderation.block_account_title"],
  baton: [{ uuid_hash: "q1" }, "friends.baton_title"],
  achievement: [{ achievement }, "modals.achievement_first_answer"],
  achievements: [{ onSelect: () => {} }, "achievements.open_list"],
  share_failure: [{ post: async () => {}, reason: "X is down." }, "shares.failure_title"],
  share_community: [
    { community: sampleCommunity, onDone: () => {}, onFailed: () => {} },
    "communities.share_title",
  ],
  community_tutorial: [{ onFinish: () => {} }, "communities.tutorial_title"],
  share_message_link: [{ account }, "modals.request_title"],
  import_followers: [{}, "friends.import_step_title"],
  identity_confirmation: [{ onSettled: () => {} }, "factors.confirm_title"],
  report_talk: [{ uuid: "t1" }, "talks.report_title"],
  report_room_message: [{ uuid: "r1", message: roomMessage }, "rooms.report_title"],
  room_members: [{ room: { uuid: "r1" } as Room, onMember: () => {} }, "rooms.members_title"],
  message_terms: [{}, "modals.terms_title"],
  message_birth_date: [{ repeat: () => {} }, "modals.birth_date_title"],
  room_profile: [{ room: sampleRoom }, "rooms.profile_title"],
  room_member: [{ room: sampleRoom, id: "m1", onEdit: () => {} }, "rooms.member_title"],
  share_room: [{ room: sampleRoom }, "rooms.share_title"],
  banner: [{ banner }, "banners.follow"],
  charge_required: [{}, "modals.charge_title"],
  list_keys: [{}, "modals.keys_title"],
  write_message: [{ user, onWrite: async () => {} }, "modals.anonymous_title"],
};

const translate = t as unknown as (key: string, values?: object) => string;

async function show<N extends ModalName>(name: N, props: OwnModalProps<N>) {
  const open = modal.open as (name: ModalName, props: object) => Promise<void>;
  await act(() => open(name, props));
  await screen.findByRole("heading", { level: 2 });
}

const listTitles = () => screen.queryAllByRole("heading", { level: 2 }).map((h) => h.textContent);

test.each(Object.keys(modals) as ModalName[])(
  "SHELL-18 SHELL-19 the modal %s opens and closes",
  async (name) => {
    const [props, title] = samples[name];
    await show(name, props);
    expect(listTitles()).toEqual([translate(title, { name: "Yui" })]);
    await act(async () => modal.close());
    expect(document.querySelector("[data-open]")).toBeNull();
  },
);

test("SHELL-18 a modal replaces the one that is open", async () => {
  await show("usage_guide", {});
  await show("share_message_link", { account });
  expect(listTitles()).toEqual([t("modals.request_title")]);
});

test("SHELL-18 useInvite() opens the invitation", async () => {
  await act(async () => invite());
  expect(await screen.findByText(t("accounts.invite_title"))).toBeTruthy();
});

const readHref = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

test("SHELL-08 the usage guide links to the guides of the sites", async () => {
  await show("usage_guide", {});
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  for (const site of linkSites) expect(links).toContain(`/en/itr?service=${site}`);
});

test("SHELL-13 a request for messages adds message=1 to the address in the post on X", async () => {
  await show("share_message_link", { account });
  const post = new URL(readHref(t("shares.post_to_x")) ?? "");
  expect(post.searchParams.get("url")).toBe("http://toibako.test/en/yui?message=1");
});

test("SHARE-09 the message modal offers to ask a question if the receiver takes no messages", async () => {
  const onWrite = async () => {};
  await show("write_message", { user: { ...user, is_receive_dm: false }, onWrite });
  expect(listTitles()).toEqual([t("modals.anonymous_closed_title")]);
  await press(t("modals.anonymous_ask"));
  expect(document.querySelector("[data-open]")).toBeNull();
});

test("SHARE-09 the message modal invites a visitor who wants to write", async () => {
  page.reply = async () => ({ status: 202, data: {} });
  await show("write_message", { user, onWrite: async () => {} });
  await press(t("modals.anonymous_send"));
  expect(await screen.findByText(t("accounts.invite_title"))).toBeTruthy();
});

test("SHARE-09 the message modal lets an account start a talk", async () => {
  page.client.setQueryData([getCurrentUser.name], { user: { account: "me", provider: [] } });
  const onWrite = vi.fn(async () => {});
  await show("write_message", { user, onWrite });
  await press(t("modals.anonymous_send"));
  expect(onWrite).toHaveBeenCalledOnce();
});

test("TALK-02 the modal of a talk that can't be read leads to the plan in the settings", async () => {
  await show("charge_required", {});
  expect(readHref(t("modals.charge_open"))).toBe("/en/stg?tab=card");
});

test("SHELL-18 closing an answer with unsaved changes asks for confirmation", async () => {
  await show("edit_answer", { answer, question: { locale: "en" } });
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "Because" } });
  await press("Close");
  expect(listTitles()).toContain(t("answers.discard_title"));
  await press(t("answers.keep_writing"));
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("Because");
  await press("Close");
  await press(t("answers.discard"));
  expect(document.querySelector("[data-open]")).toBeNull();
});
