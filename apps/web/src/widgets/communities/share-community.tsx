import type { Community } from "@toibako/contract/communities.ts";
import { getIds, postParticipation } from "#features/communities/queries.ts";
import { PostToXButton } from "#features/shares/components/post-to-x-button.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { MessageDialog } from "#widgets/modals/message-dialog.tsx";
import type { ModalProps } from "#widgets/modals/modal-props.ts";

interface ShareCommunityProps extends ModalProps {
  /** The community that was just joined. */
  community: Pick<Community, "id" | "category_id" | "name">;
  /** Called after the post was sent, or after the account has declined to post by the button. */
  onDone: () => void;
  /** Called instead of `onDone` if the post failed, with the reason. */
  onFailed: (reason: string) => void;
}

/** Asks whether to post on X that the account has joined a community. */
export function ShareCommunity({ community, onDone, onFailed, ...frame }: ShareCommunityProps) {
  const { t } = useTexts();
  function close() {
    frame.onOpenChange(false);
    onDone();
  }
  return (
    <MessageDialog
      {...frame}
      title={t("communities.share_title", { name: community.name })}
      drawing={<FriendsDrawing />}
      actions={
        <>
          <PostToXButton
            post={() => postParticipation(getIds(community))}
            onPosted={close}
            onFailed={onFailed}
            label={t("communities.share_yes")}
          />
          <Button variant="text" isWide onClick={close}>
            {t("communities.share_no")}
          </Button>
        </>
      }
    >
      {t("communities.share_text")}
    </MessageDialog>
  );
}
