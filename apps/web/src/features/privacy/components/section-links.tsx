import { Link } from "@tanstack/react-router";
import { type TextKey, useTexts } from "#lib/i18n/texts.tsx";

type Title = Extract<TextKey, `privacy.${string}_title`>;

interface SectionLinksProps {
  /** The sections in the order of the page. */
  sections: readonly (readonly [id: string, title: Title])[];
}

/** Links from the top of a long page to its sections. */
export function SectionLinks({ sections }: SectionLinksProps) {
  const { t } = useTexts();
  return (
    <nav aria-label={t("privacy.jump")}>
      <ul className="grid list-none grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-2 sm:flex sm:flex-wrap">
        {sections.map(([id, title]) => (
          <li key={id}>
            <Link
              to="."
              hash={id}
              replace
              className="short-text flex h-full min-h-11 items-center rounded-xl bg-surface px-3 py-1 text-sm leading-snug font-semibold text-brand shadow-e1 hover:bg-surface-2"
            >
              {t(title)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
