import { Link } from "@tanstack/react-router";
import { formatDate } from "@toibako/contract/dates.ts";
import { retentionDays } from "@toibako/contract/privacy.ts";
import { EyeOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { getBrowserTimeZone } from "#lib/i18n/time-zone.ts";
import { OpenLetter } from "#ui/surfaces/open-letter.tsx";

interface WhatIsSeenProps {
  /** The typed text; if it is empty, an example is shown. */
  typed?: string;
  isSignedIn: boolean;
}

/**
 * The hour of the sample question. It is also passed as the current time, so that it is formatted like an
 * hour of today.
 */
const sampleHour = new Date("2026-01-01T16:00:00Z");

/** Explains what the receiver of an anonymous question sees, what is stored, and what nobody can promise. */
export function WhatIsSeen({ typed = "", isSignedIn }: WhatIsSeenProps) {
  const { t, locale } = useTexts();
  const text = typed.trim();
  const [now] = useState(() => new Date());
  // Nobody has typed a text before hydration, so the server never formats the present hour.
  const hour = text
    ? formatDate("hour", now, { locale, time_zone: getBrowserTimeZone() })
    : formatDate("hour", sampleHour, { locale, time_zone: "UTC" }, sampleHour.getTime());
  return (
    <div className="grid grid-cols-1 gap-4">
      {isSignedIn && (
        <p className="flex items-start gap-2 rounded-lg bg-brand-soft px-4 py-2.5 text-sm font-semibold text-ink-on-paper">
          <EyeOff size={18} className="mt-0.5 shrink-0" aria-hidden="true" />
          {t("questions.seen_signed_in")}
        </p>
      )}
      <figure>
        <figcaption className="mb-2 text-sm text-ink-2">
          {t(text ? "questions.seen_arrives" : "questions.seen_example")}
        </figcaption>
        <div data-paper="plain" className="rounded-xl p-2">
          <OpenLetter
            heading={0}
            lines={4}
            label={hour}
            text={text || t("questions.seen_sample")}
          />
        </div>
      </figure>
      <p>{t("questions.seen_text")}</p>
      <Part title={t("questions.kept_title")}>
        <p>{t("questions.kept_text", { days: retentionDays.sender_address })}</p>
      </Part>
      <Part title={t("questions.unsure_title")}>
        <ul className="grid list-disc gap-1 pl-5 marker:text-brand-400">
          <li>{t("questions.unsure_style")}</li>
          <li>{t("questions.unsure_watching")}</li>
          <li>{t("questions.unsure_law")}</li>
        </ul>
      </Part>
      <Link
        to="/$locale/me/privacy"
        params={{ locale }}
        className="inline-flex min-h-11 items-center justify-self-start font-semibold text-brand underline underline-offset-4"
      >
        {t("questions.seen_more")}
      </Link>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-md leading-snug">{title}</h3>
      <div className="text-sm">{children}</div>
    </section>
  );
}
