import type { UserAchievement } from "@toibako/contract/achievements.ts";
import { Medals } from "#features/achievements/components/medals.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Sheet } from "#ui/overlays/overlay.tsx";
import type { ModalProps } from "./modal-props.ts";

interface AchievementsProps extends ModalProps {
  /** Called with the achievement that was pressed. */
  onSelect: (achievement: UserAchievement) => void;
}

/** Lists the achievements that were earned and those that are still to earn. */
export function Achievements({ onSelect, open, onOpenChange }: AchievementsProps) {
  const { t } = useTexts();
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t("achievements.open_list")}
      closeLabel={t("common.close")}
    >
      <Medals onOpen={onSelect} />
    </Sheet>
  );
}
