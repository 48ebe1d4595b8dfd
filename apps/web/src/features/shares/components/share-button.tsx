import { useRouter } from "@tanstack/react-router";
import { type Embed, formatEmbedCode } from "@toibako/contract/embeds.ts";
import { CodeXml, ImageDown, Link2, Share } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { XMark } from "#ui/marks/x.tsx";
import { Menu } from "#ui/overlays/menu.tsx";
import { type SharedPage, useSharing } from "./sharing.tsx";

type ShareButtonProps = SharedPage & {
  /** The address of a picture that fills the screen of a phone. */
  tallPicture?: string | undefined;
  /** The content of the embed code; undefined if other sites may not embed the page. */
  embed?: Embed | undefined;
};

/** A button that opens the device's share sheet, or a menu on devices without one. */
export function ShareButton({ tallPicture, embed, ...shared }: ShareButtonProps) {
  const { t, locale } = useTexts();
  const { public_url } = useRouter().options.context;
  const sharing = useSharing(shared);
  const { copy, copyText, openShareSheet } = sharing;
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
        ...(embed
          ? [
              {
                key: "embed",
                label: t("shares.copy_embed"),
                icon: <CodeXml size={20} aria-hidden="true" />,
                onSelect: () =>
                  copyText(formatEmbedCode(public_url, locale, embed), t("shares.embed_copied")),
              },
            ]
          : []),
        ...(tallPicture ? [createStoryEntry(tallPicture, t("shares.save_tall"))] : []),
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

/** Returns the menu entry that saves the tall picture, which people use in stories. */
function createStoryEntry(picture: string, label: string) {
  const render = (
    <a href={picture} download="toibako.png">
      {label}
    </a>
  );
  return { key: "story", label, icon: <ImageDown size={20} aria-hidden="true" />, render };
}
