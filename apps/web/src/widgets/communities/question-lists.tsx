import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Community } from "@toibako/contract/communities.ts";
import { defaultTimeZones, formatDate } from "@toibako/contract/dates.ts";
import { localeNames } from "@toibako/contract/locales.ts";
import type { Pager } from "@toibako/contract/shapes.ts";
import type { ComponentProps } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { HouseBanner } from "#features/ads/components/house-banner.tsx";
import { QuestionList } from "#features/communities/components/question-list.tsx";
import {
  communityQuestionsQuery,
  featuredQuestionsQuery,
  getIds,
} from "#features/communities/queries.ts";
import { FormattedDate } from "#lib/i18n/formatted-date.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import type { LanguageSearch } from "#lib/page/search.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { NoQuestionsDrawing } from "#ui/drawings/no-questions.tsx";
import { useListLabels } from "#ui/feedback/list-labels.ts";
import { EmptyPage, EmptyState } from "#ui/feedback/states.tsx";
import { Pagination } from "#ui/navigation/pagination.tsx";
import { Tabs } from "#ui/navigation/tabs.tsx";
import { type RenderedElement, renderAs } from "#ui/render-as.ts";
import { ReaderAdSlot } from "#widgets/ads/reader-ad-slot.tsx";
import { QuestionEntry } from "./question-entry.tsx";

interface QuestionListsProps {
  community: Community;
  isInAllLanguages: boolean;
  /** Returns the link to the list in the page's language or in all languages. */
  languageLink: (search: LanguageSearch) => RenderedElement;
}

/** How many questions a tab of the community's page shows. */
export const firstQuestions = { limit: "10" } as const;

/** The first ten featured questions of a community. */
export function FeaturedQuestions(props: QuestionListsProps) {
  const { community, isInAllLanguages } = props;
  const page = { ...firstQuestions, isInAllLanguages };
  const list = useQuery(featuredQuestionsQuery(getIds(community), page));
  const { items, ranked_at, pager } = list.data ?? {};
  return (
    <>
      <LanguageChoice {...props} />
      {ranked_at && <RankedAt at={ranked_at} />}
      <Questions {...props} questions={items} query={list} />
      <AllQuestionsLink {...props} pager={pager} />
    </>
  );
}

/** The ten newest questions to a community. */
export function NewestQuestions(props: QuestionListsProps) {
  const { community, isInAllLanguages } = props;
  const page = { ...firstQuestions, isInAllLanguages };
  const list = useQuery(communityQuestionsQuery(getIds(community), page));
  const { items, pager } = list.data ?? {};
  return (
    <>
      <LanguageChoice {...props} />
      <Questions {...props} questions={items} query={list} />
      <AllQuestionsLink {...props} pager={pager} />
    </>
  );
}

interface AllQuestionsProps extends QuestionListsProps {
  page: number;
  pageLink: (page: number) => RenderedElement;
}

/** All questions to a community, newest first, by pages. */
export function AllQuestions({ page, pageLink, ...props }: AllQuestionsProps) {
  const labels = useListLabels();
  const { community, isInAllLanguages } = props;
  const list = useQuery(communityQuestionsQuery(getIds(community), { page, isInAllLanguages }));
  const { items, pager } = list.data ?? {};
  return (
    <>
      <LanguageChoice {...props} />
      <Questions
        {...props}
        questions={items}
        query={list}
        firstPage={page > 1 ? pageLink(1) : undefined}
      />
      {pager && (
        <Pagination
          page={page}
          pages={pager.total_pages}
          link={pageLink}
          labels={labels.pages}
          isSinglePageHidden
          className="pt-6"
        />
      )}
    </>
  );
}

interface QuestionsProps
  extends QuestionListsProps,
    Pick<ComponentProps<typeof QuestionList>, "questions" | "query"> {
  /** The link to the first page; undefined on the first page itself. */
  firstPage?: RenderedElement | undefined;
}

function Questions({ firstPage, ...props }: QuestionsProps) {
  const isSignedIn = useCurrentUser() !== undefined;
  const { t } = useTexts();
  const { questions, query, isInAllLanguages } = props;
  const empty = firstPage ? (
    <EmptyPage
      title={t("communities.empty_page_title")}
      drawing={<NoQuestionsDrawing />}
      firstPage={firstPage}
      label={t("profiles.first_page")}
    />
  ) : (
    <NoQuestions {...props} />
  );
  return (
    <QuestionList
      questions={questions}
      query={query}
      marksNew={isSignedIn}
      renderBanner={({ uuid_hash }) => (
        <ReaderAdSlot
          slot="community_list"
          house={<HouseBanner seed={uuid_hash} isSignedIn={isSignedIn} />}
        />
      )}
      empty={empty}
      renderCard={(question, isNew) => (
        <QuestionEntry question={question} isNew={isNew} showsLanguage={isInAllLanguages} />
      )}
    />
  );
}

function NoQuestions({ isInAllLanguages, languageLink }: QuestionListsProps) {
  const { t } = useTexts();
  return (
    <EmptyState
      drawing={<NoQuestionsDrawing />}
      title={t("communities.no_questions_title")}
      action={
        !isInAllLanguages &&
        renderAs(languageLink({ all_languages: "true" }), {
          className: buildButtonClass({ variant: "outline" }),
          children: t("communities.see_all_languages"),
        })
      }
    >
      {t("communities.no_questions_text")}
    </EmptyState>
  );
}

/** Switches between the questions of the page's language and those of all languages. */
function LanguageChoice({ isInAllLanguages, languageLink }: QuestionListsProps) {
  const { t, locale } = useTexts();
  return (
    <Tabs
      look="pill"
      label={t("communities.languages")}
      className="-mt-2 mb-3"
      items={[
        {
          key: "own",
          label: localeNames[locale],
          isCurrent: !isInAllLanguages,
          render: languageLink({}),
        },
        {
          key: "all",
          label: t("communities.all_languages"),
          isCurrent: isInAllLanguages,
          render: languageLink({ all_languages: "true" }),
        },
      ]}
    />
  );
}

/** Says when the order of the featured questions was computed. */
function RankedAt({ at }: { at: string }) {
  const { t, locale } = useTexts();
  const time_zone = useCurrentUser()?.time_zone ?? defaultTimeZones[locale];
  const date = formatDate("hour", new Date(at), { locale, time_zone });
  return (
    <p className="mb-3 text-xs text-ink-2">
      {t.rich(
        "communities.ranked_at",
        { date: <FormattedDate at={at} form="hour" text={date} /> },
        {},
      )}
    </p>
  );
}

/** Links to the whole list if there are more questions than this page shows. */
function AllQuestionsLink({
  community,
  isInAllLanguages,
  pager,
}: QuestionListsProps & { pager: Pager | undefined }) {
  const { t, locale } = useTexts();
  if (!pager || pager.total_pages < 2) return null;
  return (
    <p className="pt-5 text-center">
      <Link
        to="/$locale/communities/$community_id/categories/$category_id/items"
        params={{ locale, ...getIds(community) }}
        search={isInAllLanguages ? { all_languages: "true" } : {}}
        className={buildButtonClass({ variant: "outline" })}
      >
        {t("communities.all_questions", { n: pager.total_count })}
      </Link>
    </p>
  );
}
