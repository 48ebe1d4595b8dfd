import { type DateForm, defaultTimeZones, formatDate } from "@toibako/contract/dates.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useBrowserTimeZone } from "#lib/i18n/time-zone.ts";

/** A moment in the browser's time zone. */
export function StaffDate({ at, form }: { at: string; form: DateForm }) {
  const { locale } = useTexts();
  const time_zone = useBrowserTimeZone() ?? defaultTimeZones[locale];
  return <time dateTime={at}>{formatDate(form, new Date(at), { locale, time_zone })}</time>;
}
