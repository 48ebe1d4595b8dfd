import { type DateForm, formatDate } from "@toibako/contract/dates.ts";
import { createContext, useContext } from "react";
import { useTexts } from "./texts.tsx";
import { useBrowserTimeZone } from "./time-zone.ts";

/**
 * Whether dates are shown in the browser's time zone; set on pages for visitors. Such a page is cached for
 * all visitors, so the server formats its dates in the default time zone of its language. On pages for an
 * account, the server uses the account's time zone.
 */
export const IsInBrowserTimeZone = createContext(false);

interface FormattedDateProps {
  /** The moment in ISO 8601. */
  at: string;
  form: DateForm;
  /** The moment as the server formatted it. */
  text: string;
  className?: string;
}

/**
 * Shows a date that the server formatted; to visitors, in the browser's time zone after hydration, and before that
 * only if it is the same.
 */
export function FormattedDate({ at, form, text, className }: FormattedDateProps) {
  const { locale } = useTexts();
  const browserTimeZone = useBrowserTimeZone();
  const isInBrowserTimeZone = useContext(IsInBrowserTimeZone);
  const time_zone = isInBrowserTimeZone ? browserTimeZone : undefined;
  // `createZoneScript` sets the attribute, so that without scripts the date is shown.
  const isProvisional = isInBrowserTimeZone && time_zone === undefined;
  return (
    <time
      dateTime={at}
      className={isProvisional ? `in-data-[zone=other]:invisible ${className ?? ""}` : className}
    >
      {time_zone === undefined ? text : formatDate(form, new Date(at), { locale, time_zone })}
    </time>
  );
}
