import { useQuery } from "@tanstack/react-query";
import {
  CommunityCounts,
  CommunityLink,
} from "#features/communities/components/community-card.tsx";
import { CommunityIcon } from "#features/communities/components/community-icon.tsx";
import { type CommunityIds, recommendedCommunitiesQuery } from "#features/communities/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Card } from "#ui/surfaces/card.tsx";
import { Join } from "./join.tsx";

/** Lists the communities that are similar to a community; renders nothing if there are none. */
export function RecommendedCommunities({ ids }: { ids: CommunityIds }) {
  const { t } = useTexts();
  const { data } = useQuery(recommendedCommunitiesQuery(ids));
  if (!data || data.communities.length === 0) return null;
  return (
    <Card as="section">
      <h2 className="text-md leading-snug">{t("communities.recommended")}</h2>
      <ul className="mt-1 -mb-2 list-none divide-y divide-line">
        {data.communities.map((community) => (
          <li key={community.id} className="flex items-center gap-3 py-3">
            <CommunityIcon src={community.icon_uri} size={40} />
            <div className="min-w-0 flex-1 leading-snug">
              <CommunityLink community={community} />
              <CommunityCounts community={community} />
            </div>
            <Join community={community} isIconOnly />
          </li>
        ))}
      </ul>
    </Card>
  );
}
