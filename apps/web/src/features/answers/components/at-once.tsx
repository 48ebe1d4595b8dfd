import { Link } from "@tanstack/react-router";
import { Layers } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";

/** Says beforehand that more than one question will be answered, and where that is changed. */
export function AtOnce({ n }: { n: number }) {
  const { t, locale } = useTexts();
  if (n < 2) return null;
  return (
    <p className="flex items-start gap-2 rounded-lg bg-brand-soft px-4 py-2.5 text-sm text-ink-on-paper">
      <Layers size={18} className="mt-0.5 shrink-0" aria-hidden="true" />
      <span>
        <span className="block font-semibold">{t("answers.batch_hint", { n })}</span>
        {t.rich(
          "answers.batch_settings_hint",
          {},
          {
            settings: (children) => (
              <Link to="/$locale/stg" params={{ locale }} hash="receiving" className="underline">
                {children}
              </Link>
            ),
          },
        )}
      </span>
    </p>
  );
}
