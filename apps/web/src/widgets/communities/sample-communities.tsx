import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CommunityQuestion } from "@toibako/contract/communities/questions.ts";
import type { Community } from "@toibako/contract/communities.ts";
import { CommunityCard } from "#features/communities/components/community-card.tsx";
import { CommunityList } from "#features/communities/components/community-list.tsx";
import {
  getIds,
  sampleCommunitiesQuery,
  sampleQuestionsQuery,
} from "#features/communities/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { Join } from "./join.tsx";

/** The communities with most members, each with its newest questions. */
export function SampleCommunities() {
  const { t } = useTexts();
  const list = useQuery(sampleCommunitiesQuery());
  const { data } = useQuery(sampleQuestionsQuery());
  const findQuestions = (id: string) =>
    data?.samples.find(({ community }) => community.id === id)?.questions ?? [];
  return (
    <CommunityList
      communities={list.data?.communities}
      query={list}
      empty={<EmptyState drawing={<FriendsDrawing />} title={t("communities.none_found_title")} />}
      renderCard={(community, hasPopularMark) => (
        <CommunityCard
          community={community}
          heading={2}
          hasPopularMark={hasPopularMark}
          joinButton={<Join community={community} />}
        >
          <SampleQuestions community={community} questions={findQuestions(community.id)} />
        </CommunityCard>
      )}
    />
  );
}

interface SampleQuestionsProps {
  community: Community;
  questions: CommunityQuestion[];
}

function SampleQuestions({ community, questions }: SampleQuestionsProps) {
  const { locale } = useTexts();
  if (questions.length === 0) return null;
  return (
    <ul className="mt-3 grid list-none gap-2">
      {questions.map(({ uuid_hash, text, locale: language }) => (
        <li key={uuid_hash}>
          <Link
            to="/$locale/communities/$community_id/categories/$category_id/items/$uuid"
            params={{ locale, ...getIds(community), uuid: uuid_hash }}
            className="relative block min-h-11 rounded-lg bg-paper px-4 py-2.5 text-ink-on-paper"
          >
            <span lang={language} className="running-text line-clamp-2 text-sm">
              {text}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
