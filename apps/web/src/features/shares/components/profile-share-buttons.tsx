import { Link } from "@tanstack/react-router";
import { Copy, Share } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { useXPostMethod } from "../queries.ts";
import { PostProfileButton } from "./post-profile-button.tsx";
import { useSharing } from "./sharing.tsx";

/** Buttons that copy, post and share the address of the account's profile. */
export function ProfileShareButtons({ account }: { account: string }) {
  const { t, locale } = useTexts();
  const shared = { path: `/${locale}/${account}`, text: t("shares.own_text") };
  const isXLinked = useXPostMethod() === "linked";
  const { copy } = useSharing(shared);
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="quiet" className="flex-auto" onClick={copy}>
        <Copy size={18} aria-hidden="true" />
        {t("shares.copy_link")}
      </Button>
      {isXLinked && <PostProfileButton account={account} />}
      <Link
        to="/$locale/me/share"
        params={{ locale }}
        className={buildButtonClass({ variant: "text" })}
      >
        <Share size={19} aria-hidden="true" />
        {t("shares.share")}
      </Link>
    </div>
  );
}
