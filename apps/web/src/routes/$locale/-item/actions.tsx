import type { Item } from "@toibako/contract/items.ts";
import { truncate } from "@toibako/contract/text.ts";
import { LikeToggle } from "#features/likes/components/like-toggle.tsx";
import { ShareButton } from "#features/shares/components/share-button.tsx";
import { useTexts } from "#lib/i18n.tsx";
import type { SharedAnswer } from "../-modal/share-answer.tsx";

/** What everybody can do with an answer. */
export function ItemActions({ item }: { item: Item }) {
  return (
    <>
      <LikeToggle
        answer_id={item.answer_id}
        likes_count={item.answer_likes_count}
        is_liked={item.is_liked}
        may_like={item.may_like}
      />
      <ShareItem item={item} />
    </>
  );
}

/** As much of a question as fits into a post beside name and link. */
const quoted = 50;

/** How an answer is passed on. */
export function useShared(item: Item): SharedAnswer {
  const { t, locale } = useTexts();
  const name = item.answered_user_name;
  const question = truncate(item.body.replaceAll("\n", " "), quoted);
  // What is sensitive is not carried to other sites by its wording either.
  const [text, alt] = item.is_ad_default
    ? [t("shares.item_text", { question, name }), t("questions.card_alt", { question })]
    : [t("shares.sensitive_text", { name }), t("profiles.sensitive_title")];
  return {
    answer_id: item.answer_id,
    path: `/${locale}/q/${item.uuid_hash}`,
    text,
    picture: { url: item.image_url, alt },
    tall_picture: item.is_withheld ? undefined : tallOf(item.image_url),
  };
}

function ShareItem({ item }: { item: Item }) {
  const { path, text, tall_picture } = useShared(item);
  return <ShareButton path={path} text={text} tall_picture={tall_picture} />;
}

/** Every picture has a twin for a phone's whole screen. */
function tallOf(image_url: string): string {
  return image_url.replace(/\.png(?=\?|$)/, ".tall.png");
}
