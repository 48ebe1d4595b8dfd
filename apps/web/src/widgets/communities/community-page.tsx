import { useSuspenseQuery } from "@tanstack/react-query";
import type { Community } from "@toibako/contract/communities.ts";
import type { ReactNode } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { CommunityHeader } from "#features/communities/components/community-header.tsx";
import { type CommunityIds, communityQuery } from "#features/communities/queries.ts";
import { SignUpCard } from "#widgets/page/default-aside.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";
import { CommunityMenu } from "./community-menu.tsx";
import { Join } from "./join.tsx";
import { RecommendedCommunities } from "./recommended-communities.tsx";
import { useFirstTutorial } from "./use-tutorial.ts";

interface CommunityPageProps {
  ids: CommunityIds;
  /** Whether this is the community's main page, which has the description, the rules and the name as its heading. */
  isMainPage?: boolean;
  children: (community: Community) => ReactNode;
}

/** The frame of all pages of a community, with its header and a list of similar communities. */
export function CommunityPage({ ids, isMainPage = false, children }: CommunityPageProps) {
  const { community, rules } = useSuspenseQuery(communityQuery(ids)).data;
  const isSignedIn = useCurrentUser() !== undefined;
  // The tutorial opens after an account has joined its first community, because joining always leads to this page.
  useFirstTutorial(community.is_joined);
  return (
    <ShellPage
      aside={
        <>
          <RecommendedCommunities ids={ids} />
          {!isSignedIn && <SignUpCard />}
        </>
      }
    >
      <CommunityHeader
        community={community}
        rules={rules}
        isMainPage={isMainPage}
        actions={
          <>
            <Join community={community} />
            {isSignedIn && <CommunityMenu community={community} />}
          </>
        }
      />
      {children(community)}
    </ShellPage>
  );
}
