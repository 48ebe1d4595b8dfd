import type { Locale } from "@toibako/contract/locales.ts";
import type { Letter } from "#platform/mail/letter.ts";
import { type TextKey, translate } from "#platform/texts/texts.ts";
import type { News } from "./policy.ts";

interface Recipient {
  account: string;
  locale: Locale;
}

/** Writes the letter that says how many things are new. It contains no text of a question and no name of a person. */
export function writeDigest(
  { account, locale }: Recipient,
  news: News,
  unsubscribe_url: string,
  public_url: string,
): Letter {
  const formatText = (key: TextKey, count = 0) => translate(locale, key, { account, count });
  const lines = (Object.entries(news) as [keyof News, number][])
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => ({
      label: formatText(`mail_digest_${kind}`),
      value: formatText(kind === "followers" ? "mail_digest_people" : "mail_digest_things", count),
    }));
  return {
    locale,
    subject: formatText("mail_digest_subject"),
    paragraphs: [formatText("mail_digest_text")],
    lines,
    // This page tells the reader if another account is active in the browser, and then leads to the notices.
    button: {
      label: formatText("mail_digest_button"),
      url: `${public_url}/${locale}/me/push?account=${account}&kind=notice`,
    },
    reason: formatText("mail_digest_reason"),
    unsubscribe: { label: formatText("mail_digest_unsubscribe"), url: unsubscribe_url },
  };
}
