import { useRouter } from "@tanstack/react-router";
import { Copy } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { removeProtocol } from "#lib/page/remove-protocol.ts";
import { Button } from "#ui/buttons/button.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { Card } from "#ui/surfaces/card.tsx";

/** The address of the account's profile, with a button to copy it. */
export function ProfileAddress({ account }: { account: string }) {
  const { t, locale } = useTexts();
  const toasts = useToasts();
  const address = `${useRouter().options.context.public_url}/${locale}/${account}`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      toasts.showToast(t("shell.copied"), { type: "success" });
    } catch {
      toasts.showBar("error", t("shell.copy_failed"));
    }
  }
  return (
    <div className="grid min-w-0 gap-3">
      {/* In the browser, `public_url` is the host in the address bar, which may differ from the server's. */}
      <p
        translate="no"
        className="rounded-md bg-surface-2 px-3 py-2 text-sm wrap-anywhere select-all"
        suppressHydrationWarning
      >
        {removeProtocol(address)}
      </p>
      <Button isWide onClick={copy}>
        <Copy size={18} aria-hidden="true" />
        {t("shell.copy_link")}
      </Button>
    </div>
  );
}

/** `ProfileAddress` as a card, for the aside. */
export function ProfileAddressCard({ account }: { account: string }) {
  const { t } = useTexts();
  return (
    <Card as="section">
      <h2 className="text-md leading-snug">{t("shell.share_title")}</h2>
      <p className="mt-1 mb-3 text-sm text-ink-2">{t("shell.share_text")}</p>
      <ProfileAddress account={account} />
    </Card>
  );
}
