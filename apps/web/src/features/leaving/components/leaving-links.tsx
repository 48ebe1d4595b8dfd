import { Link } from "@tanstack/react-router";
import { restorableDays } from "@toibako/contract/leaving.ts";
import { ChevronRight } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";

/** Links to the pages that leave and that delete the account. */
export function LeavingLinks() {
  const { t, locale } = useTexts();
  return (
    <ul className="grid list-none divide-y divide-line">
      <li>
        <Link to="/$locale/stg/leave" params={{ locale }} className={rowClass}>
          <Row
            name={t("leaving.leave_link")}
            text={t("leaving.leave_link_text", { days: restorableDays })}
          />
        </Link>
      </li>
      <li>
        <Link to="/$locale/stg/destroy" params={{ locale }} className={rowClass}>
          <Row name={t("leaving.destroy_link")} text={t("leaving.destroy_link_text")} />
        </Link>
      </li>
    </ul>
  );
}

const rowClass = "flex min-h-12 items-center gap-3 rounded-md py-3 hover:text-brand";

function Row({ name, text }: { name: string; text: string }) {
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block font-bold">{name}</span>
        <span className="block text-sm text-ink-2">{text}</span>
      </span>
      <ChevronRight size={20} className="shrink-0 text-ink-2" aria-hidden="true" />
    </>
  );
}
