import { Link } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buttonClass } from "#ui/buttons/button-class.ts";

/** Links to the recommended answers, from an empty list of people or answers. */
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
