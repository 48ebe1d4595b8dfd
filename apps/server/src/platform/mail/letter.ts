import { getLanguageTag, type Locale } from "@toibako/contract/locales.ts";
import { escapeMarkup } from "#platform/markup.ts";
import { translate } from "#platform/texts/texts.ts";
import type { Mail } from "./transport.ts";

/** The content of a mail to an account. The subject is also the heading. */
export interface Letter {
  locale: Locale;
  subject: string;
  paragraphs: readonly string[];
  /** Counts below the paragraphs, one in each row. */
  lines?: readonly LetterLine[];
  button: LetterLink;
  /** Paragraphs below the button, for example how long its link is valid. */
  remarks?: readonly string[];
  /** Why the recipient got the mail. */
  reason: string;
  /** A link in the footer that stops mails of this kind. */
  unsubscribe?: LetterLink;
}

interface LetterLine {
  label: string;
  value: string;
}

interface LetterLink {
  label: string;
  /** An absolute address of this site. */
  url: string;
}

/**
 * Formats a letter as plain text and as HTML. The HTML loads nothing, so no server learns that the
 * mail was opened.
 */
export function composeLetter(letter: Letter, public_url: string): Omit<Mail, "to"> {
  return {
    subject: letter.subject,
    text: composeText(letter, public_url),
    html: composeHtml(letter, public_url),
  };
}

function composeText(letter: Letter, public_url: string): string {
  const { subject, paragraphs, button, remarks = [], reason, unsubscribe } = letter;
  const lines = formatLines(letter);
  const blocks = [
    subject,
    ...paragraphs,
    ...(lines.length > 0 ? [lines.map((line) => `- ${line}`).join("\n")] : []),
    `${button.label}\n${button.url}`,
    ...remarks,
    `--\n${reason}`,
    ...(unsubscribe ? [`${unsubscribe.label}\n${unsubscribe.url}`] : []),
    `Toibako\n${public_url}`,
  ];
  return `${blocks.join("\n\n")}\n`;
}

const formatLines = ({ locale, lines = [] }: Letter): string[] =>
  lines.map(({ label, value }) => `${label}${wideColons[locale] ?? ": "}${value}`);

const wideColons: Partial<Record<Locale, string>> = { ja: "：", "zh-CN": "：", "zh-TW": "：" };

// Mail clients support neither light-dark() nor custom properties. The light colours are inline,
// because some clients drop the style element; in the others, its dark colours override them.
const light = {
  page: "#f3f8f7",
  surface: "#ffffff",
  paper: "#d9f0ef",
  flap: "#aadcdb",
  ink: "#14292a",
  ink2: "#48605f",
  inkOnPaper: "#0f3536",
  line: "#dbe7e6",
  link: "#1a7375",
};

/** Returns a CSS background that looks like an envelope's flap: two triangles that meet in the middle. */
function drawFlap(flap: string, paper: string): string {
  const half = (direction: string, side: string) =>
    `linear-gradient(to ${direction},${paper} 49.8%,${flap} 50.2%) ${side} top/50.1% 56px no-repeat`;
  return `${half("top right", "left")},${half("top left", "right")}`;
}

const darkStyle = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #0c1516 !important; }
  .surface { background: #142022 !important; }
  .paper { background: #17393b !important; color: #e4f7f6 !important; }
  .flap { background: ${drawFlap("#24585b", "#17393b")}, #17393b !important; }
  .ink { color: #e9f3f2 !important; }
  .ink2 { color: #a9c1c0 !important; }
  .line { border-color: #263a3c !important; }
  .link { color: #7fd0cf !important; }
}
@media (max-width: 480px) {
  .gap { padding-left: 20px !important; padding-right: 20px !important; }
}`;

const fonts: Record<Locale, string> = {
  ja: "'Hiragino Sans','Hiragino Kaku Gothic ProN','Noto Sans JP','Yu Gothic UI',Meiryo,sans-serif",
  en: "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif",
  "zh-CN": "'PingFang SC','Noto Sans SC','Microsoft YaHei',sans-serif",
  "zh-TW": "'PingFang TC','Noto Sans TC','Microsoft JhengHei',sans-serif",
  ko: "'Apple SD Gothic Neo','Noto Sans KR','Malgun Gothic',sans-serif",
  dt: "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif",
  th: "'Sukhumvit Set','Noto Sans Thai',Tahoma,sans-serif",
};

const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';

function composeHtml(letter: Letter, public_url: string): string {
  const { locale, subject, paragraphs, lines = [], button, remarks = [] } = letter;
  const font = fonts[locale];
  return `<!doctype html>
<html lang="${getLanguageTag(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeMarkup(subject)}</title>
<style>${darkStyle}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${light.page};font-family:${font}">
${createPreview(letter)}
<table ${table} class="page" style="background:${light.page}">
<tr><td align="center" style="padding:24px 12px 32px">
<table ${table} style="max-width:560px">
<tr><td align="center" style="padding:0 8px 16px">${createBrand(public_url)}</td></tr>
<tr><td class="paper flap" align="center" style="padding:26px 0 0;background-color:${light.paper};background:${drawFlap(light.flap, light.paper)},${light.paper};border-radius:24px 24px 0 0">${createLogo()}</td></tr>
<tr><td class="paper gap" align="center" style="padding:12px 32px 28px;background:${light.paper};color:${light.inkOnPaper}">
<h1 style="margin:0;font-size:22px;line-height:1.45;font-weight:bold;text-align:center;text-wrap:balance;word-break:auto-phrase;overflow-wrap:anywhere">${escapeMarkup(subject)}</h1>
</td></tr>
<tr><td class="surface gap" style="padding:28px 32px 32px;background:${light.surface};border-radius:0 0 24px 24px">
${paragraphs.map((text) => createParagraph(text)).join("\n")}
${createRows(lines)}
${createButton(button)}
${remarks.map((text) => createRemark(text, public_url)).join("\n")}
${createAddressHint(letter)}
</td></tr>
<tr><td class="gap" style="padding:20px 32px 0">${createFooter(letter)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** What mail clients quote below the subject in their lists. It is not shown in the mail itself. */
function createPreview(letter: Letter): string {
  const lines = formatLines(letter);
  const text = lines.length > 0 ? lines.join(" · ") : letter.paragraphs.join(" ");
  // The invisible characters after the text keep mail clients from quoting the next texts of the mail.
  return `<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px">${escapeMarkup(text)}${"&#8203;&nbsp;".repeat(60)}</div>`;
}

function createBrand(public_url: string): string {
  return `<a href="${escapeMarkup(public_url)}" class="ink" style="color:${light.ink};font-size:20px;line-height:1.4;font-weight:bold;text-decoration:none">Toibako</a>`;
}

/**
 * The site's logo, drawn without an image: the box and its lid, and a triangle of borders as the flap.
 * Outlook's engine draws such a triangle as a rectangle, so Outlook gets no flap.
 */
function createLogo(): string {
  const lid =
    '<div style="width:11px;height:3px;line-height:3px;font-size:0;border-radius:2px;background:#5ebaba;margin:0 auto 3px">&nbsp;</div>';
  const flap =
    '<!--[if !mso]><!--><div style="width:0;height:0;font-size:0;line-height:0;margin:0 auto;border-left:14px solid transparent;border-right:14px solid transparent;border-top:10px solid #08282a"></div><!--<![endif]-->';
  const box = `<div style="width:30px;height:26px;border-radius:7px;background:#5ebaba;overflow:hidden"><div style="height:6px;line-height:6px;font-size:0">&nbsp;</div>${flap}</div>`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="surface" align="center" valign="middle" width="56" height="56" style="width:56px;height:56px;border-radius:28px;background:${light.surface}"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:0 0 3px">${lid}${box}</td></tr></table></td></tr></table>`;
}

function createParagraph(text: string): string {
  return `<p class="ink" style="margin:0 0 16px;color:${light.ink};font-size:16px;line-height:1.8;word-break:auto-phrase;overflow-wrap:anywhere">${escapeMarkup(text)}</p>`;
}

/** The longest value that is set large, in one line. */
const maxCountLength = 12;

function createRows(lines: readonly LetterLine[]): string {
  if (lines.length === 0) return "";
  // Counts stand in one line; texts, such as dates, wrap beside labels that don't.
  const isText = lines.some(({ value }) => value.length > maxCountLength);
  const labelStyle = isText ? ";white-space:nowrap" : "";
  const valueStyle = isText ? "word-break:break-word" : "white-space:nowrap";
  const rows = lines.map(({ label, value }, index) => {
    const border = index === 0 ? "" : `border-top:1px solid ${light.line};`;
    return `<tr><td class="ink line" style="${border}padding:12px 12px 12px 0;color:${light.ink};font-size:16px;line-height:1.5${labelStyle}">${escapeMarkup(label)}</td><td class="link line" align="right" valign="top" style="${border}padding:${isText ? 12 : 9}px 0;color:${light.link};font-size:${isText ? 16 : 20}px;line-height:1.5;font-weight:bold;${valueStyle}">${escapeMarkup(value)}</td></tr>`;
  });
  return `<table ${table} style="margin:0 0 20px">${rows.join("")}</table>`;
}

function createButton({ label, url }: LetterLink): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" align="center" style="margin:8px auto 24px"><tr><td style="border-radius:999px;background:#5ebaba"><a href="${escapeMarkup(url)}" style="display:inline-block;padding:14px 28px;border-radius:999px;background:#5ebaba;color:#08282a;font-size:16px;line-height:1.4;font-weight:bold;text-align:center;text-decoration:none">${escapeMarkup(label)}</a></td></tr></table>`;
}

function createRemark(text: string, public_url: string): string {
  const markup = linkOwnAddresses(escapeMarkup(text), escapeMarkup(public_url));
  return `<p class="ink2" style="margin:0 0 12px;color:${light.ink2};font-size:14px;line-height:1.7;overflow-wrap:anywhere">${markup}</p>`;
}

/** Turns the addresses of this site in a text into links. Both arguments are escaped. */
function linkOwnAddresses(markup: string, public_url: string): string {
  return markup.replaceAll(/https?:\/\/[^\s<>"']+/g, (url) =>
    url.startsWith(`${public_url}/`)
      ? `<a href="${url}" class="link" style="color:${light.link};overflow-wrap:anywhere">${url}</a>`
      : url,
  );
}

/** The button's address as text, for mail clients that show no button. */
function createAddressHint({ locale, button }: Letter): string {
  const hint = translate(locale, "mail_address_hint");
  const url = escapeMarkup(button.url);
  return `<p class="ink2 line" style="margin:20px 0 0;padding-top:16px;border-top:1px solid ${light.line};color:${light.ink2};font-size:12px;line-height:1.6">${escapeMarkup(hint)}<br><a href="${url}" class="link" style="color:${light.link};overflow-wrap:anywhere">${url}</a></p>`;
}

function createFooter({ reason, unsubscribe }: Letter): string {
  const link = unsubscribe
    ? `<br><a href="${escapeMarkup(unsubscribe.url)}" class="link" style="color:${light.link}">${escapeMarkup(unsubscribe.label)}</a>`
    : "";
  return `<p class="ink2" style="margin:0 0 8px;color:${light.ink2};font-size:12px;line-height:1.7;overflow-wrap:anywhere">${escapeMarkup(reason)}${link}</p>`;
}
