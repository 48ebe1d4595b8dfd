import { type DateForm, formatDate } from "@toibako/contract/dates.ts";
import { createContext, useContext } from "react";
import { useTexts } from "./texts.tsx";
import { useBrowserTimeZone } from "./time-zone.ts";

/**
 * Whether dates are shown in the browser's time zone. Pages for visitors are cached and the same for
 * all, in the time zone of their language; pages for an account are in the account's time zone.
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

/** A date that the server formatted; visitors see it in their own time zone after hydration. */
export function FormattedDate({ at, form, text, className }: FormattedDateProps) {
  const { locale } = useTexts();
  const browserTimeZone = useBrowserTimeZone();
  const time_zone = useContext(IsInBrowserTimeZone) ? browserTimeZone : undefined;
  return (
    <time dateTime={at} className={className}>
      {time_zone === undefined ? text : formatDate(form, new Date(at), { locale, time_zone })}
    </time>
  );
}
