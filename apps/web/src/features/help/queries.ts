import { queryOptions } from "@tanstack/react-query";
import type { Input } from "@toibako/contract/endpoint.ts";
import {
  getHelpLines,
  getPage,
  pageSlugs,
  postInquiry,
  type replaceableTexts,
} from "@toibako/contract/help.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { normalizeUnicode } from "@toibako/contract/mark-runs.ts";
import { api, send } from "#lib/http/client.ts";

export type PageSlug = (typeof pageSlugs)[number];

export function isPageSlug(slug: string): slug is PageSlug {
  return (pageSlugs as readonly string[]).includes(slug);
}

/** The services on which people publish the link to their box, as named in the address. */
export const services = [
  "toibako",
  "twitter",
  "instagram",
  "facebook",
  "line",
  "tiktok",
  "weibo",
  "kakao",
] as const;

export type Service = (typeof services)[number];

export function findService(name: unknown): Service | undefined {
  return services.find((service) => service === name);
}

const sources = import.meta.glob<string>("../../locales/*/pages/*.md", {
  query: "?raw",
  import: "default",
});

/** Loads a built-in text; each is a separate chunk. */
function loadBuiltIn(locale: Locale, name: string): Promise<string> {
  const load = sources[`../../locales/${locale}/pages/${name}.md`];
  if (!load) throw new Error(`There is no text of ${name} in ${locale}`);
  return load();
}

type ReplaceableText = (typeof replaceableTexts)[number];

/** A text: the operator's replacement, or else the built-in one. */
export const pageQuery = (locale: Locale, slug: ReplaceableText) =>
  queryOptions({
    queryKey: ["page", locale, slug],
    queryFn: async ({ client }) => {
      const own = await api.read(client, getPage, { params: { slug }, query: { locale } });
      return own?.page.text ?? loadBuiltIn(locale, slug);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The guide texts, a section for each of `services`. */
export const usageQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ["usage", locale],
    queryFn: () => loadBuiltIn(locale, "itr"),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const sendInquiry = (body: Input<typeof postInquiry>["body"]) => send(postInquiry, { body });

/** Help lines by country; they change only with the operator's file. */
export const helpLinesQuery = () =>
  queryOptions({ ...api.query(getHelpLines), staleTime: Number.POSITIVE_INFINITY });

const wordLists = import.meta.glob<string>("../../locales/*/distress.txt", {
  query: "?raw",
  import: "default",
});

/** The words with which people write about hurting themselves, in a language and in English. */
export const distressWordsQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ["distress", locale],
    queryFn: async () => {
      const lists = [...new Set([locale, "en"])].map(async (name) =>
        wordLists[`../../locales/${name}/distress.txt`]?.(),
      );
      return findWords((await Promise.all(lists)).join("\n"));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * Finds the phrases of a list, one a line, in texts. Latin ones match as whole words, or as beginnings
 * of words where they end with `*`; others wherever they stand, whatever spaces are between.
 */
export function findWords(list: string) {
  const phrases = list.split("\n").map(foldSpelling).filter(Boolean);
  const latin = phrases.filter((phrase) => /^[\p{Script=Latin}' *-]+$/u.test(phrase));
  const endings = latin.map((phrase) =>
    phrase.endsWith("*") ? phrase.slice(0, -1) : `${phrase}(?!\\p{L})`,
  );
  const latinPattern =
    latin.length > 0 ? new RegExp(`(?<!\\p{L})(?:${endings.join("|")})`, "u") : undefined;
  const others = phrases
    .filter((phrase) => !latin.includes(phrase))
    .map((phrase) => phrase.replaceAll(" ", ""));
  return {
    occurIn(text: string): boolean {
      const folded = foldSpelling(text);
      const joined = folded.replaceAll(" ", "");
      return (
        (latinPattern?.test(folded) ?? false) || others.some((other) => joined.includes(other))
      );
    },
  };
}

function foldSpelling(text: string): string {
  return normalizeUnicode(text, "NFKC")
    .toLowerCase()
    .replaceAll("’", "'")
    .replaceAll(/\s+/g, " ")
    .trim();
}
