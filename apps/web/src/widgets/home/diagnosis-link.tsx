import { Link } from "@tanstack/react-router";
import { Sparkles } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useSite } from "#lib/page/use-site.ts";

/** The link to the diagnosis games; nothing if none is shown. */
export function DiagnosisLink() {
  const { t, locale } = useTexts();
  if (!useSite().has_diagnosis_games) return null;
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
