import { getDateTag } from "@toibako/contract/dates.ts";
import { getLanguageTag, type Locale } from "@toibako/contract/locales.ts";
import { escapeMarkup } from "#platform/markup.ts";
import { type TextKey, translate } from "#platform/texts/texts.ts";

/** The account for which pages of the archive are written. */
export interface PageReader {
  account: string;
  locale: Locale;
  time_zone: string;
}

/** Returns a text of the server in the reader's language, escaped. */
export function renderText(
  { locale }: PageReader,
  key: TextKey,
  parameters: Record<string, string | number> = {},
): string {
  return escapeMarkup(translate(locale, key, parameters));
}

/** The formatter of the last call. Pages of one archive share it, because a formatter takes 50 KB of memory. */
let dayFormat: { key: string; format: Intl.DateTimeFormat } | undefined;

/** Returns a date in the reader's time zone, without the hour. */
export function renderDay({ locale, time_zone }: PageReader, moment: Date): string {
  const key = `${locale} ${time_zone}`;
  if (dayFormat?.key !== key) {
    const options = { dateStyle: "long", timeZone: time_zone } as const;
    dayFormat = { key, format: new Intl.DateTimeFormat(getDateTag(locale), options) };
  }
  return escapeMarkup(dayFormat.format.format(moment));
}

export function renderNumber({ locale }: PageReader, number: number): string {
  return escapeMarkup(number.toLocaleString(getDateTag(locale)));
}

// Pages opened from disk have an opaque origin, so `'self'` may not match the archive's files; `file:` does.
const contentPolicy = "default-src 'none'; style-src 'self' file:; img-src 'self' file:";

/** Returns a page of an archive. It has no script and loads only files of the archive. `body` is markup. */
export function renderDocument(
  reader: PageReader,
  { title, folder, body }: { title: string; folder: "" | "../"; body: string },
): string {
  return `<!doctype html>
<html lang="${getLanguageTag(reader.locale)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeMarkup(title)}</title>
<link rel="stylesheet" href="${folder}pages/style.css">
</head>
<body>
${body}
</body>
</html>
`;
}
