import type { PublicUser } from "@toibako/contract/profiles.ts";
import { ImageDown, Link2, QrCode, Share } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildPictureName } from "#lib/page/picture-name.ts";
import { removeProtocol } from "#lib/page/remove-protocol.ts";
import { LineAndXLinks, RoundButton, RoundLink } from "./round-buttons.tsx";
import { useSharing } from "./sharing.tsx";
import { useQrDialog } from "./use-qr-dialog.tsx";

interface BoxSharingProps {
  user: Pick<PublicUser, "account" | "displaying_name" | "image_url">;
}

/** The card of a box, its address, and buttons for every way to share it. */
export function BoxSharing({ user }: BoxSharingProps) {
  const { t, locale } = useTexts();
  const { account, displaying_name: name, image_url } = user;
  const text = t("shares.own_text");
  const { url, copy, openShareSheet } = useSharing({ path: `/${locale}/${account}`, text });
  const address = removeProtocol(url);
  const { openQrCode, qrDialog } = useQrDialog(user);
  return (
    <div className="grid gap-4">
      <div className="overflow-hidden rounded-sheet bg-surface shadow-e2">
        <img
          src={image_url}
          alt={t("profiles.card_alt", { name })}
          width={1200}
          height={630}
          decoding="async"
          className="block h-auto w-full bg-paper"
        />
        <p className="px-4 py-2.5 text-center text-sm font-semibold wrap-anywhere">
          <span className="sr-only">{t("shares.box_link")}</span>{" "}
          <bdi translate="no">{address}</bdi>
        </p>
      </div>
      <div className="flex flex-wrap justify-center gap-x-1 gap-y-3 sm:gap-x-3">
        {openShareSheet && (
          <RoundButton
            icon={<Share size={22} />}
            label={t("shares.share")}
            onClick={openShareSheet}
          />
        )}
        <RoundButton icon={<Link2 size={22} />} label={t("shares.copy_link")} onClick={copy} />
        <LineAndXLinks url={url} text={text} />
        <RoundButton icon={<QrCode size={22} />} label={t("shares.qr")} onClick={openQrCode} />
        <RoundLink
          icon={<ImageDown size={22} />}
          label={t("shares.save_picture")}
          href={image_url}
          download={buildPictureName(name)}
        />
      </div>
      {qrDialog}
    </div>
  );
}
