import { Link } from "@tanstack/react-router";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { pageSlugs } from "#features/help/queries.ts";
import { useTexts } from "#lib/i18n.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { LanguageLinks } from "./language-links.tsx";

export function Footer() {
  const { t, locale } = useTexts();
  const user = useCurrentUser();
  return (
    <footer className="border-t border-line bg-surface">
      <div className="mx-auto grid max-w-column gap-5 px-4 py-8 lg:max-w-[77rem] lg:px-6">
        <LanguageLinks />
        <nav aria-label={t("shell.legal")}>
          <ul className="-ml-2 flex list-none flex-wrap text-sm text-ink-2">
            {pageSlugs.map((slug) => (
              <li key={slug}>
                <Link
                  to="/$locale/fxp/$slug"
                  params={{ locale, slug }}
                  className="inline-flex min-h-11 items-center rounded-full px-2 hover:text-ink hover:underline"
                >
                  {t(`help.${slug}`)}
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
              className={buttonClass({ variant: "outline", size: "sm" })}
            >
              {t("shell.log_in")}
            </Link>
          )}
        </div>
      </div>
    </footer>
  );
}
