import { Link } from "@tanstack/react-router";
import { GuideLinks } from "#features/help/components/guide-links.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Sheet } from "#ui/overlays/overlay.tsx";
import type { ModalProps } from "./modal-props.ts";

/** Lists sites on which the account can paste the link of its box, and links to the guide. */
export function UsageGuide({ open, onOpenChange }: ModalProps) {
  const { t, locale } = useTexts();
  const close = () => onOpenChange(false);
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t("help.itr")}
      closeLabel={t("common.close")}
      footer={
        <Link
          to="/$locale/guide"
          params={{ locale }}
          onClick={close}
          className={buildButtonClass({ variant: "outline", isWide: true })}
        >
          {t("help.guide")}
        </Link>
      }
    >
      <p className="mb-4 text-ink-2">{t("help.itr_lead")}</p>
      <GuideLinks onNavigate={close} />
    </Sheet>
  );
}
