import { formatQuestionPath } from "@toibako/contract/addresses.ts";
import { getLanguageTag, type Locale } from "@toibako/contract/locales.ts";
import { truncateText } from "@toibako/contract/text.ts";
import { escapeMarkup } from "#platform/markup.ts";
import { translate } from "#platform/texts/texts.ts";
import type { Feed } from "../queries.ts";

/** Characters of a question in the title of an entry. */
const maxTitleLength = 100;

/**
 * Creates the Atom feed (RFC 4287) of an account's answers. All times are those of answers, because the time of a
 * question must not be revealed.
 */
export function createFeed(public_url: string, locale: Locale, feed: Feed): string {
  const { account, displaying_name: name, entries } = feed;
  const profile = `${public_url}/${locale}/${account}`;
  // A feed without answers gets the year 1970. The time of registration could reveal who registered just after they
  // had asked a question.
  const updated = entries.map(getUpdatedAt).reduce(chooseLater, new Date(0));
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${getLanguageTag(locale)}">
${formatTag("id", `${profile}/feed.atom`)}
${formatTag("title", translate(locale, "feed_title", { name }))}
${formatTag("updated", updated.toISOString())}
<link rel="self" type="application/atom+xml" href="${escapeMarkup(`${profile}/feed.atom`)}"/>
<link rel="alternate" type="text/html" href="${escapeMarkup(profile)}"/>
<author>${formatTag("name", name)}${formatTag("uri", profile)}</author>
${formatTag("icon", `${public_url}/favicon.ico`)}
${entries.map((entry) => createEntry(public_url, locale, entry)).join("\n")}
</feed>
`;
}

type Entry = Feed["entries"][number];

function createEntry(public_url: string, locale: Locale, entry: Entry): string {
  const { uuid_hash, is_of_community } = entry;
  const path = formatQuestionPath({
    uuid_hash,
    answer_id: is_of_community ? entry.answer_id : undefined,
  });
  const address = `${public_url}/${locale}${path}`;
  const title = truncateText(entry.body.replaceAll("\n", " "), maxTitleLength);
  return `<entry xml:lang="${getLanguageTag(entry.locale)}">
${formatTag("id", formatEntryId(public_url, entry.answer_id))}
${formatTag("title", title)}
<link rel="alternate" type="text/html" href="${escapeMarkup(address)}"/>
${formatTag("published", entry.answered_at.toISOString())}
${formatTag("updated", getUpdatedAt(entry).toISOString())}
<content type="html">${escapeMarkup(formatHtml(entry))}</content>
</entry>`;
}

/** Formats a tag URI (RFC 4151), which is the same in all languages and stays the same if the page's address changes. */
function formatEntryId(public_url: string, answer_id: string): string {
  return `tag:${new URL(public_url).hostname},2026:answer:${answer_id}`;
}

/** Formats a question and its answer as HTML. */
function formatHtml({ body, options, chosen_option, answer_body }: Entry): string {
  const chosen = chosen_option === null ? undefined : options?.[chosen_option];
  const answer = [chosen && `<strong>${escapeMarkup(chosen)}</strong>`, formatLines(answer_body)];
  return `<blockquote>${formatLines(body)}</blockquote><p>${answer.filter(Boolean).join("<br>")}</p>`;
}

function formatLines(text: string): string {
  return escapeMarkup(text).replaceAll("\n", "<br>");
}

function getUpdatedAt({ edited_at, answered_at }: Entry): Date {
  return edited_at ?? answered_at;
}

function chooseLater(one: Date, other: Date): Date {
  return one > other ? one : other;
}

function formatTag(name: string, text: string): string {
  return `<${name}>${escapeMarkup(text)}</${name}>`;
}
