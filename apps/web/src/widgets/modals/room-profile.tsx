import { useQuery } from "@tanstack/react-query";
import type { Room } from "@toibako/contract/rooms.ts";
import { useState } from "react";
import {
  type RoomProfile as Profile,
  roomMemberQuery,
  roomQuestionsQuery,
  useUpdateRoomProfile,
} from "#features/rooms/queries/membership.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { DraftSheet } from "#ui/overlays/draft-sheet.tsx";
import { ProfileForm } from "#widgets/rooms/profile-form.tsx";
import type { ModalProps } from "./modal-props.ts";

interface RoomProfileProps extends ModalProps {
  room: Room;
  /** Called after the profile was saved, with the name and the picture that the room now shows. */
  onSaved?: (member: { display_name: string; icon_url: string }) => void;
}

/** Changes how the account is known in a room. */
export function RoomProfile({ room, onSaved, ...frame }: RoomProfileProps) {
  const { t } = useTexts();
  const [isChanged, setIsChanged] = useState(false);
  const id = room.group_talk_user_summary_id;
  return (
    <DraftSheet
      {...frame}
      title={t("rooms.profile_title")}
      closeLabel={t("common.close")}
      hasDraft={isChanged}
      onDiscard={() => setIsChanged(false)}
      discardTexts={{
        title: t("questions.discard_title"),
        text: t("rooms.profile_discard_text"),
        discard: t("questions.discard"),
        keep: t("rooms.profile_keep"),
      }}
    >
      {id && frame.open && (
        <EditForm
          room={room}
          id={id}
          onChange={() => setIsChanged(true)}
          onSaved={(member) => {
            setIsChanged(false);
            frame.onOpenChange(false);
            onSaved?.(member);
          }}
        />
      )}
    </DraftSheet>
  );
}

interface EditFormProps {
  room: Room;
  /** The id of the account's membership. */
  id: string;
  onChange: () => void;
  onSaved: NonNullable<RoomProfileProps["onSaved"]>;
}

function EditForm({ room, id, onChange, onSaved }: EditFormProps) {
  const { t, locale } = useTexts();
  const toasts = useToasts();
  const questions = useQuery(roomQuestionsQuery(room.personal_answer_group_id, locale));
  const member = useQuery(roomMemberQuery(id, locale));
  const { mutate, isPending, error } = useUpdateRoomProfile(id);
  if (!questions.data || !member.data) {
    return (
      <LoadingState
        query={questions.data ? member : questions}
        skeleton="row"
        title={t("rooms.profile_failed_title")}
      >
        {t("rooms.joinable_failed_text")}
      </LoadingState>
    );
  }
  function submit(profile: Profile) {
    mutate(profile, {
      onSuccess: (saved) => {
        toasts.showToast(t("rooms.profile_saved"), { type: "success" });
        onSaved(saved);
      },
      onError: () => toasts.showToast(t("rooms.profile_not_saved"), { type: "error" }),
    });
  }
  return (
    <>
      <p className="mb-4 text-sm text-ink-2">{t("rooms.join_private")}</p>
      <ProfileForm
        member={member.data}
        questions={questions.data.items}
        is_without_latin={room.is_without_latin}
        isPending={isPending}
        error={error}
        failureText={t("rooms.profile_not_saved")}
        submitLabel={t("settings.save")}
        pendingLabel={t("settings.saving")}
        onSubmit={submit}
        onChange={onChange}
      />
    </>
  );
}
