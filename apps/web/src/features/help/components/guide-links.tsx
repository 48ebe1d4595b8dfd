import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { type Service, services } from "#features/help/queries/pages.ts";
import { useTexts } from "#lib/i18n/texts.tsx";

interface ServiceLinksProps {
  /** The service whose guide is shown already. */
  except?: Service;
  onNavigate?: () => void;
}

/** Links to the guide of each service. */
export function ServiceLinks({ except, onNavigate }: ServiceLinksProps) {
  const { t, locale } = useTexts();
  return (
    <ul className="grid list-none gap-3 sm:grid-cols-2">
      {services
        .filter((service) => service !== except)
        .map((service) => (
          <li key={service}>
            <Link
              to="/$locale/itr"
              params={{ locale }}
              search={{ service }}
              onClick={onNavigate}
              className="flex min-h-14 items-center justify-between gap-3 rounded-xl border border-line bg-surface px-5 font-semibold hover:bg-surface-2"
            >
              {t(`help.service_${service}`)}
              <ChevronRight size={20} className="shrink-0 text-brand" aria-hidden="true" />
            </Link>
          </li>
        ))}
    </ul>
  );
}
