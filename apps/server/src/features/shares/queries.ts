import type { Locale } from "@toibako/contract/locales.ts";
import { shareHashtag } from "@toibako/contract/shares.ts";
import type { Config } from "#platform/config.ts";
import { text } from "#platform/texts.ts";

interface Sharer {
  account: string;
  locale: Locale;
}

/** The post by which somebody asks for questions or messages: words, hashtag, link. */
export function postFor(
  { public_url }: Pick<Config, "public_url">,
  { account, locale }: Sharer,
  wanted: "questions" | "messages",
): string {
  const words = text(locale, wanted === "questions" ? "share_profile" : "share_message_request");
  const search = wanted === "messages" ? "?message=1" : "";
  return `${words} #${shareHashtag}\n${public_url}/${locale}/${account}${search}`;
}
