import { useQuery } from "@tanstack/react-query";
import type { RoomMemberProfile, RoomQuestion } from "@toibako/contract/rooms/members.ts";
import type { Room } from "@toibako/contract/rooms.ts";
import { ChevronRight, Eye, EyeOff, UserPen } from "lucide-react";
import { type ReactNode, useState } from "react";
import { MemberPicture } from "#features/rooms/components/member-picture.tsx";
import { QuestionAnswers } from "#features/rooms/components/question-answers.tsx";
import { useHideMember } from "#features/rooms/queries/members.ts";
import { roomMemberQuery, roomQuestionsQuery } from "#features/rooms/queries/membership.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { Sheet } from "#ui/overlays/overlay.tsx";
import type { ModalProps } from "./modal-props.ts";

interface RoomMemberProps extends ModalProps {
  room: Room;
  /** The id of the membership. */
  id: string;
  /** Opens the modal `room_profile`, for the account's own membership. */
  onEdit: () => void;
}

/** A member of a room as the room knows them; it leads to no account and no talk. */
export function RoomMember({ room, id, onEdit, ...frame }: RoomMemberProps) {
  const { t } = useTexts();
  const [question, setQuestion] = useState<RoomQuestion>();
  return (
    <Sheet
      {...frame}
      title={question?.body ?? t("rooms.member_title")}
      closeLabel={t("common.close")}
    >
      {question ? (
        <QuestionAnswers
          uuid={room.uuid}
          question_id={question.question_id}
          onBack={() => setQuestion(undefined)}
        />
      ) : (
        <Member room={room} id={id} onQuestion={setQuestion} onEdit={onEdit} />
      )}
    </Sheet>
  );
}

interface MemberProps {
  room: Room;
  id: string;
  onQuestion: (question: RoomQuestion) => void;
  onEdit: () => void;
}

function Member({ id, ...rest }: MemberProps) {
  const { t, locale } = useTexts();
  const query = useQuery(roomMemberQuery(id, locale));
  if (query.data) return <Profile member={query.data} {...rest} />;
  return (
    <LoadingState query={query} skeleton="row" count={1} title={t("rooms.member_failed_title")}>
      {t("rooms.joinable_failed_text")}
    </LoadingState>
  );
}

type ProfileProps = Omit<MemberProps, "id"> & { member: RoomMemberProfile };

function Profile({ room, member, onQuestion, onEdit }: ProfileProps) {
  const { t } = useTexts();
  const { display_name, icon_url, is_me, has_left } = member;
  return (
    <div className="grid gap-5">
      <div className="grid justify-items-center gap-3 text-center">
        <MemberPicture src={icon_url} size={96} />
        <p className="max-w-full text-lg font-bold wrap-anywhere">
          <bdi>{display_name || t("talks.has_left")}</bdi>
        </p>
        {has_left && <p className="text-sm text-ink-2">{t("rooms.member_left")}</p>}
      </div>
      {!has_left && <Answers room={room} member={member} onQuestion={onQuestion} />}
      {is_me ? (
        <Button variant="outline" isWide onClick={onEdit}>
          <UserPen size={20} aria-hidden="true" />
          {t("rooms.profile_title")}
        </Button>
      ) : (
        <HideButton member={member} />
      )}
    </div>
  );
}

/** The answers of a member. Pressing a question shows how the room has answered it. */
function Answers({
  room,
  member,
  onQuestion,
}: Pick<ProfileProps, "room" | "member" | "onQuestion">) {
  const { t, locale } = useTexts();
  const questions = useQuery(roomQuestionsQuery(room.personal_answer_group_id, locale));
  if (!questions.data) {
    return (
      <LoadingState
        query={questions}
        skeleton="row"
        count={2}
        heading={3}
        title={t("rooms.questions_failed_title")}
      />
    );
  }
  const answers = new Map(
    member.personal_answer_group.items.map(({ question_id, value }) => [question_id, value]),
  );
  return (
    <ul className="grid list-none gap-2">
      {questions.data.items.map((question) => (
        <li key={question.question_id}>
          <AnswerButton
            question={question.body}
            answer={answers.get(question.question_id)}
            onPress={() => onQuestion(question)}
          />
        </li>
      ))}
    </ul>
  );
}

interface AnswerButtonProps {
  question: string;
  answer: string | undefined;
  onPress: () => void;
}

function AnswerButton({ question, answer, onPress }: AnswerButtonProps): ReactNode {
  const { t } = useTexts();
  return (
    <button
      type="button"
      onClick={onPress}
      title={t("rooms.answers_open")}
      className="flex min-h-14 w-full items-center gap-2 rounded-lg bg-surface-2 px-4 py-2.5 text-left hover:bg-brand-soft"
    >
      <span className="min-w-0 flex-1">
        <span className="block text-xs text-ink-2 wrap-anywhere">{question}</span>
        <span dir="auto" className="block font-semibold wrap-anywhere">
          {answer ?? <span className="font-normal text-ink-2">{t("rooms.not_answered")}</span>}
        </span>
      </span>
      <ChevronRight size={20} aria-hidden="true" className="shrink-0 text-ink-2" />
    </button>
  );
}

function HideButton({ member: { id, is_hidden } }: { member: RoomMemberProfile }) {
  const { t } = useTexts();
  const toasts = useToasts();
  const { mutate, isPending } = useHideMember();
  function toggle() {
    mutate(
      { id, is_hidden: !is_hidden },
      {
        onSuccess: (reply) =>
          toasts.showToast(t(reply.is_hidden ? "rooms.hidden" : "rooms.shown"), {
            type: "success",
          }),
        onError: () => toasts.showToast(t("talks.change_failed"), { type: "error" }),
      },
    );
  }
  const Icon = is_hidden ? Eye : EyeOff;
  return (
    <div className="grid gap-1.5">
      <Button variant="outline" isWide isPending={isPending} onClick={toggle}>
        <Icon size={20} aria-hidden="true" />
        <span>{t(is_hidden ? "rooms.show_messages" : "rooms.hide_messages")}</span>
      </Button>
      <p className="text-center text-xs text-ink-2">{t("rooms.hide_note")}</p>
    </div>
  );
}
