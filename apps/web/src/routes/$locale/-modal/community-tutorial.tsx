import { Link } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { type Frame, Message, Points } from "./message.tsx";

/** What communities are for. */
export function CommunityTutorial(frame: Frame) {
  const { t, locale } = useTexts();
  const points = [
    t("modals.community_join"),
    t("modals.community_answer"),
    t("modals.community_read"),
  ];
  return (
    <Message
      {...frame}
      title={t("modals.community_title")}
      drawing={<FriendsDrawing />}
      actions={
        <Link
          to="/$locale/communities"
          params={{ locale }}
          onClick={() => frame.on_open_change(false)}
          className={buttonClass({ wide: true })}
        >
          {t("modals.community_go")}
        </Link>
      }
    >
      <Points points={points} />
    </Message>
  );
}
