import { userQuery } from "#features/profiles/queries.ts";
import { questionQuery } from "#features/questions/queries.ts";
import {
  escapeHtml,
  renderAlternateLinks,
  renderCanonicalLink,
  renderLocaleMeta,
} from "#lib/page/head.ts";
import { renderQuestionData } from "#lib/page/structured-data.ts";
import type { AppRouter } from "./router.tsx";

/**
 * The tags in a page's head for crawlers, feed readers and sites that embed questions. Only the server
 * renders them, because these programs don't read pages that the browser renders later. An account's page has
 * only its canonical address, which a browser takes when the reader shares the page.
 */
export function renderCrawlerTags(router: AppRouter, isForAccount: boolean): string {
  const { queryClient, locale, public_url } = router.options.context;
  const { matches, location } = router.state;
  const canonicalLink = renderCanonicalLink(public_url, locale, location.pathname);
  if (isForAccount) return canonicalLink;
  const page = matches.at(-1);
  const tags = [
    canonicalLink,
    renderAlternateLinks(public_url, locale, location.pathname),
    renderLocaleMeta(locale),
  ];
  if (page?.routeId === "/$locale/$account") {
    const { user } = queryClient.getQueryData(userQuery(page.params.account).queryKey) ?? {};
    if (user) {
      const feed = `${public_url}/${locale}/${user.account}/feed.atom`;
      tags.push(renderAlternate("application/atom+xml", feed, user.displaying_name));
    }
  }
  if (page?.routeId === "/$locale/q/$uuid") {
    const { uuid } = page.params;
    const { question } = queryClient.getQueryData(questionQuery(uuid).queryKey) ?? {};
    if (question?.item?.is_ad_default) {
      const oembedParameters = new URLSearchParams({ url: `${public_url}/${locale}/q/${uuid}` });
      const oembed = `${public_url}/api/oembed?${oembedParameters}&format=json`;
      const name = question.item.answered_user_name;
      tags.push(renderQuestionData(question.item, public_url, locale));
      tags.push(renderAlternate("application/json+oembed", oembed, name));
    }
  }
  return tags.join("");
}

function renderAlternate(type: string, href: string, title: string): string {
  const [safeHref, safeTitle] = [escapeHtml(href), escapeHtml(title)];
  return `<link rel="alternate" type="${type}" href="${safeHref}" title="${safeTitle}">`;
}
