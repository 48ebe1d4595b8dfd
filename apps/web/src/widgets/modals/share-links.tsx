import { Copy } from "lucide-react";
import { type SharedPage, useSharing, XLink } from "#features/shares/components/sharing.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";

/** Buttons to share a link, for the actions of a modal. */
export function ShareLinks(shared: SharedPage) {
  const { t } = useTexts();
  const { postUrl, copy } = useSharing(shared);
  return (
    <>
      {postUrl && <XLink postUrl={postUrl} isWide />}
      <Button variant={postUrl ? "outline" : "primary"} isWide onClick={copy}>
        <Copy size={18} aria-hidden="true" />
        {t("shares.copy_link")}
      </Button>
    </>
  );
}
