import type { PublicUser } from "@toibako/contract/profiles.ts";
import { useEffect, useRef, useState } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useBlockAccount, useReportAccount } from "#features/moderation/queries.ts";
import { emptyReport, ReportForm } from "#features/talks/components/report-form.tsx";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { defineLazyModule, useLazyModule } from "#ui/lazy-module.ts";
import { Sheet } from "#ui/overlays/overlay.tsx";
import type { ModalProps } from "./modal-props.ts";

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
  return isSignedIn ? <ReportSteps key={props.account} {...props} /> : <Inquiry {...props} />;
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

/** The reason and a note, and then the offer to block the account. */
function ReportSteps({ account, displaying_name: name, ...frame }: ReportAccountProps) {
  const { t } = useTexts();
  const { onOpenChange } = frame;
  const [report, setReport] = useState(emptyReport);
  const { mutate, isPending, isSuccess, error, reset } = useReportAccount(account);
  const close = () => onOpenChange(false);
  function send() {
    const { reason, note } = report;
    if (reason !== undefined) mutate({ reason, ...(note.trim() && { note: note.trim() }) });
  }
  return (
    <Sheet
      {...frame}
      onOpenChange={(isOpen) => {
        if (isPending) return;
        if (!isOpen) reset();
        onOpenChange(isOpen);
      }}
      title={isSuccess ? t("talks.reported_title") : t("moderation.report_account_title", { name })}
      closeLabel={t("common.close")}
    >
      {isSuccess ? (
        <BlockOffer account={account} displaying_name={name} onClosed={close} />
      ) : (
        <ReportForm
          value={report}
          onChange={setReport}
          onSubmit={send}
          onCancel={close}
          text={t("moderation.report_account_text", { name })}
          submitLabel={t("moderation.report_confirm")}
          isPending={isPending}
          failure={error ? describeFailure(error, t("talks.report_failed")) : undefined}
        />
      )}
    </Sheet>
  );
}

/** Says that the report has arrived, and offers to block the account. */
function BlockOffer({
  account,
  displaying_name: name,
  onClosed,
}: Reported & { onClosed: () => void }) {
  const { t } = useTexts();
  const toasts = useToasts();
  const { mutate, isPending, error } = useBlockAccount(account);
  const text = useRef<HTMLDivElement>(null);
  // The button that sent the report, which had the focus, is gone.
  useEffect(() => text.current?.focus(), []);
  const block = () =>
    mutate(undefined, {
      onSuccess() {
        toasts.showToast(t("moderation.account_blocked", { name }), { type: "success" });
        onClosed();
      },
    });
  return (
    <div className="grid gap-5">
      <div ref={text} tabIndex={-1} className="grid gap-2 text-ink-2 outline-none">
        <p>{t("talks.reported_text")}</p>
        <p className="font-bold text-ink wrap-anywhere">
          {t("moderation.block_account_title", { name })}
        </p>
        <p>{t("moderation.block_account_text")}</p>
      </div>
      {error && (
        <Callout tone="error">{describeFailure(error, t("moderation.block_failed"))}</Callout>
      )}
      <div className="grid gap-2">
        <Button isPending={isPending} onClick={block}>
          {t("moderation.block")}
        </Button>
        <Button variant="outline" onClick={onClosed}>
          {t("moderation.decline_block")}
        </Button>
      </div>
    </div>
  );
}
