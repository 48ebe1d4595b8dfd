import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { scrollSmoothlyTo } from "#lib/browser/smooth-scroll.ts";
import { useTexts } from "#lib/i18n/texts.tsx";

interface SettingGroup {
  id: string;
  icon: ReactNode;
  title: string;
}

const looks = {
  grid: {
    list: "grid list-none gap-2 min-[22.5rem]:grid-cols-2 min-[22.5rem]:max-sm:*:last:odd:col-span-2 sm:grid-cols-3 sm:*:last:nth-[3n+1]:col-span-3 sm:*:last:nth-[3n+2]:col-span-2",
    link: "flex h-full min-h-14 items-center gap-2.5 rounded-lg bg-surface px-3 py-2 text-sm leading-snug font-semibold shadow-e1",
  },
  list: {
    list: "-mx-2 -my-1 grid list-none",
    link: "flex min-h-11 items-center gap-3 rounded-full px-2 text-sm leading-tight font-semibold text-ink-2 hover:bg-surface-2 hover:text-ink",
  },
};

/** Links to the groups of the settings page. */
export function GroupIndex({ groups, look }: { groups: SettingGroup[]; look: keyof typeof looks }) {
  const { t, locale } = useTexts();
  return (
    <nav aria-label={t("settings.parts_label")}>
      <ul className={looks[look].list}>
        {groups.map(({ id, icon, title }) => (
          <li key={id} className="min-w-0">
            <Link
              to="/$locale/stg"
              params={{ locale }}
              hash={id}
              replace
              className={looks[look].link}
            >
              <span className="shrink-0 text-brand" aria-hidden="true">
                {icon}
              </span>
              <span className="min-w-0 short-text">{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls to the setting or group that the hash or the `tab` parameter names, unfolds it and focuses it. */
export function useScrollToSetting(tab: string | undefined) {
  const hash = useLocation({ select: (location) => location.hash });
  // A second press on a link navigates to the same hash, but with another key.
  const navigationKey = useLocation({ select: (location) => location.state.__TSR_key });
  const id = hash || tab;
  const isFirstNavigation = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation scrolls
  useEffect(() => {
    const isFirst = isFirstNavigation.current;
    isFirstNavigation.current = false;
    const setting = id && document.getElementById(id);
    if (!setting) return;
    const details = setting.querySelector<HTMLDetailsElement>(":scope > details");
    if (details) details.open = true;
    setting.focus({ preventScroll: true });
    // On a page that has just opened, smooth scrolling could move a control before a press.
    if (isFirst) setting.scrollIntoView();
    else scrollSmoothlyTo(setting);
  }, [id, navigationKey]);
}
