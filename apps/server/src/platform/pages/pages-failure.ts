import { createHash } from "node:crypto";
import { getLanguageTag, type Locale } from "@toibako/contract/locales.ts";
import { createRetryAfterHeader } from "#platform/http/error-reply.ts";
import type { Failure } from "#platform/http/failure.ts";
import type { Page } from "./pages-encoding.ts";

/** Texts of the error page, which must work without database and renderer. */
const texts: Record<Locale, [title: string, text: string, retry: string, home: string]> = {
  ja: [
    "問題が発生しました",
    "こちらの不具合です。少し待ってから、もう一度お試しください。",
    "もう一度試す",
    "ホームへ",
  ],
  en: [
    "Something went wrong",
    "The fault is ours. Please wait a moment and try again.",
    "Try again",
    "To the home page",
  ],
  "zh-CN": ["出现问题", "这是我们的故障，请稍后再试。", "再试一次", "回到首页"],
  "zh-TW": ["發生問題", "這是我們的故障，請稍後再試。", "再試一次", "回到首頁"],
  ko: ["문제가 생겼어요", "저희 쪽 문제예요. 잠시 후 다시 시도해 주세요.", "다시 시도", "홈으로"],
  dt: [
    "Da ist etwas schiefgegangen",
    "Der Fehler liegt bei uns. Bitte versuch es gleich noch einmal.",
    "Noch einmal versuchen",
    "Zur Startseite",
  ],
  th: ["เกิดข้อผิดพลาด", "เป็นปัญหาจากทางเรา โปรดรอสักครู่แล้วลองอีกครั้ง", "ลองอีกครั้ง", "ไปหน้าหลัก"],
};

// The colours of the design's tokens; the page loads no style sheet, font or picture.
const style = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;background:#f3f8f7;color:#14292a;font:1rem/1.7 system-ui,-apple-system,"Hiragino Sans","Noto Sans CJK JP","Noto Sans Thai",sans-serif}
main{--paper:light-dark(#fdf0ec,#33201b);--stripes:repeating-linear-gradient(-45deg,light-dark(#eda493,#8f4a39) 0 7px,transparent 0 11px);box-sizing:border-box;width:min(100% - 2rem,26rem);padding:2.25rem 1.25rem;border-radius:1.25rem;overflow:hidden;text-align:center;background:var(--stripes) 0 0/100% 6px no-repeat,var(--stripes) 0 100%/100% 6px no-repeat,var(--paper)}
h1{margin:1rem 0 .5rem;font-size:1.375rem;line-height:1.4;text-wrap:balance}
p{margin:0 0 1.75rem;color:#48605f;text-wrap:pretty}
nav{display:grid;gap:.75rem}
a{display:grid;place-items:center;min-height:3rem;border-radius:1.5rem;padding:0 1.25rem;font-weight:700;text-decoration:none;color:#1a7375}
a:first-child{background:#5ebaba;color:#08282a}
a:focus-visible{outline:3px solid #1a7375;outline-offset:3px}
@media (prefers-color-scheme:dark){body{background:#0c1516;color:#e9f3f2}p{color:#a9c1c0}a{color:#7fd0cf}a:focus-visible{outline-color:#7fd0cf}}`;

const styleHash = createHash("sha256").update(style).digest("base64");

/** A drawing of the worried box, as the other error pages have. */
const drawing = `<svg viewBox="48 50 96 90" width="120" height="112" fill="none" aria-hidden="true"><rect x="50" y="57" width="92" height="18" rx="9" fill="#369a9b"/><rect x="81" y="63" width="30" height="5" rx="2.500" fill="#08282a"/><path d="M55 73h82v48q0 14-14 14h-54q-14 0-14-14Z" fill="#5ebaba"/><g fill="#ff8f75"><circle cx="75" cy="109" r="4"/><circle cx="117" cy="109" r="4"/></g><g fill="#08282a"><circle cx="83" cy="103" r="3"/><circle cx="109" cy="103" r="3"/></g><path d="m78 96 7-2.500M114 96l-7-2.500M91 112q5-4.500 10 0" stroke="#08282a" stroke-width="2.400" stroke-linecap="round"/></svg>`;

/**
 * The static page for an error outside the renderer, such as 503 for an outage or 500 for a fault. It
 * depends on no other file of the site.
 */
export function createFailurePage(locale: Locale, failure: Failure): Page {
  const [title, text, retry, home] = texts[locale];
  return {
    status: failure.status,
    headers: {
      "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`,
      "Cache-Control": "no-store",
      ...createRetryAfterHeader(failure.status, failure.retry_after),
    },
    html: `<!DOCTYPE html><html lang="${getLanguageTag(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title} | Toibako</title><style>${style}</style></head><body><main>${drawing}<h1>${title}</h1><p>${text}</p><nav><a href="">${retry}</a><a href="/${locale}">${home}</a></nav></main></body></html>`,
  };
}
