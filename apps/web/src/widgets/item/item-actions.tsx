import { formatQuestionPath } from "@toibako/contract/addresses.ts";
import type { Item } from "@toibako/contract/items.ts";
import type { QuestionAddress } from "@toibako/contract/questions.ts";
import { truncateText } from "@toibako/contract/text.ts";
import { LikeToggle } from "#features/likes/components/like-toggle.tsx";
import { ItemCard } from "#features/profiles/components/item-card.tsx";
import type { SharedAnswer } from "#features/shares/components/answer-links.tsx";
import { ShareButton } from "#features/shares/components/share-button.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { getItemSearch } from "#lib/page/search.ts";

/** An item of a list with its like and share buttons. */
export function ItemWithActions({ item }: { item: Item }) {
  return <ItemCard item={item} actions={<ItemActions item={item} />} />;
}

/** The like and share buttons of an answer. */
export function ItemActions({ item }: { item: Item }) {
  const shared = useSharedItem(item);
  // Other sites may embed only questions that aren't sensitive.
  const embed = item.is_ad_default ? { ...getAddress(item), title: shared.text } : undefined;
  return (
    <>
      <LikeToggle
        answer_id={item.answer_id}
        likes_count={item.answer_likes_count}
        is_liked={item.is_liked}
        may_like={item.may_like}
      />
      <ShareButton {...shared} embed={embed} />
    </>
  );
}

/** Characters of a question that fit into a post beside the name and the link. */
const maxQuoteLength = 50;

/** Returns the text, link and picture with which any reader shares an answer. */
function useSharedItem(item: Item) {
  const { t, locale } = useTexts();
  const name = item.answered_user_name;
  const question = shortenQuote(item.is_deleted ? t("common.deleted_by_sender") : item.body);
  return {
    path: `/${locale}${formatQuestionPath(getAddress(item))}`,
    // A sensitive question is not quoted on other sites.
    text: item.is_ad_default
      ? t("shares.item_text", { question, name })
      : t("shares.sensitive_text", { name }),
    tallPicture: item.is_withheld
      ? undefined
      : getAnswerPicture(item.image_url, "tall", getItemSearch(item).answer_id),
  };
}

/** Characters of a question or an answer in the text with which the answerer shares the answer. */
const maxOwnQuoteLength = 40;

/** Returns the text, link and pictures with which the answerer shares the answer. */
export function useSharedAnswer(item: Item): SharedAnswer {
  const { t, locale } = useTexts();
  const { answer_id, image_url, options, chosen_option, is_ad_default } = item;
  const body = item.is_deleted ? t("common.deleted_by_sender") : item.body;
  const question = shortenQuote(body, maxOwnQuoteLength);
  const address = getAddress(item);
  const chosen = chosen_option === null ? undefined : options?.[chosen_option];
  const answer = shortenQuote(item.answer_body || chosen || "", maxOwnQuoteLength);
  return {
    answer_id,
    path: `/${locale}${formatQuestionPath(address)}`,
    ownText: is_ad_default
      ? t("shares.own_answer_text", { question, answer })
      : t("shares.own_sensitive_text"),
    pictures: {
      wide: getAnswerPicture(image_url, "answer", address.answer_id),
      tall: getAnswerPicture(image_url, "tall", address.answer_id),
      question: image_url,
    },
    alt: is_ad_default ? t("questions.card_alt", { question }) : t("profiles.sensitive_title"),
  };
}

/**
 * Returns the address of another version of a question's picture: with the answer, or in the format of a
 * phone's screen. The version stands before `.png`. For a community question, which has several answers, the
 * query names the answer.
 */
export function getAnswerPicture(
  image_url: string,
  version: "answer" | "tall",
  answer_id: string | undefined,
): string {
  const picture = image_url.replace(/\.png(?=\?|$)/, `.${version}.png`);
  if (answer_id === undefined || picture.includes("answer_id=")) return picture;
  return `${picture}${picture.includes("?") ? "&" : "?"}answer_id=${answer_id}`;
}

/** Returns the address of an answer. It contains the id of the answer only if the question is of a community. */
function getAddress(item: Item): QuestionAddress {
  return { uuid_hash: item.uuid_hash, answer_id: getItemSearch(item).answer_id };
}

function shortenQuote(text: string, maxLength = maxQuoteLength): string {
  return truncateText(text.replaceAll("\n", " "), maxLength);
}
