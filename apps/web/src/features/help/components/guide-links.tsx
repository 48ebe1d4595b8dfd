import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { type LinkSite, linkSites } from "#features/help/queries/pages.ts";
import { useTexts } from "#lib/i18n/texts.tsx";

interface GuideLinksProps {
  /** The site whose guide the page already shows. */
  except?: LinkSite;
  onNavigate?: () => void;
}

/** Links to the guide of each site. */
export function GuideLinks({ except, onNavigate }: GuideLinksProps) {
  const { t, locale } = useTexts();
  return (
    <ul className="grid list-none gap-3 sm:grid-cols-2">
      {linkSites
        .filter((site) => site !== except)
        .map((site) => (
          <li key={site}>
            <Link
              to="/$locale/itr"
              params={{ locale }}
              search={{ service: site }}
              onClick={onNavigate}
              className="flex min-h-14 items-center justify-between gap-3 rounded-xl border border-line bg-surface px-5 font-semibold hover:bg-surface-2"
            >
              {t(`help.service_${site}`)}
              <ChevronRight size={20} className="shrink-0 text-brand" aria-hidden="true" />
            </Link>
          </li>
        ))}
    </ul>
  );
}
