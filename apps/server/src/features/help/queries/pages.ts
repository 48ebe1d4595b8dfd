import { join } from "node:path";
import { type ReplaceableText, replaceableTexts } from "@toibako/contract/help.ts";
import {
  type Locale,
  locales,
  mapLocales,
  noTexts,
  type TranslatedText,
} from "@toibako/contract/locales.ts";
import type { EditedPage, PageSource } from "@toibako/contract/staff/contents/pages.ts";
import { newVersion } from "@toibako/contract/staff/contents/version.ts";
import { statement } from "#platform/database/statement.ts";
import type { Services } from "#platform/services.ts";
import { openFolder } from "#platform/storage/folder.ts";

type PageServices = Pick<Services, "db" | "config">;

export const findSlug = (slug: string): ReplaceableText | undefined =>
  replaceableTexts.find((name) => name === slug);

const selectText = statement(
  "help.selectPageText",
  "select texts ->> :locale::text as text from site_pages where slug = :slug",
);

/** Returns the text of a page that staff have saved, or else the operator's; undefined if the page has its built-in text. */
export async function findPage(
  { db, config }: PageServices,
  locale: Locale,
  slug: ReplaceableText,
): Promise<string | undefined> {
  const [row] = await selectText(db, { locale, slug });
  return row?.text || (await readFile(config, locale, slug)) || undefined;
}

/** Reads the operator's text in `DATA_DIR/pages/{locale}/{slug}.md`; empty if there is none. */
async function readFile(
  { data_dir }: Services["config"],
  locale: Locale,
  slug: ReplaceableText,
): Promise<string> {
  const file = await openFolder(join(data_dir, "pages")).read(`${locale}/${slug}.md`);
  // Editors on Windows write a byte order mark and other line endings.
  return (file?.toString() ?? "")
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .trim();
}

const selectPages = statement(
  "help.selectEditedPages",
  "select slug, texts, version from site_pages where slug = any(:slugs::text[])",
);

/** Reads the texts of pages in all languages, also of pages that staff have not saved yet. */
async function readPages(
  { db, config }: PageServices,
  slugs: readonly ReplaceableText[],
): Promise<EditedPage[]> {
  const rows = await selectPages(db, { slugs: [...slugs] });
  return Promise.all(
    slugs.map(async (slug) => {
      const row = rows.find((page) => page.slug === slug);
      const files = await Promise.all(locales.map((locale) => readFile(config, locale, slug)));
      return {
        slug,
        texts: { ...noTexts, ...row?.texts },
        files: Object.fromEntries(
          locales.map((locale, index) => [locale, files[index]]),
        ) as TranslatedText,
        version: row?.version ?? newVersion,
      };
    }),
  );
}

export async function findEditedPage(
  services: PageServices,
  slug: string,
): Promise<EditedPage | undefined> {
  const known = findSlug(slug);
  return known && (await readPages(services, [known]))[0];
}

/** Lists all pages whose text can be replaced, with the source of each text. */
export async function listEditedPagesOf(services: PageServices) {
  const pages = await readPages(services, replaceableTexts);
  return pages.map(({ slug, texts, files }) => ({
    slug,
    sources: mapLocales((locale) => findSource(texts[locale], files[locale])),
  }));
}

function findSource(text: string, file: string): PageSource {
  if (text) return "staff";
  return file ? "file" : "built_in";
}
