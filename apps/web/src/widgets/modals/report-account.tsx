import type { PublicUser } from "@toibako/contract/profiles.ts";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { InquiryForm } from "#features/help/components/inquiry-form.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Sheet } from "#ui/overlays/overlay.tsx";
import type { ModalProps } from "./modal-props.ts";

type ReportAccountProps = ModalProps & Pick<PublicUser, "account" | "displaying_name">;

/** Reports an account to the operator. Closing keeps the typed text, which the form shows again. */
export function ReportAccount({ account, displaying_name: name, ...frame }: ReportAccountProps) {
  const { t } = useTexts();
  const email = useCurrentUser()?.email ?? "";
  return (
    <Sheet
      {...frame}
      title={t("moderation.report_account_title", { name })}
      closeLabel={t("common.close")}
    >
      <p className="mb-4 text-ink-2">{t("moderation.report_account_text", { name })}</p>
      <InquiryForm email={email} reported={account} />
    </Sheet>
  );
}
