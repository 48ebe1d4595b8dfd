import { useSuspenseQuery } from "@tanstack/react-query";
import type { Community } from "@toibako/contract/communities.ts";
import { type ReactNode, useRef } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { CommunityHeader } from "#features/communities/components/community-header.tsx";
import { type CommunityIds, communityQuery } from "#features/communities/queries.ts";
import { useIsOnScreen } from "#lib/browser/use-is-on-screen.ts";
import { ReadingAds } from "#widgets/ads/reading-ads.tsx";
import { SignUpCard } from "#widgets/page/default-aside.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";
import { AskButton, FloatingAskButton } from "./ask-button.tsx";
import { CommunityMenu } from "./community-menu.tsx";
import { Join } from "./join.tsx";
import { RecommendedCommunities } from "./recommended-communities.tsx";
import { useFirstTutorial } from "./use-tutorial.ts";

interface CommunityPageProps {
  ids: CommunityIds;
  /** Whether this is the community's main page, which has the description, the rules and the name as its heading. */
  isMainPage?: boolean;
  /** Whether the page has the advertisements of pages that everybody can read. */
  hasAds?: boolean;
  /** Whether the header has a button that asks the community, which floats once the header is scrolled away. */
  hasAskButton?: boolean;
  children: (community: Community) => ReactNode;
}

/** The frame of all pages of a community, with its header and a list of similar communities. */
export function CommunityPage({
  ids,
  isMainPage = false,
  hasAds = false,
  hasAskButton = false,
  children,
}: CommunityPageProps) {
  const { community, rules } = useSuspenseQuery(communityQuery(ids)).data;
  const isSignedIn = useCurrentUser() !== undefined;
  const askButton = useRef<HTMLDivElement>(null);
  const isAskButtonOnScreen = useIsOnScreen(askButton, true);
  // The tutorial opens after an account has joined its first community, because joining always leads to this page.
  useFirstTutorial(community.is_joined);
  const content = (
    <>
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
        askButton={
          hasAskButton && (
            <div ref={askButton}>
              <AskButton community={community} size="sm" />
            </div>
          )
        }
      />
      {children(community)}
      {hasAskButton && <FloatingAskButton community={community} isHidden={isAskButtonOnScreen} />}
    </>
  );
  return (
    <ShellPage
      aside={
        <>
          <RecommendedCommunities ids={ids} />
          {!isSignedIn && <SignUpCard />}
        </>
      }
    >
      {hasAds ? <ReadingAds>{content}</ReadingAds> : content}
    </ShellPage>
  );
}
