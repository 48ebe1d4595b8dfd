import { getLanguageTag, type Locale } from "@toibako/contract/locales.ts";
import { createRetryAfterHeader } from "#platform/http/error-reply.ts";
import type { Failure } from "#platform/http/failure.ts";
import type { Page } from "./pages-encoding.ts";

/** Texts of the error page, which must work without database and renderer. */
const texts: Record<Locale, [title: string, text: string, retry: string]> = {
  ja: [
    "問題が発生しました",
    "こちらの不具合です。少し待ってから、もう一度お試しください。",
    "もう一度試す",
  ],
  en: [
    "Something went wrong",
    "The fault is ours. Please wait a moment and try again.",
    "Try again",
  ],
  "zh-CN": ["出现问题", "这是我们的故障，请稍候再试。", "重试"],
  "zh-TW": ["發生問題", "這是我們的故障，請稍後再試。", "再試一次"],
  ko: ["문제가 발생했습니다", "저희 쪽 문제입니다. 잠시 후 다시 시도해 주세요.", "다시 시도"],
  dt: [
    "Da ist etwas schiefgegangen",
    "Der Fehler liegt bei uns. Bitte versuche es gleich noch einmal.",
    "Noch einmal versuchen",
  ],
  th: ["เกิดข้อผิดพลาด", "เป็นปัญหาจากทางเรา โปรดรอสักครู่แล้วลองอีกครั้ง", "ลองอีกครั้ง"],
};

/** The static page for an error outside the renderer: 503 for an outage, 500 for a fault. */
export function createFailurePage(locale: Locale, failure: Failure): Page {
  const [title, text, retry] = texts[locale];
  return {
    status: failure.status,
    headers: {
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
      "Cache-Control": "no-store",
      ...createRetryAfterHeader(failure.status, failure.retry_after),
    },
    html: `<!DOCTYPE html><html lang="${getLanguageTag(locale)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title><h1>${title}</h1><p>${text}</p><p><a href="">${retry}</a></p></html>`,
  };
}
