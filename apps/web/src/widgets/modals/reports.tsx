import type { PublicUser } from "@toibako/contract/profiles.ts";
import type { RoomMessage } from "@toibako/contract/rooms/messages.ts";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useBlockAccount, useReportAccount } from "#features/moderation/queries.ts";
import { useHideMember } from "#features/rooms/queries/members.ts";
import { useReportRoomMessage } from "#features/rooms/queries/messages.ts";
import { ReportOffer, ReportSteps } from "#features/talks/components/report-steps.tsx";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { defineLazyModule, useLazyModule } from "#ui/lazy-module.ts";
import { Sheet } from "#ui/overlays/overlay.tsx";
import { Quote } from "#ui/surfaces/quote.tsx";
import type { ModalProps } from "./modal-props.ts";

// Both reports are in one module: what two of them shared would get into the chunk that all pages for accounts load.

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

interface ReportRoomMessageProps extends ModalProps {
  uuid: string;
  message: RoomMessage;
}

/** Reports a message of a room, and then offers to hide its sender. */
export function ReportRoomMessage(props: ReportRoomMessageProps) {
  // A report of another message starts anew.
  return <ReportMessageSteps key={props.message.key} {...props} />;
}

function ReportMessageSteps({ uuid, message, ...frame }: ReportRoomMessageProps) {
  const { t } = useTexts();
  const { mutate, ...sending } = useReportRoomMessage(uuid, message.key);
  return (
    <ReportSteps
      {...frame}
      title={t("rooms.report_title")}
      quote={message.body !== "" && <Quote text={message.body} />}
      messagesHint={t("rooms.report_messages_hint")}
      submitLabel={t("rooms.report_send")}
      sending={sending}
      onSend={mutate}
      offer={<HideOffer message={message} onClosed={() => frame.onOpenChange(false)} />}
    />
  );
}

interface HideOfferProps {
  message: RoomMessage;
  onClosed: () => void;
}

/** Offers to hide the sender of the reported message. */
function HideOffer({ message, onClosed }: HideOfferProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const { mutate, isPending, error } = useHideMember();
  const name = message.display_name || t("talks.has_left");
  const hide = () =>
    mutate(
      { id: message.group_talk_user_summary_id, is_hidden: true },
      {
        onSuccess() {
          toasts.showToast(t("rooms.hidden"), { type: "success" });
          onClosed();
        },
      },
    );
  return (
    <ReportOffer
      failure={error ? describeFailure(error, t("talks.change_failed")) : undefined}
      acceptLabel={t("rooms.hide_messages")}
      isPending={isPending}
      onAccept={hide}
      declineLabel={t("rooms.report_done")}
      onDecline={onClosed}
    >
      <p className="wrap-anywhere">{t("rooms.report_hide_text", { name })}</p>
    </ReportOffer>
  );
}
