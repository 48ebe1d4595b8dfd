import { Link, useRouter } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { WeeklyPostSwitch } from "#features/shares/components/weekly-posts.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { useMessageLink } from "#widgets/shell/message-link.ts";
import { ReceivingNote } from "#widgets/talks/receiving-note.tsx";
import { MessageDialog } from "./message-dialog.tsx";
import type { ModalProps } from "./modal-props.ts";
import { ShareLinks } from "./share-links.tsx";

/** Shares the link that invites others to write a message to `account`. */
export function ShareMessageLink({ account, ...frame }: ModalProps & { account: string }) {
  const { t } = useTexts();
  const user = useCurrentUser();
  return (
    <MessageDialog
      {...frame}
      title={t("modals.request_title")}
      drawing={<LetterArrivingDrawing />}
      actions={<ShareLinks {...useMessageLink(account)} />}
    >
      <p>{t("modals.request_lead")}</p>
      {user && !user.is_receive_dm && <ReceivingNote className="mt-4" />}
      {user && <WeeklyRequest user={user} />}
    </MessageDialog>
  );
}

/** The switch that asks for messages once a week; without a linked X, a link to the setting that links it. */
function WeeklyRequest({ user }: { user: CurrentUser }) {
  const { t, locale } = useTexts();
  const toasts = useToasts();
  const { site } = useRouter().options.context;
  if (user.provider.includes("twitter")) {
    return (
      <div className="mt-4 border-t border-line pt-2 text-ink">
        <WeeklyPostSwitch
          user={user}
          flag="is_auto_message_recruit"
          label={t("modals.request_weekly")}
          words={t("modals.request_text")}
          onFailed={() => toasts.showToast(t("modals.update_fail"), { type: "error" })}
        />
      </div>
    );
  }
  if (!site.providers.includes("twitter")) return null;
  return (
    <p className="mt-4 text-sm">
      {t.rich(
        "modals.request_link_x",
        {},
        {
          link: (children) => (
            <Link
              to="/$locale/stg"
              params={{ locale }}
              search={{ tab: "sns" }}
              className="font-semibold text-brand underline"
            >
              {children}
            </Link>
          ),
        },
      )}
    </p>
  );
}
