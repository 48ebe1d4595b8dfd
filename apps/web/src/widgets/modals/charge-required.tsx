import { Link } from "@tanstack/react-router";
import { freeTalks } from "@toibako/contract/talks.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { MessageDialog } from "./message-dialog.tsx";
import type { ModalProps } from "./modal-props.ts";

/** Says why a talk can't be read, and leads to the plan that opens it. */
export function ChargeRequired(frame: ModalProps) {
  const { t, locale } = useTexts();
  return (
    <MessageDialog
      {...frame}
      title={t("modals.charge_title")}
      drawing={<LetterArrivingDrawing />}
      actions={
        <>
          <Link
            to="/$locale/stg"
            params={{ locale }}
            search={{ tab: "card" }}
            className={buildButtonClass({ isWide: true })}
          >
            {t("modals.charge_open")}
          </Link>
          <Button isWide variant="quiet" onClick={() => frame.onOpenChange(false)}>
            {t("modals.charge_later")}
          </Button>
        </>
      }
    >
      {t("modals.charge_text", { n: freeTalks })}
    </MessageDialog>
  );
}
