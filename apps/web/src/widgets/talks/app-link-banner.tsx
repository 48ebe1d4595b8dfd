import { useRouter } from "@tanstack/react-router";
import { Smartphone, X } from "lucide-react";
import { closeAppLink } from "#lib/browser/app-link.ts";
import { useBrowserValue } from "#lib/browser/browser-value.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { IconButton } from "#ui/buttons/icon-button.tsx";

/** Offers to open a talk in the operator's app, on Android and iOS; hidden in browsers that have closed it. */
export function AppLinkBanner({ uuid }: { uuid: string }) {
  const { t, locale } = useTexts();
  const { site, is_ios } = useRouter().options.context;
  const isAndroid = useBrowserValue(() => /\bAndroid\b/.test(navigator.userAgent), false);
  if (site.app_link_url === null || !(is_ios || isAndroid)) return null;
  return (
    <section
      aria-label={t("accounts.app_link_title")}
      className="flex items-center gap-3 rounded-xl bg-brand-soft py-1.5 pr-2 pl-4 text-ink-on-paper in-data-[app-link=closed]:hidden"
    >
      <Smartphone size={22} aria-hidden="true" className="shrink-0" />
      <p className="min-w-0 flex-1 text-sm font-bold">{t("talks.app_link")}</p>
      <a
        href={buildAppLink(site.app_link_url, `/${locale}/me/talks/${uuid}`)}
        className={buildButtonClass({ size: "sm" })}
      >
        {t("accounts.app_link_open")}
      </a>
      <IconButton label={t("common.close")} icon={<X size={22} />} onClick={closeAppLink} />
    </section>
  );
}

/** Appends a path of this site to the address of the app, which may have a path and a query of its own. */
export function buildAppLink(app_link_url: string, path: string): string {
  const address = new URL(app_link_url);
  address.pathname = address.pathname.replace(/\/$/, "") + path;
  return address.href;
}
