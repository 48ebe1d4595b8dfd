import { type Locale, languageTag } from "@toibako/contract/locales.ts";
import { shareHashtag } from "@toibako/contract/shares.ts";
import { truncate } from "@toibako/contract/text.ts";
import type { Config } from "#platform/config.ts";
import { type Db, statement } from "#platform/db.ts";
import { text } from "#platform/texts.ts";

interface Sharer {
  account: string;
  locale: Locale;
}

/** Words, hashtag and link, as all posts are made. */
function postOf({ public_url }: Pick<Config, "public_url">, words: string, path: string): string {
  return `${words} #${shareHashtag}\n${public_url}${path}`;
}

/** The post by which somebody asks for questions or messages: words, hashtag, link. */
export function postFor(
  config: Pick<Config, "public_url">,
  { account, locale }: Sharer,
  wanted: "questions" | "messages",
): string {
  const words = text(locale, wanted === "questions" ? "share_profile" : "share_message_request");
  const search = wanted === "messages" ? "?message=1" : "";
  return postOf(config, words, `/${locale}/${account}${search}`);
}

/** The post by which somebody tells what they reached. */
export function postOfAchievement(
  config: Pick<Config, "public_url">,
  { account, locale }: Sharer,
  { counted, count }: { counted: "answers" | "likes" | "community_answers"; count: number },
): string {
  const key = counted === "answers" && count === 1 ? "first_answer" : counted;
  const words = text(locale, `share_achievement_${key}`, {
    count: new Intl.NumberFormat(languageTag(locale)).format(count),
  });
  return postOf(config, words, `/${locale}/${account}`);
}

interface SharedAnswer {
  uuid_hash: string;
  body: string;
  is_ad_default: boolean;
}

const answer = statement<SharedAnswer>(`
  select q.uuid_hash, q.body, q.is_ad_default
  from answers a join questions q on q.pk = a.question_pk
  where a.id = $1 and a.answerer_pk = $2`);

/** An answer of one's own, to be shared. */
export async function findSharedAnswer(db: Db, id: string, answerer_pk: number) {
  return (await answer(db, id, answerer_pk))[0];
}

/** As much of a question as fits into a post beside name and link. */
const quoted = 50;

/** The post that leads to an answer; what is sensitive is not carried along by its wording. */
export function postOfAnswer(
  config: Pick<Config, "public_url">,
  { uuid_hash, body, is_ad_default }: SharedAnswer,
  name: string,
  locale: Locale,
): string {
  const question = truncate(body.replaceAll("\n", " "), quoted);
  const words = is_ad_default
    ? text(locale, "share_answer", { question, name })
    : text(locale, "share_sensitive_answer", { name });
  return postOf(config, words, `/${locale}/q/${uuid_hash}`);
}
