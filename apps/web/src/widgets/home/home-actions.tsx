import type { UserAchievement } from "@toibako/contract/achievements.ts";
import { Award } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { useModal } from "#widgets/modals/modal-host.tsx";
import { ReceiveMessages } from "#widgets/profile/message-entry.tsx";

/** Beside the greeting: unread messages and the achievements. */
export function HomeActions({ account }: { account: string }) {
  const { t } = useTexts();
  const modal = useModal();
  const onSelect = (achievement: UserAchievement) =>
    modal.open("achievement", { account, achievement });
  return (
    <>
      <ReceiveMessages />
      <IconButton
        label={t("achievements.open_list")}
        icon={<Award size={22} aria-hidden="true" />}
        variant="soft"
        onClick={() => modal.open("achievements", { onSelect })}
      />
    </>
  );
}
