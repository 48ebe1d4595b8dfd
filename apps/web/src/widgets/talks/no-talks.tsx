import { Link } from "@tanstack/react-router";
import { MessageCircleHeart, MessagesSquare } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { useModal } from "#widgets/modals/modal-host.tsx";
import { useCounts } from "#widgets/shell/counts.ts";

/** Says that there are no talks yet, and how one begins. A new message in a room comes first. */
export function NoTalks({ account }: { account: string }) {
  const { t, locale } = useTexts();
  const { newest_unread_room: uuid } = useCounts();
  return (
    <EmptyState
      drawing={<LetterArrivingDrawing />}
      title={t("talks.empty_title")}
      action={
        uuid === null ? (
          <AskForMessages account={account} />
        ) : (
          <Link
            to="/$locale/me/group_talks/$uuid"
            params={{ locale, uuid }}
            className={buildButtonClass()}
          >
            <MessagesSquare size={20} aria-hidden="true" />
            {t("rooms.new_message_label")}
          </Link>
        )
      }
    >
      {t("talks.empty_text")}
    </EmptyState>
  );
}

/** Opens the modal that asks others for messages. */
export function AskForMessages({ account, size = "md" }: { account: string; size?: "sm" | "md" }) {
  const { t } = useTexts();
  const modal = useModal();
  return (
    <Button
      size={size}
      variant={size === "sm" ? "outline" : "primary"}
      data-message-request
      onClick={() => modal.open("share_message_link", { account })}
    >
      <MessageCircleHeart size={size === "sm" ? 18 : 20} aria-hidden="true" />
      {t("modals.request_short")}
    </Button>
  );
}
