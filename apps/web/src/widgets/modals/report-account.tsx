import type { PublicUser } from "@toibako/contract/profiles.ts";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { defineLazyModule, useLazyModule } from "#ui/lazy-module.ts";
import { Sheet } from "#ui/overlays/overlay.tsx";
import type { ModalProps } from "./modal-props.ts";

type ReportAccountProps = ModalProps & Pick<PublicUser, "account" | "displaying_name">;

// Imported directly, the form would get into the chunk that all pages for accounts load.
const form = defineLazyModule(
  async () => (await import("#features/help/components/inquiry-form.tsx")).InquiryForm,
);

/** Reports an account to the operator. Closing keeps the typed text, which the form shows again. */
export function ReportAccount({ account, displaying_name: name, ...frame }: ReportAccountProps) {
  const { t } = useTexts();
  const email = useCurrentUser()?.email ?? "";
  const InquiryForm = useLazyModule(form, true, () => frame.onOpenChange(false));
  return (
    <Sheet
      {...frame}
      title={t("moderation.report_account_title", { name })}
      closeLabel={t("common.close")}
    >
      <p className="mb-4 text-ink-2">{t("moderation.report_account_text", { name })}</p>
      {InquiryForm && <InquiryForm email={email} reported={account} />}
    </Sheet>
  );
}
