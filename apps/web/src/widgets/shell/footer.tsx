import { Link } from "@tanstack/react-router";
import { pageSlugs } from "@toibako/contract/help.ts";
import { ChevronDown } from "lucide-react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { pageTitles } from "#features/help/queries/pages.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { LanguageLinks } from "./language-links.tsx";

const pages = [
  "/$locale/hp",
  "/$locale/guide",
  "/$locale/inquiry",
  "/$locale/help_lines",
  "/$locale/me/privacy",
  "/$locale/fxp/transparency",
] as const;
const titles = {
  "/$locale/hp": "help.hp",
  "/$locale/guide": "help.guide",
  "/$locale/inquiry": "help.inquiry",
  "/$locale/help_lines": "help.lines_title",
  "/$locale/me/privacy": "privacy.title",
  "/$locale/fxp/transparency": "help.transparency",
} as const;

const linkClass =
  "inline-flex min-h-11 items-center rounded-full px-2 hover:text-ink hover:underline";

/** The site's pages and languages. For accounts, who seldom need them, they are folded into one row. */
export function Footer() {
  const { t } = useTexts();
  const user = useCurrentUser();
  return (
    <footer className="border-t border-line bg-surface">
      <div className="mx-auto page-width px-4 md:px-6">
        {user ? (
          <details className="group/footer">
            <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 text-sm font-semibold text-ink-2 [&::-webkit-details-marker]:hidden">
              {t("shell.about_site")}
              <ChevronDown
                size={20}
                className="shrink-0 transition-transform duration-200 ease-calm group-open/footer:rotate-180"
                aria-hidden="true"
              />
            </summary>
            <div className="grid gap-5 pt-2 pb-8">
              <SiteLinks />
            </div>
          </details>
        ) : (
          <div className="grid gap-5 py-8">
            <SiteLinks />
          </div>
        )}
      </div>
    </footer>
  );
}

function SiteLinks() {
  const { t, locale } = useTexts();
  const user = useCurrentUser();
  return (
    <>
      <nav aria-label={t("shell.language")}>
        <LanguageLinks />
      </nav>
      <nav aria-label={t("shell.site_pages")}>
        <ul className="-ml-2 flex list-none flex-wrap text-sm text-ink-2">
          {pages.map((to) => (
            <li key={to}>
              <Link to={to} params={{ locale }} className={linkClass}>
                {t(titles[to])}
              </Link>
            </li>
          ))}
          {pageSlugs.map((slug) => (
            <li key={slug}>
              <Link to="/$locale/fxp/$slug" params={{ locale, slug }} className={linkClass}>
                {t(pageTitles[slug])}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <small className="text-xs text-ink-2">{t("shell.copyright")}</small>
        {!user && (
          <Link
            to="/$locale"
            params={{ locale }}
            className={buildButtonClass({ variant: "outline", size: "sm" })}
          >
            {t("shell.log_in")}
          </Link>
        )}
      </div>
    </>
  );
}
