import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { useSharing } from "#features/shares/components/sharing.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { XMark } from "#ui/marks/x.tsx";
import { useMessageLink } from "#widgets/shell/message-link.ts";

interface RequestShareProps {
  user: CurrentUser;
  /** Whether the reader has scrolled away from the end. */
  isShown: boolean;
}

/** A button that opens X to post the reader's own link that asks for messages, for accounts with a linked X. */
export function RequestShare({ user, isShown }: RequestShareProps) {
  return (
    user.provider.includes("twitter") && <ShareButton account={user.account} isShown={isShown} />
  );
}

function ShareButton({ account, isShown }: { account: string; isShown: boolean }) {
  const { t } = useTexts();
  const { postUrl } = useSharing(useMessageLink(account));
  if (postUrl === undefined) return null;
  return (
    <div
      data-shown={isShown || undefined}
      className="invisible absolute right-4 bottom-4 z-10 translate-y-4 rounded-full opacity-0 shadow-e3 transition-[opacity,translate,visibility] duration-320 ease-calm data-shown:visible data-shown:translate-y-0 data-shown:opacity-100"
    >
      <IconButton
        variant="outline"
        size="lg"
        label={t("modals.request_message")}
        icon={<XMark size={22} />}
        render={<a href={postUrl} target="_blank" rel="noopener noreferrer" />}
      />
    </div>
  );
}
