import { Link } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { type Frame, Message } from "./message.tsx";

/** Leads to where the followers of another network are looked up. */
export function ImportFromTwitter(frame: Frame) {
  const { t, locale } = useTexts();
  return (
    <Message
      {...frame}
      title={t("modals.import_title")}
      drawing={<FriendsDrawing />}
      actions={
        <Link
          to="/$locale/me/friends"
          params={{ locale }}
          onClick={() => frame.on_open_change(false)}
          className={buttonClass({ wide: true })}
        >
          {t("modals.import_go")}
        </Link>
      }
    >
      {t("modals.import_text")}
    </Message>
  );
}
