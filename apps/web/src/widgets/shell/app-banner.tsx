import { useRouter } from "@tanstack/react-router";
import { Smartphone, X } from "lucide-react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { closeAppLink } from "#lib/browser/app-link.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buttonClass } from "#ui/buttons/button-class.ts";
import { IconButton } from "#ui/buttons/icon-button.tsx";

/** A banner for the operator's app, shown on iOS to members who linked Instagram. */
export function AppBanner() {
  const { t } = useTexts();
  const { site, is_ios } = useRouter().options.context;
  const user = useCurrentUser();
  const isShown = site.app_link_url !== null && is_ios && user?.provider.includes("instagram");
  if (!isShown || site.app_link_url === null) return null;
  return (
    <section
      aria-label={t("accounts.app_link_title")}
      className="border-b border-line bg-brand-soft in-data-[app-link=closed]:hidden"
    >
      <div className="mx-auto flex max-w-column items-center gap-3 py-1.5 pr-2 pl-4 text-ink-on-paper lg:max-w-[77rem] lg:px-6">
        <Smartphone size={22} aria-hidden="true" className="shrink-0" />
        <p className="min-w-0 flex-1 text-sm font-bold">{t("accounts.app_link_title")}</p>
        <a href={site.app_link_url} className={buttonClass({ size: "sm" })}>
          {t("accounts.app_link_open")}
        </a>
        <IconButton label={t("common.close")} icon={<X size={22} />} onClick={closeAppLink} />
      </div>
    </section>
  );
}
