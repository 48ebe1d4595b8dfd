import type { ComponentProps } from "react";
import type { ModalProps } from "./modal-props.ts";

/** The modals by name. The code of each is loaded when it opens for the first time. */
export const modals = {
  usage_guide: async () => (await import("./usage-guide.tsx")).UsageGuide,
  invite: async () =>
    (await import("#features/accounts/components/invite-dialog.tsx")).InviteDialog,
  authorization_email: async () => (await import("./authorization-email.tsx")).AuthorizationEmail,
  email_reminder: async () => (await import("./email-reminder.tsx")).EmailReminder,
  answer_community: async () =>
    (await import("#widgets/communities/answer-question.tsx")).AnswerCommunityQuestion,
  ask_community: async () => (await import("#widgets/communities/ask-community.tsx")).AskCommunity,
  answer_question: async () => (await import("./answer-question.tsx")).AnswerQuestion,
  edit_answer: async () => (await import("./edit-answer.tsx")).EditAnswer,
  delete_answer: async () => (await import("./delete-answer.tsx")).DeleteAnswer,
  report_public: async () =>
    (await import("#features/moderation/components/report-public-dialog.tsx")).ReportPublicDialog,
  report_account: async () => (await import("./reports.tsx")).ReportAccount,
  block_account: async () =>
    (await import("#features/moderation/components/block-account-dialog.tsx")).BlockAccountDialog,
  baton: async () => (await import("#features/friends/components/baton-dialog.tsx")).BatonDialog,
  achievement: async () => (await import("./achievement.tsx")).Achievement,
  achievements: async () => (await import("./achievements.tsx")).Achievements,
  share_failure: async () => (await import("./share-failure.tsx")).ShareFailure,
  share_community: async () =>
    (await import("#widgets/communities/share-community.tsx")).ShareCommunity,
  community_tutorial: async () =>
    (await import("#features/communities/components/tutorial.tsx")).CommunityTutorial,
  share_message_link: async () => (await import("./share-message-link.tsx")).ShareMessageLink,
  import_followers: async () => (await import("./import-followers.tsx")).ImportFollowers,
  identity_confirmation: async () =>
    (await import("./identity-confirmation.tsx")).IdentityConfirmation,
  report_talk: async () => (await import("./report-talk.tsx")).ReportTalk,
  report_room_message: async () => (await import("./reports.tsx")).ReportRoomMessage,
  room_members: async () => (await import("./room-members.tsx")).RoomMembers,
  message_terms: async () => (await import("./message-terms.tsx")).MessageTerms,
  message_birth_date: async () => (await import("./message-birth-date.tsx")).MessageBirthDate,
  room_profile: async () => (await import("./room-profile.tsx")).RoomProfile,
  room_member: async () => (await import("./room-member.tsx")).RoomMember,
  share_room: async () => (await import("./share-room.tsx")).ShareRoom,
  banner: async () => (await import("./banner.tsx")).BannerModal,
  charge_required: async () => (await import("./charge-required.tsx")).ChargeRequired,
  list_keys: async () => (await import("./list-keys.tsx")).ListKeys,
  write_message: async () => (await import("./write-message.tsx")).WriteMessage,
};

export type ModalName = keyof typeof modals;

type Content<N extends ModalName> = Awaited<ReturnType<(typeof modals)[N]>>;

/** The props of a modal without those that the modal host passes. */
export type OwnModalProps<N extends ModalName> = Omit<ComponentProps<Content<N>>, keyof ModalProps>;

/** The arguments after the name in `modal.open(name, …)`. The props are optional if none of them is required. */
export type ModalArguments<N extends ModalName> =
  Record<never, never> extends OwnModalProps<N>
    ? [props?: OwnModalProps<N>]
    : [props: OwnModalProps<N>];
