import { Link } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buttonClass } from "#ui/buttons/button-class.ts";

/** Leads from an empty list of people or answers to recommended answers. */
export function RecommendedLink() {
  const { t, locale } = useTexts();
  return (
    <Link
      to="/$locale/me/friends"
      params={{ locale }}
      search={{ tab: "recommend" }}
      className={buttonClass()}
    >
      {t("friends.to_recommended")}
    </Link>
  );
}
