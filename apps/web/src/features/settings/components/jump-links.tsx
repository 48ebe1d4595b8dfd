import { Link, useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { scrollSmoothlyTo } from "#lib/browser/smooth-scroll.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import type { SectionProps } from "#ui/surfaces/section.tsx";

type Target = Pick<SectionProps, "id" | "icon" | "title">;

/** Links to the sections of the settings page. */
export function JumpLinks({ sections, look }: { sections: Target[]; look: "row" | "list" }) {
  const { t, locale } = useTexts();
  const isRow = look === "row";
  return (
    <nav aria-label={t("settings.parts_label")}>
      <ul
        className={
          isRow
            ? "-mx-4 flex list-none gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none]"
            : "-mx-2 -my-1 grid list-none"
        }
      >
        {sections.map(({ id, icon, title }) => (
          <li key={id} className="shrink-0">
            <Link
              to="/$locale/stg"
              params={{ locale }}
              hash={id}
              replace
              className={
                isRow
                  ? "inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap rounded-full bg-surface px-3.5 text-sm font-semibold text-ink-2 shadow-e1"
                  : "flex min-h-10 items-center gap-3 rounded-full px-2 text-sm leading-tight font-semibold text-ink-2 hover:bg-surface-2 hover:text-ink"
              }
            >
              <span
                className="grid size-5 shrink-0 place-items-center text-brand"
                aria-hidden="true"
              >
                {icon}
              </span>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls to the section that the hash or the `tab` parameter names, and focuses it. */
export function useScrollToSection(tab: string | undefined) {
  const hash = useLocation({ select: (location) => location.hash });
  const id = hash || tab;
  useEffect(() => {
    const section = id && document.getElementById(id);
    if (!section) return;
    section.focus({ preventScroll: true });
    scrollSmoothlyTo(section);
  }, [id]);
}
