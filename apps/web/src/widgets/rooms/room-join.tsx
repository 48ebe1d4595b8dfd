import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { maxRoomMembers, type Room } from "@toibako/contract/rooms.ts";
import { EyeOff } from "lucide-react";
import { RoomHead } from "#features/rooms/components/room-head.tsx";
import {
  type RoomProfile,
  roomQuestionsQuery,
  useJoinRoom,
} from "#features/rooms/queries/membership.ts";
import { takeRoomShareOffer } from "#features/rooms/queries/sharing.ts";
import { ApiError } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { NoMembersDrawing } from "#ui/drawings/no-members.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { Card } from "#ui/surfaces/card.tsx";
import { useModal } from "#widgets/modals/modal-host.tsx";
import { findWritingNeed, openModalForNeed } from "#widgets/talks/writing-needs.ts";
import { ProfileForm } from "./profile-form.tsx";

interface RoomJoinProps {
  room: Room;
  onJoined: () => void;
}

/** The page of a room for an account that isn't a member: what the room is, and the form that joins it. */
export function RoomJoin({ room, onJoined }: RoomJoinProps) {
  const { t } = useTexts();
  const modal = useModal();
  const join = useJoinRoom(room, () => {
    onJoined();
    if (takeRoomShareOffer()) modal.open("share_room", { room });
  });
  const obstacle = findObstacle(room, join.error);

  function submit(profile: RoomProfile) {
    join.mutate(profile, {
      onError: (error) =>
        openModalForNeed(modal, error, () => submit(profile), t("rooms.join_birthday_text")),
    });
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      <Card as="section">
        <RoomHead room={room} />
      </Card>
      {obstacle ? (
        <NoEntry obstacle={obstacle} />
      ) : (
        <JoinForm
          room={room}
          isPending={join.isPending}
          error={findWritingNeed(join.error) ? null : join.error}
          onSubmit={submit}
        />
      )}
    </div>
  );
}

interface JoinFormProps {
  room: Room;
  isPending: boolean;
  error: Error | null;
  onSubmit: (profile: RoomProfile) => void;
}

function JoinForm({ room, ...rest }: JoinFormProps) {
  const { t, locale } = useTexts();
  const questions = useQuery(roomQuestionsQuery(room.personal_answer_group_id, locale));
  return (
    <Card as="section" className="grid gap-5">
      <h2 className="text-lg">{t("rooms.join_title")}</h2>
      <p className="flex gap-3 text-sm text-ink-2">
        <EyeOff size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-brand" />
        {t("rooms.join_private")}
      </p>
      {questions.data ? (
        <ProfileForm
          {...rest}
          questions={questions.data.items}
          is_without_latin={room.is_without_latin}
          submitLabel={t("rooms.join")}
          pendingLabel={t("rooms.joining")}
          failureText={t("rooms.join_failed")}
        />
      ) : (
        <LoadingState query={questions} skeleton="row" title={t("rooms.questions_failed_title")} />
      )}
    </Card>
  );
}

/** Why an account can't join. */
type Obstacle = "no_entry" | "full" | "closed";

function findObstacle(room: Room, error: Error | null): Obstacle | undefined {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === "room_full") return "full";
  if (code === "no_entry" || room.is_blocked) return "no_entry";
  if (room.is_archived) return "closed";
  return room.members_count >= maxRoomMembers ? "full" : undefined;
}

function NoEntry({ obstacle }: { obstacle: Obstacle }) {
  const { t, locale } = useTexts();
  return (
    <div role="alert">
      <EmptyState
        drawing={<NoMembersDrawing />}
        title={t(`rooms.${obstacle}_title`)}
        action={
          <Link
            to="/$locale/me/talks"
            params={{ locale }}
            search={{ tab: "rooms" }}
            className={buildButtonClass({ variant: "outline" })}
          >
            {t("rooms.to_rooms")}
          </Link>
        }
      >
        {t(`rooms.${obstacle}_text`)}
      </EmptyState>
    </div>
  );
}
