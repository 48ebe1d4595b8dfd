import type { Item } from "@toibako/contract/items.ts";
import { getLanguageTag, type Locale } from "@toibako/contract/locales.ts";
import { truncateText } from "@toibako/contract/text.ts";
import { getTexts } from "#lib/i18n/texts.tsx";
import { describeAnswer, quotedQuestionLength } from "./head.ts";

/**
 * Renders the structured data of an answered question (schema.org QAPage); nothing for a sensitive question.
 * Browsers don't run a script of this type, so it needs no nonce. The data names neither the sender nor the
 * time of the question.
 */
export function renderQuestionData(item: Item, public_url: string, locale: Locale): string {
  if (!item.is_ad_default || item.is_withheld) return "";
  const { body, options, answered_user_account } = item;
  const address = `${public_url}/${locale}/q/${item.uuid_hash}`;
  const data = {
    "@context": "https://schema.org",
    "@type": "QAPage",
    mainEntity: {
      "@type": "Question",
      name: truncateText(body.replaceAll("\n", " "), quotedQuestionLength),
      text: [body, ...(options ?? [])].join("\n"),
      inLanguage: getLanguageTag(item.locale),
      url: address,
      answerCount: 1,
      author: { "@type": "Person", name: getTexts(locale).t("profiles.anonymous_person") },
      acceptedAnswer: {
        "@type": "Answer",
        text: describeAnswer(item),
        url: address,
        dateCreated: item.answered_at,
        upvoteCount: item.answer_likes_count,
        author: {
          "@type": "Person",
          name: item.answered_user_name,
          url: `${public_url}/${locale}/${answered_user_account}`,
        },
      },
    },
  };
  // Without "<", no text can end the script element or begin a comment.
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return `<script type="application/ld+json">${json}</script>`;
}
