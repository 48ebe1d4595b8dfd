import { Copy } from "lucide-react";
import { PostProfile } from "#features/shares/components/post-profile.tsx";
import { ShareButton } from "#features/shares/components/share-button.tsx";
import { useSharing } from "#features/shares/components/sharing.tsx";
import { useWayToX } from "#features/shares/queries.ts";
import { useTexts } from "#lib/i18n.tsx";
import { Button } from "#ui/button.tsx";

/** The address at which one can be asked, to be copied or passed on. */
export function OwnLink({ account }: { account: string }) {
  const { t, locale } = useTexts();
  const shared = { path: `/${locale}/${account}`, text: t("shares.own_text") };
  const linked = useWayToX() === "linked";
  const { copy } = useSharing(shared);
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="quiet" className="flex-auto" onClick={copy}>
        <Copy size={18} aria-hidden="true" />
        {t("shares.copy_link")}
      </Button>
      {linked && <PostProfile account={account} />}
      <ShareButton {...shared} />
    </div>
  );
}
