import type { CardTheme } from "@toibako/contract/cards.ts";
import { EyeOff } from "lucide-react";
import { createElement, type ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { EnvelopeFlap } from "#ui/surfaces/envelope-flap.tsx";

/** A closed letter with an explanation, shown in place of a withheld question. */
export function SensitiveNotice({
  theme,
  heading,
}: {
  theme?: CardTheme | undefined;
  heading: 1 | 2 | 3;
}) {
  const { t, locale } = useTexts();
  const renderSettingsLink = (children: ReactNode) => (
    <a href={`/${locale}/stg#love-field`} className="font-bold text-link underline">
      {children}
    </a>
  );
  return (
    <div
      data-card-theme={theme}
      className="relative isolate grid justify-items-center gap-2 overflow-hidden rounded-xl bg-paper px-5 pt-9 pb-6 text-center text-ink-on-paper"
    >
      <EnvelopeFlap className="h-[58px]" />
      <span className="grid size-12 place-items-center rounded-full bg-surface text-brand shadow-e1">
        <EyeOff size={22} aria-hidden="true" />
      </span>
      {createElement(
        `h${heading}`,
        { className: "text-md font-bold" },
        t("profiles.sensitive_title"),
      )}
      <p className="text-sm">
        {t.rich("profiles.sensitive_text", {}, { settings: renderSettingsLink })}
      </p>
    </div>
  );
}
