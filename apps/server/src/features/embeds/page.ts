import { createHash } from "node:crypto";
import { formatQuestionPath } from "@toibako/contract/addresses.ts";
import { type CardTheme, cardThemes } from "@toibako/contract/cards.ts";
import { getLanguageTag, type Locale } from "@toibako/contract/locales.ts";
import { truncateText } from "@toibako/contract/text.ts";
import { escapeMarkup } from "#platform/markup.ts";
import { translate } from "#platform/texts/texts.ts";
import { themes } from "../cards/draw/themes.ts";
import { toShownStamp } from "../stamps/queries.ts";
import type { EmbeddedAnswer } from "./queries.ts";

/**
 * The colours of paper, lines and text in dark mode, as in the web application's stationery.css; those in light mode are the
 * ones of cards.
 */
const darkColors: Record<CardTheme, [paper: string, line: string, ink: string]> = {
  mint: ["#17393b", "#235255", "#e4f7f6"],
  night: ["#1a2547", "#2c3c6c", "#eef2ff"],
  sakura: ["#391c27", "#4a2433", "#fdeaf0"],
  washi: ["#31291b", "#41361f", "#f7efdd"],
  sunset: ["#3a2016", "#4b2a1c", "#ffe7d6"],
  forest: ["#1a3022", "#233f2d", "#e6f3df"],
  lavender: ["#2a2145", "#372b58", "#f1ecfd"],
  mono: ["#262828", "#323535", "#f3f3f3"],
};

const themeStyles = cardThemes
  .map((theme) => {
    // The paper of cards in mint has no motif.
    const { paper, paperMotif = "#bfe6e5", inkOnPaper } = themes[theme];
    const [darkPaper, darkLine, darkInk] = darkColors[theme];
    return `.${theme}{--paper:light-dark(${paper}, ${darkPaper});--line:light-dark(${paperMotif}, ${darkLine});--ink:light-dark(${inkOnPaper}, ${darkInk})}`;
  })
  .join("\n");

/** The styles of the page, with the colours of the web application's styles.css. */
const styles = `
:root{color-scheme:light dark;font:16px/1.7 system-ui,-apple-system,"Hiragino Sans","Noto Sans JP","Noto Sans CJK JP","Noto Sans Thai",sans-serif;background:light-dark(#fff,#142022);color:light-dark(#14292a,#e9f3f2)}
*{box-sizing:border-box;margin:0}
body{display:flex;flex-direction:column;min-height:100vh;border:1px solid light-dark(#dbe7e6,#263a3c)}
main{flex:1;padding:1rem;overflow-wrap:anywhere}
.letter{padding:1rem 1.25rem;border-radius:1rem;background:var(--paper);color:var(--ink)}
.seal{font-size:.8125rem;font-weight:600}
h1{font-size:1.125rem;line-height:1.6;white-space:pre-line}
img{display:block;width:6rem;height:6rem}
ul{padding:0;margin-top:.5rem;list-style:none}
li{padding:.125rem .75rem;border-left:3px solid var(--line)}
.chosen{font-weight:700;border-color:var(--ink)}
.by{margin-top:1rem;font-weight:700}
.answer{white-space:pre-line}
footer{position:sticky;bottom:0;padding:.5rem 1rem;border-top:1px solid light-dark(#dbe7e6,#263a3c);background:light-dark(#f3f8f7,#0c1516)}
a{display:inline-block;padding:.5rem 0;color:light-dark(#1a7375,#7fd0cf);font-weight:600}
${themeStyles}
`;

/** Maximum number of characters of a question in the title of a page or frame. */
export const maxTitleLength = 60;

const styleHash = createHash("sha256").update(styles).digest("base64");

/** The Content-Security-Policy of the page: any site may frame it, and it loads only pictures of this site. */
export const embedPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *`;

/** Creates the page of one answer for frames on other sites. It has no scripts and is the same for every viewer. */
export function createEmbedPage(
  public_url: string,
  locale: Locale,
  embedded: EmbeddedAnswer,
): string {
  const { uuid_hash, body, displaying_name: name } = embedded;
  const answer_id = embedded.answer_id ?? undefined;
  const lang = getLanguageTag(embedded.locale);
  const stamp = toShownStamp(embedded.stamp_id);
  const picture = stamp ? `<img src="${escapeMarkup(stamp.stamp_image.url)}" alt="">` : "";
  const answer = embedded.answer_body
    ? `<p class="answer" lang="${lang}">${escapeMarkup(embedded.answer_body)}</p>`
    : "";
  return createDocument(
    locale,
    truncateText(body.replaceAll("\n", " "), maxTitleLength),
    `<main><div class="letter ${embedded.card_theme}"><p class="seal">${translate(locale, embedded.is_welcome ? "embed_seal_welcome" : "embed_seal")}</p>${picture}<h1 lang="${lang}">${escapeMarkup(body)}</h1>${listOptions(locale, embedded)}</div><p class="by">${escapeMarkup(name)}</p>${answer}</main>`,
    `${public_url}/${locale}${formatQuestionPath({ uuid_hash, answer_id })}`,
    translate(locale, "embed_open"),
  );
}

/** Creates the page that replaces an answer that is deleted, sensitive or unknown. */
export function createEmptyEmbed(public_url: string, locale: Locale): string {
  const text = translate(locale, "embed_gone");
  const main = `<main><h1>${text}</h1></main>`;
  return createDocument(locale, text, main, `${public_url}/${locale}`, "Toibako");
}

function listOptions(
  locale: Locale,
  { options, chosen_option, locale: questionLocale }: EmbeddedAnswer,
): string {
  if (!options) return "";
  const chosen = translate(locale, "embed_chosen");
  const entries = options.map((option, index) =>
    index === chosen_option
      ? `<li class="chosen">✓ ${escapeMarkup(option)} <small lang="${getLanguageTag(locale)}">(${chosen})</small></li>`
      : `<li>${escapeMarkup(option)}</li>`,
  );
  return `<ul lang="${getLanguageTag(questionLocale)}">${entries.join("")}</ul>`;
}

function createDocument(
  locale: Locale,
  title: string,
  main: string,
  address: string,
  linkText: string,
): string {
  const href = escapeMarkup(address);
  return `<!DOCTYPE html>
<html lang="${getLanguageTag(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(title)} | Toibako</title>
<link rel="canonical" href="${href}">
<style>${styles}</style>
</head>
<body>
${main}
<footer><a href="${href}" target="_blank" rel="noopener">${linkText}</a></footer>
</body>
</html>
`;
}
