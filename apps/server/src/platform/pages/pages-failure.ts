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
main{box-sizing:border-box;width:min(100%,26rem);padding:2rem 1.25rem;text-align:center}
h1{margin:1rem 0 .5rem;font-size:1.375rem;line-height:1.4;text-wrap:balance}
p{margin:0 0 1.75rem;color:#48605f;text-wrap:pretty}
nav{display:grid;gap:.75rem}
a{display:grid;place-items:center;min-height:3rem;border-radius:1.5rem;padding:0 1.25rem;font-weight:700;text-decoration:none;color:#1a7375}
a:first-child{background:#5ebaba;color:#08282a}
a:focus-visible{outline:3px solid #1a7375;outline-offset:3px}
@media (prefers-color-scheme:dark){body{background:#0c1516;color:#e9f3f2}p{color:#a9c1c0}a{color:#7fd0cf}a:focus-visible{outline-color:#7fd0cf}}`;

const styleHash = createHash("sha256").update(style).digest("base64");

/** The drawing of the site's logo. */
const logo = `<svg viewBox="0 0 32 32" width="72" height="72" aria-hidden="true"><path d="M5 12.5C5 9.5 7.200 7 10.200 7h11.600c3 0 5.200 2.500 5.200 5.500V22a5 5 0 0 1-5 5H10a5 5 0 0 1-5-5Z" fill="#5ebaba"/><path d="m5.200 12.500 10.800 7 10.800-7" fill="none" stroke="#08282a" stroke-width="2.200" stroke-linecap="round" stroke-linejoin="round"/><path d="M12 3.200h8" stroke="#5ebaba" stroke-width="2.600" stroke-linecap="round"/></svg>`;

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
    html: `<!DOCTYPE html><html lang="${getLanguageTag(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title} | Toibako</title><style>${style}</style></head><body><main>${logo}<h1>${title}</h1><p>${text}</p><nav><a href="">${retry}</a><a href="/${locale}">${home}</a></nav></main></body></html>`,
  };
}
