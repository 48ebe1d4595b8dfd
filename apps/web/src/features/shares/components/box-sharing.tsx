import type { PublicUser } from "@toibako/contract/profiles.ts";
import { ImageDown, Link2, QrCode, Share } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildPictureName } from "#lib/page/picture-name.ts";
import { removeProtocol } from "#lib/page/remove-protocol.ts";
import { Button } from "#ui/buttons/button.tsx";
import { cx } from "#ui/cx.ts";
import { LineAndXLinks, RoundButton, RoundLink } from "./round-buttons.tsx";
import { useSharing } from "./sharing.tsx";
import { useQrDialog } from "./use-qr-dialog.tsx";

interface BoxSharingProps {
  user: Pick<PublicUser, "account" | "displaying_name" | "image_url">;
  /** Whether the card is a row on phones, where something else has to be seen below it. */
  isLow: boolean;
}

/** The card of a box, its address, and buttons for every way to share it. */
export function BoxSharing({ user, isLow }: BoxSharingProps) {
  const { t, locale } = useTexts();
  const { account, displaying_name: name, image_url } = user;
  const text = t("shares.own_text");
  const { url, copy, openShareSheet } = useSharing({ path: `/${locale}/${account}`, text });
  const address = removeProtocol(url);
  const { openQrCode, qrDialog } = useQrDialog(user);
  return (
    <div className="grid gap-4 max-sm:gap-3">
      <div
        className={cx(
          "overflow-hidden rounded-sheet bg-surface shadow-e2",
          isLow && "max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:p-2",
        )}
      >
        <img
          src={image_url}
          alt={t("profiles.card_alt", { name })}
          width={1200}
          height={630}
          decoding="async"
          className={cx(
            "block h-auto w-full bg-paper",
            isLow && "max-sm:w-auto max-sm:min-w-0 max-sm:flex-[1_1_30%] max-sm:rounded-xl",
          )}
        />
        <div
          className={cx(
            "grid gap-2 px-4 pt-2.5 pb-4 text-center",
            isLow && "max-sm:min-w-0 max-sm:flex-[9_1_12.5rem] max-sm:py-1 max-sm:pr-1 max-sm:pl-3",
          )}
        >
          <p className="text-sm leading-snug font-semibold wrap-anywhere">
            <span className="sr-only">{t("shares.box_link")}</span>{" "}
            <bdi translate="no">{address}</bdi>
          </p>
          <Button isWide className="noscript:hidden" onClick={copy}>
            <Link2 size={20} aria-hidden="true" />
            {t("shares.copy_link")}
          </Button>
        </div>
      </div>
      <div className="flex flex-wrap justify-center gap-x-1 gap-y-3 sm:gap-x-3">
        {openShareSheet && (
          <RoundButton
            icon={<Share size={22} />}
            label={t("shares.share")}
            onClick={openShareSheet}
          />
        )}
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
