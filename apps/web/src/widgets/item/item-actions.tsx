import type { Item } from "@toibako/contract/items.ts";
import { truncateText } from "@toibako/contract/text.ts";
import { LikeToggle } from "#features/likes/components/like-toggle.tsx";
import { ItemCard } from "#features/profiles/components/item-card.tsx";
import { ShareButton } from "#features/shares/components/share-button.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import type { SharedAnswer } from "#widgets/modals/share-answer.tsx";

/** An item of a list with its like and share buttons. */
export function ItemWithActions({ item }: { item: Item }) {
  return <ItemCard item={item} actions={<ItemActions item={item} />} />;
}

/** The like and share buttons of an answer. */
export function ItemActions({ item }: { item: Item }) {
  const { path, text, tallPicture } = useSharedAnswer(item);
  // Other sites may show what isn't sensitive.
  const embed = item.is_ad_default ? { uuid_hash: item.uuid_hash, title: text } : undefined;
  return (
    <>
      <LikeToggle
        answer_id={item.answer_id}
        likes_count={item.answer_likes_count}
        is_liked={item.is_liked}
        may_like={item.may_like}
      />
      <ShareButton path={path} text={text} tallPicture={tallPicture} embed={embed} />
    </>
  );
}

/** Characters of a question that fit into a post beside the name and the link. */
const maxQuoteLength = 50;

/** The text, link and pictures with which an answer is shared. */
export function useSharedAnswer(item: Item): SharedAnswer {
  const { t, locale } = useTexts();
  const name = item.answered_user_name;
  const question = truncateText(item.body.replaceAll("\n", " "), maxQuoteLength);
  // A sensitive question is not quoted on other sites.
  const [text, alt] = item.is_ad_default
    ? [t("shares.item_text", { question, name }), t("questions.card_alt", { question })]
    : [t("shares.sensitive_text", { name }), t("profiles.sensitive_title")];
  return {
    answer_id: item.answer_id,
    path: `/${locale}/q/${item.uuid_hash}`,
    text,
    picture: { url: item.image_url, alt },
    tallPicture: item.is_withheld ? undefined : getTallPicture(item.image_url),
  };
}

/** The server draws each picture also in the format of a phone's screen. */
function getTallPicture(image_url: string): string {
  return image_url.replace(/\.png(?=\?|$)/, ".tall.png");
}
