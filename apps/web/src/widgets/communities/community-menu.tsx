import { Link } from "@tanstack/react-router";
import type { Community } from "@toibako/contract/communities.ts";
import { BellOff, BellRing, EllipsisVertical, MessagesSquare } from "lucide-react";
import { getIds, useMuteCommunity } from "#features/communities/queries.ts";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { Menu, type MenuEntry } from "#ui/overlays/menu.tsx";

/** The menu of a community: show the account's own questions and answers, or mute its notices. */
export function CommunityMenu({ community }: { community: Community }) {
  const { t, locale } = useTexts();
  const toasts = useToasts();
  const { mutate, isPending } = useMuteCommunity(community);
  const { name, is_muted } = community;

  function toggleMute() {
    mutate(!is_muted, {
      onSuccess: () =>
        toasts.showToast(t(is_muted ? "communities.unmuted" : "communities.muted", { name }), {
          type: "success",
        }),
      onError: (error) =>
        toasts.showBar("error", describeFailure(error, t("communities.request_failed"))),
    });
  }
  const listEntries = (): MenuEntry[] => [
    {
      key: "mine",
      label: t("communities.mine"),
      icon: <MessagesSquare size={20} />,
      render: (
        <Link
          to="/$locale/communities/$community_id/categories/$category_id/mine"
          params={{ locale, ...getIds(community) }}
        />
      ),
    },
    {
      key: "mute",
      label: t(is_muted ? "communities.unmute" : "communities.mute"),
      icon: is_muted ? <BellRing size={20} /> : <BellOff size={20} />,
      disabled: isPending,
      onSelect: toggleMute,
    },
  ];
  return (
    <Menu
      trigger={
        <IconButton
          label={t("communities.menu", { name })}
          icon={<EllipsisVertical size={22} />}
          className="-mr-2"
        />
      }
      entries={listEntries}
    />
  );
}
