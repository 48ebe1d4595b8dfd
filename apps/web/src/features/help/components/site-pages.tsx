import { Link } from "@tanstack/react-router";
import { pageSlugs } from "@toibako/contract/help.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Card } from "#ui/surfaces/card.tsx";
import { type PageSlug, pageTitles } from "../queries/pages.ts";

const linkClass =
  "flex min-h-11 items-center rounded-lg px-3 text-sm hover:bg-surface-2 aria-[current]:bg-brand-soft aria-[current]:font-bold aria-[current]:text-brand";

/** Links to the legal pages, the release notes and the public counts. */
export function SitePages({ current }: { current: PageSlug | "release_notes" | "transparency" }) {
  const { t, locale } = useTexts();
  return (
    <Card as="section">
      <h2 className="mb-2 text-md">{t("shell.site_pages")}</h2>
      <ul className="-mx-3 grid list-none">
        {pageSlugs.map((slug) => (
          <li key={slug}>
            <Link
              to="/$locale/fxp/$slug"
              params={{ locale, slug }}
              aria-current={slug === current ? "page" : undefined}
              className={linkClass}
            >
              {t(pageTitles[slug])}
            </Link>
          </li>
        ))}
        {(["release_notes", "transparency"] as const).map((page) => (
          <li key={page}>
            <Link
              to={`/$locale/fxp/${page}`}
              params={{ locale }}
              aria-current={page === current ? "page" : undefined}
              className={linkClass}
            >
              {t(`help.${page}`)}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
