import { Link } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n/texts.tsx";

/** Beside a block: links to the setting of calm mode, which holds the questions of new visitors. */
export function CalmOffer({ opensTab = false }: { opensTab?: boolean }) {
  const { t, locale } = useTexts();
  return (
    <p className="text-sm text-ink-2">
      {t.rich(
        "moderation.calm_offer",
        {},
        {
          calm: (children) => (
            <Link
              to="/$locale/stg"
              params={{ locale }}
              hash="calm"
              className="underline"
              {...(opensTab && { target: "_blank" })}
            >
              {children}
            </Link>
          ),
        },
      )}
    </p>
  );
}
