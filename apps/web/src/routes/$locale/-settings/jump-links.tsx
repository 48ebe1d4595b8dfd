import { Link } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n.tsx";
import type { SectionProps } from "#ui/section.tsx";

type Target = Pick<SectionProps, "id" | "icon" | "title">;

/** From the top of the settings to each of their sections. */
export function JumpLinks({ sections, look }: { sections: Target[]; look: "row" | "list" }) {
  const { t, locale } = useTexts();
  const row = look === "row";
  return (
    <nav aria-label={t("settings.jump")}>
      <ul
        className={
          row
            ? "-mx-4 flex list-none gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none]"
            : "grid list-none gap-0.5"
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
                row
                  ? "inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap rounded-full bg-surface px-3.5 text-sm font-semibold text-ink-2 shadow-e1"
                  : "flex min-h-11 items-center gap-3 rounded-full px-3 text-sm font-semibold text-ink-2 hover:bg-surface-2 hover:text-ink"
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
