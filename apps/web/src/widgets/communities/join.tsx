import { useNavigate } from "@tanstack/react-router";
import type { Community } from "@toibako/contract/communities.ts";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { JoinToggle } from "#features/communities/components/join-toggle.tsx";
import { getIds, postParticipation } from "#features/communities/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useModal } from "#widgets/modals/modal-host.tsx";

interface JoinProps {
  community: Community;
  /** Shows only the icon, for narrow columns. */
  isIconOnly?: boolean;
}

/**
 * A button that joins or leaves a community; visitors get the invitation. After joining, an account with a
 * linked X is asked whether to post it there. Then the community's page opens.
 */
export function Join({ community, isIconOnly = false }: JoinProps) {
  const { locale } = useTexts();
  const user = useCurrentUser();
  const modal = useModal();
  const navigate = useNavigate();
  const ids = getIds(community);
  const openCommunity = () =>
    navigate({
      to: "/$locale/communities/$community_id/categories/$category_id",
      params: { locale, ...ids },
    });

  async function showFailure(reason: string) {
    // Navigation closes modals, so it comes first.
    await openCommunity();
    modal.open("share_failure", { post: () => postParticipation(ids), reason });
  }
  function handleJoined() {
    if (!user?.provider.includes("twitter")) return void openCommunity();
    modal.open("share_community", {
      community,
      onDone: () => void openCommunity(),
      onFailed: (reason) => void showFailure(reason),
    });
  }
  return (
    <JoinToggle
      community={community}
      isIconOnly={isIconOnly}
      onVisitor={user ? undefined : () => modal.open("invite", { isForCommunities: true })}
      onJoined={handleJoined}
    />
  );
}
