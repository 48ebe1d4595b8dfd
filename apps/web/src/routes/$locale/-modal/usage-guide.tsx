import { Link } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Sheet } from "#ui/sheet.tsx";
import { ServiceLinks } from "../-help/service-links.tsx";
import type { Frame } from "./message.tsx";

/** Over any page: where to paste one's link, by service, and the way to the whole guide. */
export function UsageGuide({ open, on_open_change }: Frame) {
  const { t, locale } = useTexts();
  const close = () => on_open_change(false);
  return (
    <Sheet
      open={open}
      onOpenChange={on_open_change}
      title={t("support.itr")}
      closeLabel={t("common.close")}
      footer={
        <Link
          to="/$locale/guide"
          params={{ locale }}
          onClick={close}
          className={buttonClass({ variant: "outline", wide: true })}
        >
          {t("support.guide")}
        </Link>
      }
    >
      <p className="mb-4 text-ink-2">{t("support.itr_lead")}</p>
      <ServiceLinks onFollow={close} />
    </Sheet>
  );
}
