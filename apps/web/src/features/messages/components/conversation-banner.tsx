import type { ReactNode } from "react";
import type { Banner } from "#lib/conversation/views.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";

interface ConversationBannerProps {
  banner: Banner;
  /** What an empty conversation begins with. */
  firstLanding: ReactNode;
  /** Says that the conversation begins here. */
  beginning: string;
  onOlder: () => void;
}

/** The strip above the oldest message: the beginning of the conversation, or the way to older messages. */
export function ConversationBanner(props: ConversationBannerProps) {
  const { banner, firstLanding, beginning, onOlder } = props;
  const { t } = useTexts();
  if (banner === "FIRST_LANDING") return firstLanding;
  if (banner === "SCROLL_FINISHED")
    return <p className="py-2 text-center text-xs text-ink-2">{beginning}</p>;
  return (
    banner !== "HIDE" && (
      <div className="flex justify-center noscript:hidden">
        <Button
          size="sm"
          variant="text"
          isPending={banner === "FETCHING"}
          pendingLabel={t("common.loading")}
          onClick={onOlder}
        >
          {t("messages.older")}
        </Button>
      </div>
    )
  );
}
