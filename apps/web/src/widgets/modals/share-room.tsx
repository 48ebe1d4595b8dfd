import type { Room } from "@toibako/contract/rooms.ts";
import { Link2, Share } from "lucide-react";
import { postRoomLink, recordRoomShare } from "#features/rooms/queries/sharing.ts";
import { PostToXButton } from "#features/shares/components/post-to-x-button.tsx";
import { LineAndXLinks, RoundButton } from "#features/shares/components/round-buttons.tsx";
import { useSharing } from "#features/shares/components/sharing.tsx";
import { useXPostMethod } from "#features/shares/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { removeProtocol } from "#lib/page/remove-protocol.ts";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { MessageDialog } from "./message-dialog.tsx";
import type { ModalProps } from "./modal-props.ts";

/** Shares the link of a room, which invites visitors and shows others the join form. */
export function ShareRoom({ room, ...frame }: ModalProps & { room: Room }) {
  const { t, locale } = useTexts();
  const toasts = useToasts();
  const { uuid, title } = room;
  const text = t("rooms.share_words", { title });
  const path = `/${locale}/me/group_talks/${uuid}`;
  const { url, copy, openShareSheet } = useSharing({ path, text });
  const isXLinked = useXPostMethod() === "linked";
  const recorded =
    <T,>(share: () => T) =>
    () => {
      recordRoomShare(uuid);
      return share();
    };
  return (
    <MessageDialog
      {...frame}
      title={t("rooms.share_title")}
      drawing={<FriendsDrawing />}
      actions={
        isXLinked && (
          <PostToXButton
            post={recorded(() => postRoomLink(uuid))}
            label={t("shares.linked_post")}
            onPosted={() => frame.onOpenChange(false)}
            onFailed={(reason) => toasts.showToast(reason, { type: "error" })}
          />
        )
      }
    >
      <p>{t("rooms.share_text")}</p>
      <p className="mt-3 rounded-lg bg-surface-2 px-4 py-2.5 text-sm text-ink wrap-anywhere">
        <bdi translate="no">{removeProtocol(url)}</bdi>
      </p>
      <div className="mt-4 flex flex-wrap justify-center gap-x-1 gap-y-3 sm:gap-x-3">
        {openShareSheet && (
          <RoundButton
            icon={<Share size={22} />}
            label={t("shares.share")}
            onClick={recorded(openShareSheet)}
          />
        )}
        <RoundButton
          icon={<Link2 size={22} />}
          label={t("shares.copy_link")}
          onClick={recorded(copy)}
        />
        <LineAndXLinks url={url} text={text} onPress={() => recordRoomShare(uuid)} />
      </div>
    </MessageDialog>
  );
}
