import { Link } from "@tanstack/react-router";
import { formatQuestionPath } from "@toibako/contract/addresses.ts";
import type { Item } from "@toibako/contract/items.ts";
import type { QuestionAddress } from "@toibako/contract/questions.ts";
import { getAnswerText, truncateText } from "@toibako/contract/text.ts";
import { Share } from "lucide-react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { LikeToggle } from "#features/likes/components/like-toggle.tsx";
import { ItemCard } from "#features/profiles/components/item-card.tsx";
import type { PictureFormat, SharedAnswer } from "#features/shares/components/answer-links.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildPictureName } from "#lib/page/picture-name.ts";
import { getItemSearch } from "#lib/page/search.ts";
import { type ButtonLook, buildButtonClass } from "#ui/buttons/button-class.ts";

/** An item of a list with its like and share buttons. */
export function ItemWithActions({ item }: { item: Item }) {
  return <ItemCard item={item} actions={<ItemActions item={item} />} />;
}

/** The like and share buttons of an answer. */
export function ItemActions({ item }: { item: Item }) {
  return (
    <>
      <LikeToggle
        answer_id={item.answer_id}
        likes_count={item.answer_likes_count}
        is_liked={item.is_liked}
        may_like={item.may_like}
      />
      <ShareLink item={item} look={{ variant: "text" }} />
    </>
  );
}

/** The link to the page that shares an answer. */
export function ShareLink({ item, look }: { item: Item; look: ButtonLook }) {
  const { t, locale } = useTexts();
  return (
    <Link
      to="/$locale/q/$uuid/share"
      params={{ locale, uuid: item.uuid_hash }}
      search={getItemSearch(item)}
      rel="nofollow"
      className={buildButtonClass(look)}
    >
      <Share size={19} aria-hidden="true" />
      {t("shares.share")}
    </Link>
  );
}

/** Returns what the reader of an answer shares; the answerer shares it in the first person. */
export function useSharedContent(item: Item): SharedAnswer {
  const ofAnyReader = useSharedItem(item);
  const ofAnswerer = useSharedAnswer(item);
  const isOwn = useCurrentUser()?.account === item.answered_user_account;
  return isOwn ? { ...ofAnyReader, text: ofAnswerer.text } : ofAnyReader;
}

/** Characters of a question that fit into a post beside the name and the link. */
const maxQuoteLength = 50;

/** Returns the text, link and pictures with which any reader shares an answer. */
function useSharedItem(item: Item): SharedAnswer {
  const { t, locale } = useTexts();
  const name = item.answered_user_name;
  const address = getAddress(item);
  const question = shortenQuote(item.is_deleted ? t("common.removed_question") : item.body);
  // A sensitive question is not quoted on other sites.
  const text = item.is_ad_default
    ? t("shares.item_text", { question, name })
    : t("shares.sensitive_text", { name });
  return {
    answer_id: item.answer_id,
    path: `/${locale}${formatQuestionPath(address)}`,
    text,
    pictures: usePictures(item),
    // Other sites may embed only questions that aren't sensitive.
    embed: item.is_ad_default ? { ...address, title: text } : undefined,
  };
}

/** Characters of a question or an answer in the text with which the answerer shares the answer. */
const maxOwnQuoteLength = 40;

/** Returns the text, link and pictures with which the answerer shares the answer. */
export function useSharedAnswer(item: Item): SharedAnswer {
  const { t, locale } = useTexts();
  const { answer_id, is_ad_default } = item;
  const body = item.is_deleted ? t("common.removed_question") : item.body;
  const question = shortenQuote(body, maxOwnQuoteLength);
  const answer = shortenQuote(readAnswer(item), maxOwnQuoteLength);
  return {
    answer_id,
    path: `/${locale}${formatQuestionPath(getAddress(item))}`,
    text: is_ad_default
      ? t("shares.own_answer_text", { question, answer })
      : t("shares.own_sensitive_text"),
    pictures: usePictures(item),
  };
}

/** Returns the pictures of an answer, with names and descriptions that say what they show. */
function usePictures(item: Item): SharedAnswer["pictures"] {
  const { t } = useTexts();
  const { image_url, answered_user_name: name, is_ad_default, is_withheld } = item;
  const { answer_id } = getItemSearch(item);
  const question = item.is_deleted ? t("common.removed_question") : item.body;
  const describe = (format: PictureFormat, url: string) => ({
    url,
    file_name: buildPictureName(
      name,
      ...(is_ad_default ? [question] : []),
      t(`shares.format_${format}`),
    ),
    alt: describePicture(format),
  });
  function describePicture(format: PictureFormat): string {
    if (!is_ad_default) return t("profiles.sensitive_title");
    if (format === "question") return t("questions.card_alt", { question });
    return t("shares.picture_alt", { question, name, answer: readAnswer(item) });
  }
  const questionPicture = describe("question", image_url);
  if (is_withheld) return { question: questionPicture };
  return {
    wide: describe("wide", getAnswerPicture(image_url, "answer", answer_id)),
    tall: describe("tall", getAnswerPicture(image_url, "tall", answer_id)),
    question: questionPicture,
  };
}

const readAnswer = ({ answer_body, options, chosen_option }: Item): string =>
  getAnswerText(answer_body, options, chosen_option);

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
