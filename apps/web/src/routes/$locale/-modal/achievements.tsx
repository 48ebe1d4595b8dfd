import { Medals } from "#features/achievements/components/medals.tsx";
import { useTexts } from "#lib/i18n.tsx";
import { Sheet } from "#ui/sheet.tsx";
import type { Frame } from "./message.tsx";
import { useModal } from "./modal.tsx";

/** All that one reached so far, and what is still to come. */
export function Achievements({ account, open, on_open_change }: Frame & { account: string }) {
  const { t } = useTexts();
  const modal = useModal();
  return (
    <Sheet
      open={open}
      onOpenChange={on_open_change}
      title={t("achievements.open_list")}
      closeLabel={t("common.close")}
    >
      <Medals on_open={(achievement) => modal.open("achievement", { account, achievement })} />
    </Sheet>
  );
}
