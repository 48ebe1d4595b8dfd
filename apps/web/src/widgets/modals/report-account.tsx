import type { PublicUser } from "@toibako/contract/profiles.ts";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useBlockAccount, useReportAccount } from "#features/moderation/queries.ts";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { defineLazyModule, useLazyModule } from "#ui/lazy-module.ts";
import { Sheet } from "#ui/overlays/overlay.tsx";
import type { ModalProps } from "./modal-props.ts";
import { ReportOffer, ReportSteps } from "./report-steps.tsx";

type Reported = Pick<PublicUser, "account" | "displaying_name">;
type ReportAccountProps = ModalProps & Reported;

// Imported directly, the form would get into the chunk that all pages for accounts load.
const form = defineLazyModule(
  async () => (await import("#features/help/components/inquiry-form.tsx")).InquiryForm,
);

/** Reports an account: to staff, or for a visitor, to whom staff couldn't say what they decided, by the contact form. */
export function ReportAccount(props: ReportAccountProps) {
  const isSignedIn = useCurrentUser() !== undefined;
  // A report of another account starts anew.
  return isSignedIn ? (
    <ReportAccountSteps key={props.account} {...props} />
  ) : (
    <Inquiry {...props} />
  );
}

/** The contact form. Closing keeps the typed text, which the form shows again. */
function Inquiry({ account, displaying_name: name, ...frame }: ReportAccountProps) {
  const { t } = useTexts();
  const InquiryForm = useLazyModule(form, true, () => frame.onOpenChange(false));
  return (
    <Sheet
      {...frame}
      title={t("moderation.report_account_title", { name })}
      closeLabel={t("common.close")}
    >
      <p className="mb-4 text-ink-2">{t("moderation.report_account_text", { name })}</p>
      {InquiryForm && <InquiryForm email="" reported={account} />}
    </Sheet>
  );
}

function ReportAccountSteps({ account, displaying_name: name, ...frame }: ReportAccountProps) {
  const { t } = useTexts();
  const { mutate, ...sending } = useReportAccount(account);
  return (
    <ReportSteps
      {...frame}
      title={t("moderation.report_account_title", { name })}
      text={t("moderation.report_account_text", { name })}
      submitLabel={t("moderation.report_confirm")}
      sending={sending}
      onSend={({ includes_messages: _, ...report }) => mutate(report)}
      offer={
        <BlockOffer
          account={account}
          displaying_name={name}
          onClosed={() => frame.onOpenChange(false)}
        />
      }
    />
  );
}

/** Offers to block the reported account. */
function BlockOffer({
  account,
  displaying_name: name,
  onClosed,
}: Reported & { onClosed: () => void }) {
  const { t } = useTexts();
  const toasts = useToasts();
  const { mutate, isPending, error } = useBlockAccount(account);
  const block = () =>
    mutate(undefined, {
      onSuccess() {
        toasts.showToast(t("moderation.account_blocked", { name }), { type: "success" });
        onClosed();
      },
    });
  return (
    <ReportOffer
      failure={error ? describeFailure(error, t("moderation.block_failed")) : undefined}
      acceptLabel={t("moderation.block")}
      isPending={isPending}
      onAccept={block}
      declineLabel={t("moderation.decline_block")}
      onDecline={onClosed}
    >
      <p className="font-bold text-ink wrap-anywhere">
        {t("moderation.block_account_title", { name })}
      </p>
      <p>{t("moderation.block_account_text")}</p>
    </ReportOffer>
  );
}
