import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, type ErrorComponentProps, Link } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import type { RoomMessage } from "@toibako/contract/rooms/messages.ts";
import type { Room } from "@toibako/contract/rooms.ts";
import { useCallback, useEffect } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { readCachedRoom } from "#features/rooms/queries/cached-room.ts";
import { newestRoomMessagesQuery } from "#features/rooms/queries/messages.ts";
import { forgetRoom, roomQuery } from "#features/rooms/queries/room.ts";
import { useVisualViewport } from "#lib/browser/visual-viewport.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { throwNotFound } from "#lib/page/not-found.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { NotFoundDrawing } from "#ui/drawings/not-found.tsx";
import { SkeletonList } from "#ui/feedback/skeleton.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { ConversationFrame } from "#ui/surfaces/conversation-frame.tsx";
import { ConversationFailed } from "#widgets/conversation/conversation-failed.tsx";
import { useModal } from "#widgets/modals/modal-host.tsx";
import { RoomScreen } from "#widgets/room-screen/room-screen.tsx";
import { RoomInvitation } from "#widgets/rooms/room-invitation.tsx";
import { RoomJoin } from "#widgets/rooms/room-join.tsx";
import { useWritingNeeds } from "#widgets/talks/writing-needs.ts";

export const Route = createFileRoute("/$locale/me/group_talks/$uuid")({
  loader: async ({ context: { queryClient }, params: { uuid, locale } }) => {
    const { group_talk } = await queryClient
      .ensureQueryData(roomQuery(uuid, locale))
      .catch(throwNotFound);
    // If the messages can't be loaded, the screen says so and tries again.
    if (group_talk.is_joined)
      await queryClient.prefetchQuery(newestRoomMessagesQuery(uuid, locale));
  },
  head: ({ params: { locale, uuid }, match: { context } }) => {
    const { t } = getTexts(locale);
    const title = readCachedRoom(context.queryClient, uuid, locale)?.title ?? t("shell.messages");
    return buildPageHead({ locale, title, noindex: true });
  },
  component: RoomPage,
  pendingComponent: RoomPending,
  errorComponent: RoomFailed,
  notFoundComponent: RoomNotFound,
});

function RoomPage() {
  const { uuid, locale } = Route.useParams();
  const client = useQueryClient();
  const user = useCurrentUser();
  const room = useSuspenseQuery(roomQuery(uuid, locale)).data.group_talk;
  const { is_joined } = room;
  useEffect(() => {
    // Whoever joins again is somebody else: their former messages are no longer their own.
    const { queryKey } = newestRoomMessagesQuery(uuid, locale);
    if (!is_joined) client.removeQueries({ queryKey });
  }, [client, uuid, locale, is_joined]);
  if (!user) return <RoomInvitation room={room} />;
  if (!is_joined) return <RoomJoin room={room} onJoined={onJoined} />;
  return <JoinedRoom room={room} user={user} />;
}

/** The room that was joined is shown because the cached room says so. */
const onJoined = () => {};

function JoinedRoom({ room, user }: { room: Room; user: CurrentUser }) {
  const { uuid } = room;
  const { locale } = useTexts();
  const client = useQueryClient();
  const navigate = Route.useNavigate();
  const modal = useModal();
  const openModalFor = useWritingNeeds();
  useVisualViewport();
  const onProfile = useCallback(() => modal.open("room_profile", { room }), [modal, room]);
  const onMember = useCallback(
    (id: string) => modal.open("room_member", { room, id, onEdit: onProfile }),
    [modal, room, onProfile],
  );
  const onReport = useCallback(
    (message: RoomMessage) => modal.open("report_room_message", { uuid, message }),
    [modal, uuid],
  );
  async function leave() {
    // Otherwise the way back would lead to the form that joins the room.
    const list = { to: "/$locale/me/talks", params: { locale }, search: { tab: "rooms" } } as const;
    await navigate({ ...list, replace: true });
    forgetRoom(client, uuid);
  }
  return (
    <ConversationFrame>
      <RoomScreen
        room={room}
        user={user}
        openModalFor={openModalFor}
        onMembers={() => modal.open("room_members", { room, onMember })}
        onMember={onMember}
        onProfile={onProfile}
        onInvite={() =>
          void navigate({
            to: "/$locale/me/group_talks/$uuid/share",
            params: { locale, uuid },
            search: {},
          })
        }
        onReport={onReport}
        onLeft={() => void leave()}
      />
    </ConversationFrame>
  );
}

function RoomPending() {
  const { t } = useTexts();
  return <SkeletonList kind="row" label={t("common.loading")} />;
}

function RoomFailed({ reset }: ErrorComponentProps) {
  const { t } = useTexts();
  return <ConversationFailed title={t("rooms.screen_failed_title")} reset={reset} />;
}

/** Shown for an address of a room that doesn't exist. */
function RoomNotFound() {
  const { t } = useTexts();
  const { locale } = Route.useParams();
  return (
    <EmptyState
      heading={1}
      drawing={<NotFoundDrawing />}
      title={t("rooms.screen_not_found_title")}
      action={
        <Link
          to="/$locale/me/talks"
          params={{ locale }}
          search={{ tab: "rooms" }}
          className={buildButtonClass()}
        >
          {t("rooms.screen_to_list")}
        </Link>
      }
    >
      {t("rooms.screen_not_found_text")}
    </EmptyState>
  );
}
