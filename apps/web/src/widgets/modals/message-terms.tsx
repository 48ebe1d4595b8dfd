import { Link } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import { useAcceptTerms } from "#features/talks/queries.ts";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { MessageDialog } from "./message-dialog.tsx";
import type { ModalProps } from "./modal-props.ts";

interface MessageTermsProps extends ModalProps {
  onAccepted?: () => void;
  /** Called after the reader has closed the modal without accepting; not if another page has closed it. */
  onDeclined?: () => void;
}

/** The terms of messages, which an account accepts once. */
export function MessageTerms({ onAccepted, onDeclined, open, onOpenChange }: MessageTermsProps) {
  const { t, locale } = useTexts();
  const accept = useAcceptTerms();
  const isDeclined = useRef(false);
  const leave = useEffectEvent(() => onDeclined?.());
  // In an effect, because going back while the modal is still open would only close it (`useBackCloses`).
  useEffect(() => {
    if (open || !isDeclined.current) return;
    isDeclined.current = false;
    leave();
  }, [open]);

  function close() {
    isDeclined.current = true;
    onOpenChange(false);
  }
  function acceptTerms() {
    accept.mutate(undefined, {
      onSuccess: () => {
        onOpenChange(false);
        onAccepted?.();
      },
    });
  }
  return (
    <MessageDialog
      open={open}
      onOpenChange={(isOpen) => isOpen || close()}
      title={t("modals.terms_title")}
      actions={
        <>
          <Button isWide isPending={accept.isPending} onClick={acceptTerms}>
            {t("modals.terms_accept")}
          </Button>
          <Button isWide variant="quiet" onClick={close}>
            {t("modals.terms_decline")}
          </Button>
        </>
      }
    >
      <ul className="grid list-disc gap-2 pl-5 marker:text-brand-400">
        <li>{t("modals.terms_age")}</li>
        <li>{t("modals.terms_anonymous")}</li>
        <li>{t("modals.terms_unsure")}</li>
        <li>{t("modals.terms_conduct")}</li>
        <li>{t("modals.terms_staff")}</li>
      </ul>
      <p className="mt-3 text-sm">
        {t.rich(
          "modals.terms_more",
          {},
          {
            // In a new tab, because this page would ask again after coming back.
            link: (children) => (
              <Link
                to="/$locale/fxp/$slug"
                params={{ locale, slug: "terms" }}
                target="_blank"
                className="font-semibold text-brand underline"
              >
                {children}
              </Link>
            ),
          },
        )}
      </p>
      {accept.error && (
        <Callout tone="error" className="mt-4">
          {describeFailure(accept.error, t("modals.terms_failed"))}
        </Callout>
      )}
    </MessageDialog>
  );
}
