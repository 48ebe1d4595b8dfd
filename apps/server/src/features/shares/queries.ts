import {
  formatCommunityPath,
  formatQuestionPath,
  formatRoomPath,
} from "@toibako/contract/addresses.ts";
import { getLanguageTag, type Locale } from "@toibako/contract/locales.ts";
import { avoidMentions } from "@toibako/contract/mentions.ts";
import { shareHashtag } from "@toibako/contract/shares.ts";
import { truncateText } from "@toibako/contract/text.ts";
import type { Config } from "#platform/config.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { translate } from "#platform/texts/texts.ts";

interface Sharer {
  account: string;
  locale: Locale;
}

/** Composes a post of words, which mention nobody, hashtag and link. */
function composePost(
  { public_url }: Pick<Config, "public_url">,
  words: string,
  path: string,
): string {
  return `${avoidMentions(words)} #${shareHashtag}\n${public_url}${path}`;
}

/** Composes the post of the link of an account's box, which asks for questions or messages. */
export function composeBoxPost(
  config: Pick<Config, "public_url">,
  { account, locale }: Sharer,
  subject: "questions" | "messages",
): string {
  const words = translate(
    locale,
    subject === "questions" ? "share_profile" : "share_message_request",
  );
  const search = subject === "messages" ? "?message=1" : "";
  return composePost(config, words, `/${locale}/${account}${search}`);
}

/** Composes the post about an achievement. */
export function composeAchievementPost(
  config: Pick<Config, "public_url">,
  { account, locale }: Sharer,
  { counted, count }: { counted: "answers" | "likes" | "community_answers"; count: number },
): string {
  const key = counted === "answers" && count === 1 ? "first_answer" : counted;
  const words = translate(locale, `share_achievement_${key}`, {
    count: new Intl.NumberFormat(getLanguageTag(locale)).format(count),
  });
  return composePost(config, words, `/${locale}/${account}`);
}

/** Composes the post about the participation in a community. */
export function composeCommunityPost(
  config: Pick<Config, "public_url">,
  { id, category_id, name }: { id: string; category_id: string; name: string },
  locale: Locale,
): string {
  const words = translate(locale, "share_community", { name });
  return composePost(config, words, `/${locale}${formatCommunityPath({ id, category_id })}`);
}

/** Composes the post of a room's link. */
export function composeRoomPost(
  config: Pick<Config, "public_url">,
  { uuid, title }: { uuid: string; title: string },
  locale: Locale,
): string {
  const words = translate(locale, "share_room", { title });
  return composePost(config, words, `/${locale}${formatRoomPath(uuid)}`);
}

// Only the page of a question to a community needs the answer's id, because there a question can have several
// answers.
const selectAnswer = statement(
  "shares.selectAnswer",
  `
  select q.uuid_hash, q.body, case when a.community_pk is not null then a.id end as answer_id,
    q.is_ad_default and a.is_ad_default and q.status <> 'deleted' as "is_quotable!"
  from answers a join questions q on q.pk = a.question_pk
  where a.id = :id and a.answerer_pk = :answerer_pk`,
);

type SharedAnswer = Row<"shares.selectAnswer">;

/** Finds an answer of an account, to share it; undefined if another account gave it. */
export async function findSharedAnswer(db: Db, id: string, answerer_pk: number) {
  return (await selectAnswer(db, { id, answerer_pk }))[0];
}

/** Characters of a question that fit into a post beside name and link. */
const maxQuoteLength = 50;

/** Composes the post about an answer, which does not quote a sensitive or deleted question. */
export function composeAnswerPost(
  config: Pick<Config, "public_url">,
  { uuid_hash, answer_id, body, is_quotable }: SharedAnswer,
  name: string,
  locale: Locale,
): string {
  const question = truncateText(body.replaceAll("\n", " "), maxQuoteLength);
  const words = is_quotable
    ? translate(locale, "share_answer", { question, name })
    : translate(locale, "share_sensitive_answer", { name });
  const path = formatQuestionPath({ uuid_hash, answer_id: answer_id ?? undefined });
  return composePost(config, words, `/${locale}${path}`);
}
