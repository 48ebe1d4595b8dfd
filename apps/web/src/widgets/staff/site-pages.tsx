import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReplaceableText } from "@toibako/contract/help.ts";
import { getLanguageTag, type Locale, localeNames, locales } from "@toibako/contract/locales.ts";
import {
  type PageSource,
  pageSources,
  pageTextLimit,
} from "@toibako/contract/staff/contents/pages.ts";
import { useState } from "react";
import { Prose } from "#features/help/components/prose.tsx";
import { builtInPageQuery } from "#features/help/queries/built-in-page.ts";
import { pageTitles } from "#features/help/queries/pages.ts";
import { ContentEditor } from "#features/staff/components/contents/content-editor.tsx";
import { ContentList } from "#features/staff/components/contents/content-list.tsx";
import { nameValue } from "#features/staff/queries/content-values.ts";
import {
  editedPageQuery,
  editedPagesQuery,
  refreshPages,
  savePageOf,
  toStoredPage,
} from "#features/staff/queries/site-pages.ts";
import { splitByHeading } from "#lib/i18n/headings.ts";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { FormLoading } from "./content-parts.tsx";

const kind = "pages";
const titles = { ...pageTitles, faq: "help.hp", guide: "help.guide" } as const;

/** The title of a page; undefined if there is no such page. */
export const findPageTitle = (t: Translate, slug: string): string | undefined =>
  isReplaceable(slug) ? t(titles[slug]) : undefined;

const isReplaceable = (slug: string): slug is keyof typeof titles => Object.hasOwn(titles, slug);

/** The pages that show a text in groups of entries. */
const isGrouped = (slug: ReplaceableText) => slug === "faq" || slug === "guide";

/** All pages whose text can be edited, and where each language's text comes from. */
export function SitePageList() {
  const { t, locale } = useTexts();
  const query = useQuery(editedPagesQuery());
  if (!query.data)
    return <LoadingState query={query} skeleton="row" title={t("staff_contents.load_failed")} />;
  return (
    <ContentList
      contents={query.data.pages.map(({ slug, sources }) => ({
        key: slug,
        title: t(titles[slug]),
        details: pageSources.map((source) => (
          <SourceLanguages key={source} source={source} sources={sources} />
        )),
        link: <Link to="/$locale/adm/contents/$kind/$id" params={{ locale, kind, id: slug }} />,
      }))}
    />
  );
}

interface SourceLanguagesProps {
  source: PageSource;
  sources: Record<Locale, PageSource>;
}

/** The languages whose text comes from one source. */
function SourceLanguages({ source, sources }: SourceLanguagesProps) {
  const { t } = useTexts();
  const names = locales.filter((locale) => sources[locale] === source);
  if (names.length === 0) return null;
  const languages = names.map((name) => localeNames[name]).join(", ");
  return (
    <span>
      {t(`staff_texts.source_${source}`)}: <bdi>{languages}</bdi>
    </span>
  );
}

/** The form of a page's texts. */
export function SitePageEditor({ id }: { id: string }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const query = useQuery(editedPageQuery(id));
  if (!query.data) {
    return <FormLoading query={query} />;
  }
  const { page } = query.data;
  return (
    <ContentEditor
      draftKey={`page:${page.slug}`}
      fields={[
        {
          name: "texts",
          kind: "long_texts",
          label: t(titles[page.slug]),
          hint: t(isGrouped(page.slug) ? "staff_texts.grouped_hint" : "staff_contents.prose_hint"),
          limit: pageTextLimit,
        },
      ]}
      stored={toStoredPage(page)}
      save={(version, values) => savePageOf(page.slug, version, values)}
      refresh={() => refreshPages(client)}
      renderPreview={(values, shown, change) => (
        <PagePreview
          slug={page.slug}
          locale={shown}
          text={values[nameValue("texts", shown)] ?? ""}
          file={page.files[shown]}
          onText={(text) => change(nameValue("texts", shown), text)}
        />
      )}
    />
  );
}

interface PagePreviewProps {
  slug: ReplaceableText;
  locale: Locale;
  text: string;
  /** The text of the operator's file; empty if there is none. */
  file: string;
  onText: (text: string) => void;
}

/** What readers see: the typed text, or without one that of the file or the built-in one. */
function PagePreview({ slug, locale, text, file, onText }: PagePreviewProps) {
  const { t } = useTexts();
  const builtIn = useQuery(builtInPageQuery(locale, slug));
  const [removed, setRemoved] = useState<Partial<Record<Locale, string>>>({});
  const isTyped = text.trim() !== "";
  const replacement = file || builtIn.data || "";
  const shown = isTyped ? text : replacement;
  const otherSource = file ? "file" : "built_in";
  const taken = removed[locale];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-sm text-ink-2">
        {t(`staff_texts.shows_${isTyped ? "staff" : otherSource}`)}
      </p>
      <div className="flex flex-wrap gap-3">
        {isTyped && (
          <Button
            variant="outline"
            onClick={() => {
              setRemoved({ ...removed, [locale]: text });
              onText("");
            }}
          >
            {t(`staff_texts.to_${otherSource}`)}
          </Button>
        )}
        {!isTyped && replacement && (
          <Button variant="outline" onClick={() => onText(replacement)}>
            {t("staff_texts.start_from_shown")}
          </Button>
        )}
        {!isTyped && taken !== undefined && (
          <Button variant="outline" onClick={() => onText(taken)}>
            {t("staff_texts.take_back")}
          </Button>
        )}
      </div>
      <article lang={getLanguageTag(locale)} dir="auto" className="running-text">
        {isGrouped(slug) ? <GroupedText text={shown} /> : <Prose text={shown} />}
      </article>
    </div>
  );
}

/** A text in groups of entries, unfolded. */
function GroupedText({ text }: { text: string }) {
  return splitByHeading(text, "##").map((group) => (
    <section key={group.title}>
      <h4 className="mt-6 mb-2 text-lg">{group.title}</h4>
      {splitByHeading(group.text, "###").map((entry) => (
        <div key={entry.title}>
          <h5 className="font-bold">{entry.title}</h5>
          <Prose text={entry.text} />
        </div>
      ))}
    </section>
  ));
}
