import { Link } from "@tanstack/react-router";
import type { AssociatedCommunity } from "@toibako/contract/communities.ts";
import { useTexts } from "#lib/i18n/texts.tsx";

/** Links to the community to which a question was put. */
export function CommunityMark({ community }: { community: AssociatedCommunity }) {
  const { locale } = useTexts();
  const { id: community_id, category_id, name } = community;
  return (
    <Link
      to="/$locale/communities/$community_id/categories/$category_id"
      params={{ locale, community_id, category_id }}
      className="relative inline-block max-w-full truncate rounded-full bg-brand-soft px-3 text-xs leading-6 font-semibold text-brand after:absolute after:-inset-2"
    >
      <bdi>#{name}</bdi>
    </Link>
  );
}
