import { Link } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buttonClass } from "#ui/buttons/button-class.ts";

/**
 * Leads from an empty list of sent questions to people who can be asked: to recommended answers, above which
 * accounts can also search for people.
 */
export function FindSomeoneLink() {
  const { t, locale } = useTexts();
  return (
    <Link
      to="/$locale/me/friends"
      params={{ locale }}
      search={{ tab: "recommend" }}
      className={buttonClass()}
    >
      {t("outbox.empty_action")}
    </Link>
  );
}
