import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Community, CommunityQuestion } from "@toibako/contract/communities.ts";
import { defaultTimeZones, formatDate } from "@toibako/contract/dates.ts";
import type { Pager } from "@toibako/contract/shapes.ts";
import { type ReactNode, useRef } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { QuestionList } from "#features/communities/components/question-list.tsx";
import {
  type CommunityIds,
  communityQuestionsQuery,
  featuredQuestionsQuery,
  getIds,
  ownCommunityItemsQuery,
} from "#features/communities/queries.ts";
import { FormattedDate } from "#lib/i18n/formatted-date.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import {
  type GrowingList,
  type ListAddress,
  removeRepetitions,
  useGrowingList,
} from "#lib/page/growing-list.ts";
import { buttonClass } from "#ui/buttons/button-class.ts";
import { NoQuestionsDrawing } from "#ui/drawings/no-questions.tsx";
import { LoadMore } from "#ui/feedback/load-more.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";

interface QuestionListsProps {
  community: Community;
}

/** How many questions a tab of the community's page shows. */
export const firstQuestions = { limit: "10" } as const;

/** The featured questions of a community: the first ten. */
export function FeaturedQuestions({ community }: QuestionListsProps) {
  const list = useQuery(featuredQuestionsQuery(getIds(community), firstQuestions));
  const { items, ranked_at, pager } = list.data ?? {};
  return (
    <>
      {ranked_at && <RankedAt at={ranked_at} />}
      <QuestionList questions={items} query={list} empty={<NoQuestions />} />
      <AllQuestionsLink community={community} pager={pager} />
    </>
  );
}

/** Everyone's questions to a community: the ten newest. */
export function NewestQuestions({ community }: QuestionListsProps) {
  const list = useQuery(communityQuestionsQuery(getIds(community), firstQuestions));
  const { items, pager } = list.data ?? {};
  return (
    <>
      <QuestionList questions={items} query={list} empty={<NoQuestions />} />
      <AllQuestionsLink community={community} pager={pager} />
    </>
  );
}

/** All questions to a community, newest first. */
export function AllQuestions({
  community,
  address,
}: QuestionListsProps & { address: ListAddress }) {
  const list = useGrowingList(address, (page) =>
    communityQuestionsQuery(getIds(community), { page }),
  );
  return <GrowingQuestions list={list} empty={<NoQuestions />} />;
}

interface OwnItemsProps {
  ids: CommunityIds;
  type: "questions" | "answers";
  address: ListAddress;
}

/** The account's own questions to a community, or those that it has answered. */
export function OwnItems({ ids, type, address }: OwnItemsProps) {
  const { t } = useTexts();
  const list = useGrowingList(address, (page) => ownCommunityItemsQuery(ids, type, page));
  return (
    <GrowingQuestions
      list={list}
      empty={
        <EmptyState drawing={<NoQuestionsDrawing />} title={t(`communities.no_own_${type}_title`)}>
          {t(`communities.no_own_${type}_text`)}
        </EmptyState>
      }
    />
  );
}

interface GrowingQuestionsProps {
  list: GrowingList<{ items: CommunityQuestion[]; pager: Pager }>;
  empty: ReactNode;
}

function GrowingQuestions({ list, empty }: GrowingQuestionsProps) {
  const rows = useRef<HTMLUListElement>(null);
  const questions = list.pages?.flatMap((page) => page.items);
  const shown = questions && removeRepetitions(questions, ({ uuid_hash }) => uuid_hash);
  return (
    <>
      <QuestionList ref={rows} questions={shown} query={list.first} empty={empty} />
      {shown && <LoadMore more={list.more} rows={rows} count={shown.length} />}
    </>
  );
}

function NoQuestions() {
  const { t } = useTexts();
  return (
    <EmptyState drawing={<NoQuestionsDrawing />} title={t("communities.no_questions_title")}>
      {t("communities.no_questions_text")}
    </EmptyState>
  );
}

/** When the order of the featured questions was computed. */
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

/** Leads to the whole list, if there are more questions than the page shows. */
function AllQuestionsLink({ community, pager }: QuestionListsProps & { pager: Pager | undefined }) {
  const { t, locale } = useTexts();
  if (!pager || pager.total_pages < 2) return null;
  return (
    <p className="pt-5 text-center">
      <Link
        to="/$locale/communities/$community_id/categories/$category_id/items"
        params={{ locale, ...getIds(community) }}
        className={buttonClass({ variant: "outline" })}
      >
        {t("communities.all_questions", { n: pager.total_count })}
      </Link>
    </p>
  );
}
