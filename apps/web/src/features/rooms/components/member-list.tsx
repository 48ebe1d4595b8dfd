import { useInfiniteQuery } from "@tanstack/react-query";
import type { RoomMember } from "@toibako/contract/rooms/members.ts";
import { Eye, EyeOff } from "lucide-react";
import { useRef } from "react";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { readMore, removeRepetitions } from "#lib/page/growing-list.ts";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { LoadMore } from "#ui/feedback/load-more.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { membersQuery, useHideMember } from "../queries/members.ts";
import { MemberPicture } from "./member-picture.tsx";

interface MemberListProps {
  uuid: string;
  /** Called when a member is pressed. */
  onMember: (id: string) => void;
}

/** The present members of a room, the reader first. */
export function MemberList({ uuid, onMember }: MemberListProps) {
  const { t } = useTexts();
  const rows = useRef<HTMLUListElement>(null);
  const query = useInfiniteQuery(membersQuery(uuid));
  if (!query.data) {
    return (
      <LoadingState query={query} skeleton="row" count={4} title={t("rooms.members_failed")} />
    );
  }
  const members = removeRepetitions(
    query.data.pages.flatMap((page) => page.members),
    ({ id }) => id,
  );
  return (
    <>
      <ul ref={rows} className="grid list-none grid-cols-1 divide-y divide-line">
        {members.map((member) => (
          <Member key={member.id} member={member} onPress={() => onMember(member.id)} />
        ))}
      </ul>
      <LoadMore more={readMore(query)} rows={rows} count={members.length} isSmall />
    </>
  );
}

function Member({ member, onPress }: { member: RoomMember; onPress: () => void }) {
  const { t } = useTexts();
  const { display_name, icon_url, is_me, is_hidden } = member;
  const name = display_name || t("talks.has_left");
  return (
    <li className="relative flex min-w-0 items-center gap-3 py-2">
      <MemberPicture src={icon_url} size={40} />
      <div className="min-w-0 flex-1">
        <button
          type="button"
          className="block max-w-full truncate text-left leading-snug font-bold stretched-link"
          onClick={onPress}
        >
          <bdi>{name}</bdi>
        </button>
        {is_me && <p className="text-xs text-ink-2">{t("rooms.members_you")}</p>}
        {is_hidden && <p className="text-xs text-ink-2">{t("rooms.members_is_hidden")}</p>}
      </div>
      {!is_me && <HideButton member={member} name={name} />}
    </li>
  );
}

function HideButton({ member: { id, is_hidden }, name }: { member: RoomMember; name: string }) {
  const { t } = useTexts();
  const toasts = useToasts();
  const { mutate, isPending } = useHideMember();
  const toggle = () =>
    mutate(
      { id, is_hidden: !is_hidden },
      {
        onError: (error) =>
          toasts.showBar("error", describeFailure(error, t("talks.change_failed"))),
      },
    );
  return (
    <IconButton
      label={t(is_hidden ? "rooms.members_show" : "rooms.members_hide", { name })}
      icon={is_hidden ? <EyeOff size={20} /> : <Eye size={20} />}
      aria-disabled={isPending || undefined}
      onClick={() => isPending || toggle()}
      className="z-10"
    />
  );
}
