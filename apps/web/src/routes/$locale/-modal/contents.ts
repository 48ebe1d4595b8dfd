import type { ComponentProps } from "react";
import type { Frame } from "./message.tsx";

/** All that the modal can show. Each is fetched when it is opened for the first time. */
export const contents = {
  usage_guide: async () => (await import("./usage-guide.tsx")).UsageGuide,
  invite: async () => (await import("#features/accounts/components/invite-dialog.tsx")).Invite,
  question_form: async () => (await import("./question-form.tsx")).QuestionFormContent,
  answer_form: async () => (await import("./answer-form.tsx")).AnswerFormContent,
  edit_answer: async () => (await import("./edit-answer.tsx")).EditAnswer,
  delete_answer: async () => (await import("./delete-answer.tsx")).DeleteAnswer,
  baton: async () => (await import("#features/friends/components/baton-dialog.tsx")).BatonDialog,
  achievement: async () => (await import("./achievement.tsx")).Achievement,
  achievements: async () => (await import("./achievements.tsx")).Achievements,
  share_answer: async () => (await import("./share-answer.tsx")).ShareAnswer,
  share_failure: async () => (await import("./share-failure.tsx")).ShareFailure,
  request_message: async () => (await import("./request-message.tsx")).RequestMessage,
  message_terms: async () => (await import("./message-terms.tsx")).MessageTerms,
  banner: async () => (await import("./banner.tsx")).Banner,
  share_community: async () => (await import("./share-community.tsx")).ShareCommunity,
  community_tutorial: async () => (await import("./community-tutorial.tsx")).CommunityTutorial,
  room_profile: async () => (await import("./room-profile.tsx")).RoomProfile,
  room_personal_answers: async () => (await import("./room-answers.tsx")).RoomPersonalAnswers,
  anonymous_message_request: async () =>
    (await import("./anonymous-message.tsx")).AnonymousMessageRequest,
  open_chat_share: async () => (await import("./open-chat-share.tsx")).OpenChatShare,
  authorization_email: async () => (await import("./authorization-email.tsx")).AuthorizationEmail,
  import_from_twitter: async () => (await import("./import-from-twitter.tsx")).ImportFromTwitter,
};

export type ModalName = keyof typeof contents;

type Content<N extends ModalName> = Awaited<ReturnType<(typeof contents)[N]>>;

/** What a content has to be told besides whether it is open. */
export type ModalProps<N extends ModalName> = Omit<ComponentProps<Content<N>>, keyof Frame>;

/** Contents that need to be told nothing are opened by their name alone. */
export type Told<N extends ModalName> =
  Record<never, never> extends ModalProps<N> ? [props?: ModalProps<N>] : [props: ModalProps<N>];
