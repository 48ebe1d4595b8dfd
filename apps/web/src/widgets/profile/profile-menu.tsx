import type { PublicUser } from "@toibako/contract/profiles.ts";
import { Ban, Ellipsis, Flag, Link2 } from "lucide-react";
import { useInvite } from "#features/accounts/components/invite.tsx";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useSharing } from "#features/shares/components/sharing.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { Menu } from "#ui/overlays/menu.tsx";
import { useModal } from "#widgets/modals/modal-host.tsx";

/** The menu of another account's profile: copy its link, block the account, or report it. */
export function ProfileMenu({ user }: { user: PublicUser }) {
  const { t, locale } = useTexts();
  const invite = useInvite();
  const isSignedIn = useCurrentUser() !== undefined;
  const modal = useModal();
  const { account, displaying_name } = user;
  const text = t("profiles.title", { name: displaying_name, account });
  const { copy } = useSharing({ path: `/${locale}/${account}`, text });
  return (
    <Menu
      trigger={
        <IconButton
          variant="outline"
          label={t("profiles.menu", { name: displaying_name })}
          icon={<Ellipsis size={22} />}
        />
      }
      entries={() => [
        {
          key: "copy",
          label: t("profiles.copy_their_link", { name: displaying_name }),
          icon: <Link2 size={20} />,
          onSelect: copy,
        },
        {
          key: "block",
          label: t("moderation.block"),
          icon: <Ban size={20} />,
          onSelect: () =>
            isSignedIn ? modal.open("block_account", { account, displaying_name }) : invite(),
        },
        {
          key: "report",
          label: t("moderation.report"),
          icon: <Flag size={20} />,
          isDangerous: true,
          onSelect: () => modal.open("report_account", { account, displaying_name }),
        },
      ]}
    />
  );
}
