import { Link } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { type Frame, Message } from "./message.tsx";

/** Asks for an e-mail address, which is registered in the settings. */
export function AuthorizationEmail(frame: Frame) {
  const { t, locale } = useTexts();
  return (
    <Message
      {...frame}
      title={t("modals.email_title")}
      drawing={<LetterArrivingDrawing />}
      actions={
        <Link
          to="/$locale/stg"
          params={{ locale }}
          onClick={() => frame.on_open_change(false)}
          className={buttonClass({ wide: true })}
        >
          {t("modals.email_go")}
        </Link>
      }
    >
      {t("modals.email_text")}
    </Message>
  );
}
