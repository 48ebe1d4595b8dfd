import { Link } from "@tanstack/react-router";
import type { PublicUser } from "@toibako/contract/profiles.ts";
import { Copy, Ellipsis, QrCode, Share } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { removeProtocol } from "#lib/page/remove-protocol.ts";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Card } from "#ui/surfaces/card.tsx";
import { useXPostMethod } from "../queries.ts";
import { PostProfileButton } from "./post-profile-button.tsx";
import { RedrawableCard } from "./redrawable-card.tsx";
import { useSharing, XLink } from "./sharing.tsx";
import { useQrDialog } from "./use-qr-dialog.tsx";

interface OwnBoxCardProps {
  user: Pick<PublicUser, "account" | "displaying_name" | "image_url">;
}

/** The address of the reader's own profile, with buttons that share it. */
export function OwnBoxCard({ user }: OwnBoxCardProps) {
  const { t, locale } = useTexts();
  const { account, displaying_name, image_url } = user;
  const path = `/${locale}/${account}`;
  const xPostMethod = useXPostMethod();
  const { url, postUrl, copy } = useSharing({ path, text: t("shares.own_text") });
  const { openQrCode, qrDialog } = useQrDialog(user);
  return (
    <Card as="section" className="grid gap-3">
      <div>
        <h2 className="text-lg">{t("shares.box_title")}</h2>
        <p className="text-sm text-ink-2">{t("shares.box_text")}</p>
      </div>
      <RedrawableCard url={image_url} name={displaying_name} />
      <p className="rounded-md bg-surface-2 px-4 py-2.5 text-sm font-semibold wrap-anywhere">
        <span className="sr-only">{t("shares.box_link")}</span>{" "}
        <bdi translate="no">{removeProtocol(url)}</bdi>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button className="grow" onClick={copy}>
          <Copy size={18} aria-hidden="true" />
          {t("shares.copy_link")}
        </Button>
        {xPostMethod === "linked" && <PostProfileButton account={account} />}
        {xPostMethod === "page" && <XLink postUrl={postUrl} variant="outline" className="grow" />}
        <Link
          to="/$locale/me/share"
          params={{ locale }}
          className={buildButtonClass({ variant: "outline", className: "grow px-3!" })}
        >
          <Share size={18} aria-hidden="true" />
          {t("shares.share")}
        </Link>
        <Button variant="outline" className="grow px-3! noscript:hidden" onClick={openQrCode}>
          <QrCode size={18} aria-hidden="true" />
          {t("shares.qr")}
        </Button>
        <Link
          to="/$locale/me/ready"
          params={{ locale }}
          className={buildButtonClass({ variant: "text", className: "grow" })}
        >
          <Ellipsis size={18} aria-hidden="true" />
          {t("shares.more_ways")}
        </Link>
      </div>
      {qrDialog}
    </Card>
  );
}
