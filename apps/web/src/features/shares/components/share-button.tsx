import { Link2, Share } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { XMark } from "#ui/marks/x.tsx";
import { Menu } from "#ui/overlays/menu.tsx";
import { type SharedPage, useSharing } from "./sharing.tsx";

/** A button that opens the device's share sheet, or a menu on devices without one. */
export function ShareButton(shared: SharedPage) {
  const { t } = useTexts();
  const sharing = useSharing(shared);
  const { copy, openShareSheet } = sharing;
  const trigger = (
    <Button variant="text" {...(openShareSheet && { onClick: openShareSheet })}>
      <Share size={19} aria-hidden="true" />
      {t("shares.share")}
    </Button>
  );
  if (openShareSheet) return trigger;
  return (
    <Menu
      trigger={trigger}
      entries={() => [
        {
          key: "copy",
          label: t("shares.copy_link"),
          icon: <Link2 size={20} aria-hidden="true" />,
          onSelect: copy,
        },
        ...(sharing.postUrl === undefined
          ? []
          : [createXEntry(sharing.postUrl, t("shares.post_to_x"))]),
      ]}
    />
  );
}

/** Returns the menu entry that opens X's page for a post. */
function createXEntry(postUrl: string, label: string) {
  const render = (
    <a href={postUrl} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  );
  return { key: "x", label, icon: <XMark />, render };
}
