import type { Locale } from "@toibako/contract/locales.ts";
import type { Letter } from "#platform/mail/letter.ts";
import { type TextKey, translate } from "#platform/texts/texts.ts";
import type { News } from "./policy.ts";

interface Recipient {
  account: string;
  locale: Locale;
}

/** The letter that says how many things are new, without a text or a name. */
export function writeDigest(
  { account, locale }: Recipient,
  news: News,
  unsubscribe_url: string,
  public_url: string,
): Letter {
  const read = (key: TextKey, count = 0) => translate(locale, key, { account, count });
  const lines = (Object.entries(news) as [keyof News, number][])
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => read(`mail_digest_${kind}`, count));
  return {
    locale,
    subject: read("mail_digest_subject"),
    paragraphs: [read("mail_digest_text")],
    lines,
    // This page first tells whether another account is active in the browser.
    button: {
      label: read("mail_digest_button"),
      url: `${public_url}/${locale}/me/push?account=${account}&kind=notice`,
    },
    reason: read("mail_digest_reason"),
    unsubscribe: { label: read("mail_digest_unsubscribe"), url: unsubscribe_url },
  };
}
