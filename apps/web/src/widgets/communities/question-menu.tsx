import { useNavigate } from "@tanstack/react-router";
import { formatCommunityPath } from "@toibako/contract/addresses.ts";
import type { CommunityQuestion } from "@toibako/contract/communities/questions.ts";
import { Ellipsis, Flag, Link2 } from "lucide-react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { getIds } from "#features/communities/queries.ts";
import { useSharing } from "#features/shares/components/sharing.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { Menu } from "#ui/overlays/menu.tsx";
import { useModal } from "#widgets/modals/modal-host.tsx";

/** The menu of a community's question: copy its link, or report it. */
export function QuestionMenu({ question }: { question: CommunityQuestion }) {
  const { t, locale } = useTexts();
  const modal = useModal();
  const navigate = useNavigate();
  const isSignedIn = useCurrentUser() !== undefined;
  const { uuid_hash, text, associated_community } = question;
  const params = { locale, ...getIds(associated_community) };
  const { copy } = useSharing({
    path: `/${locale}${formatCommunityPath(associated_community)}/items/${uuid_hash}`,
    text,
  });

  function report() {
    if (!isSignedIn) return modal.open("invite", { isForCommunities: true });
    modal.open("report_public", {
      content: { item_id: uuid_hash },
      onReported: () =>
        void navigate({
          to: "/$locale/communities/$community_id/categories/$category_id/items",
          params,
        }),
    });
  }
  return (
    <Menu
      trigger={
        <IconButton
          label={t("communities.question_menu")}
          icon={<Ellipsis size={22} aria-hidden="true" />}
        />
      }
      entries={() => [
        {
          key: "copy",
          label: t("communities.copy_link"),
          icon: <Link2 size={20} aria-hidden="true" />,
          onSelect: copy,
        },
        {
          key: "report",
          label: t("moderation.report"),
          icon: <Flag size={20} aria-hidden="true" />,
          isDangerous: true,
          onSelect: report,
        },
      ]}
    />
  );
}
