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

/** The formatters of the last reader. Pages of one archive share them, because a formatter takes 50 KB of memory. */
let formats: { key: string; day: Intl.DateTimeFormat; minute: Intl.DateTimeFormat } | undefined;

function getFormats({ locale, time_zone }: PageReader) {
  const key = `${locale} ${time_zone}`;
  if (formats?.key !== key) {
    const tag = getDateTag(locale);
    const options = { dateStyle: "long", timeZone: time_zone } as const;
    formats = {
      key,
      day: new Intl.DateTimeFormat(tag, options),
      minute: new Intl.DateTimeFormat(tag, { ...options, timeStyle: "short" }),
    };
  }
  return formats;
}

/** Returns a date in the reader's time zone, without the hour. */
export const renderDay = (reader: PageReader, moment: Date): string =>
  escapeMarkup(getFormats(reader).day.format(moment));

/** Returns a date with the hour and minute, in the reader's time zone. */
export const renderMinute = (reader: PageReader, moment: Date): string =>
  escapeMarkup(getFormats(reader).minute.format(moment));

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

/** The content of `pages/style.css`. The colours are those of the web application's styles.css. */
export const stylesheet = `
:root{color-scheme:light dark;font:16px/1.8 system-ui,-apple-system,"Hiragino Sans","Noto Sans JP","Noto Sans CJK JP","Noto Sans Thai",sans-serif;background:light-dark(#f3f8f7,#0c1516);color:light-dark(#14292a,#e9f3f2)}
*{box-sizing:border-box;margin:0}
body{max-width:42.5rem;margin:0 auto;padding:1.5rem 1rem 3rem;overflow-wrap:anywhere}
h1{font-size:1.375rem;line-height:1.45}
h2{font-size:1.125rem}
a{color:light-dark(#1a7375,#7fd0cf);font-weight:600;text-underline-offset:.25em}
:focus-visible{outline:3px solid light-dark(#1a7375,#7fd0cf);outline-offset:3px}
header,main{display:grid;gap:1.25rem}
header{margin-bottom:1.5rem}
.profile{display:flex;align-items:center;gap:1rem}
.profile img{width:4rem;height:4rem;border-radius:50%}
.quiet,.meta{font-size:.875rem;color:light-dark(#48605f,#a9c1c0)}
.card{display:grid;gap:.75rem;padding:1.25rem;border-radius:1.25rem;background:light-dark(#fff,#142022)}
.letter{display:grid;gap:.5rem;padding:1rem 1.25rem;border-radius:1rem;background:light-dark(#d9f0ef,#17393b);color:light-dark(#0f3536,#e4f7f6)}
.letter .meta{color:inherit}
.letter img{width:6rem;height:6rem}
.question{font-weight:700;white-space:pre-line}
.answer{white-space:pre-line}
ul{padding:0;list-style:none}
.options li{padding:.125rem .75rem;border-left:3px solid light-dark(#bfe6e5,#235255)}
.options .chosen{font-weight:700;border-color:light-dark(#1a7375,#7fd0cf)}
.contents{display:grid;gap:.5rem}
.contents li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem}
.pages{flex-basis:100%;display:flex;flex-wrap:wrap;gap:.25rem .75rem}
.pages a,nav a{display:inline-block;min-width:2.75rem;padding:.5rem 0}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem}
dl{display:grid;gap:.5rem}
dt{font-size:.875rem;color:light-dark(#48605f,#a9c1c0)}
dd{margin:0;white-space:pre-line}
`;
