import type { UserAchievement } from "@toibako/contract/achievements.ts";
import { Medals } from "#features/achievements/components/medals.tsx";
import { useTexts } from "#lib/i18n.tsx";
import { Sheet } from "#ui/sheet.tsx";
import type { Frame } from "./message.tsx";

interface AchievementsProps extends Frame {
  /** One of them was pressed. */
  on_open: (achievement: UserAchievement) => void;
}

/** All that one reached so far, and what is still to come. */
export function Achievements({ on_open, open, on_open_change }: AchievementsProps) {
  const { t } = useTexts();
  return (
    <Sheet
      open={open}
      onOpenChange={on_open_change}
      title={t("achievements.open_list")}
      closeLabel={t("common.close")}
    >
      <Medals on_open={on_open} />
    </Sheet>
  );
}
