import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Sparkles } from "lucide-react";
import { diagnosisGamesQuery } from "#features/diagnosis/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";

/** The link to the diagnosis games; nothing if none is shown. */
export function DiagnosisLink() {
  const { t, locale } = useTexts();
  const games = useQuery(diagnosisGamesQuery()).data?.games ?? [];
  if (games.length === 0) return null;
  return (
    <Link
      to="/$locale/diagnosis"
      params={{ locale }}
      className="short-text mb-4 flex min-h-12 items-center gap-3 rounded-xl bg-surface px-4 py-2 text-sm font-semibold shadow-e2 hover:bg-surface-2"
    >
      <Sparkles size={20} className="shrink-0 text-brand" aria-hidden="true" />
      {t("diagnosis.home_link")}
    </Link>
  );
}
