import { Link } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";

/** Leads from an empty list to the recommended answers, above which accounts can search for people. */
export function RecommendedLink({ text }: { text: string }) {
  const { locale } = useTexts();
  return (
    <Link
      to="/$locale/me/friends"
      params={{ locale }}
      search={{ tab: "recommend" }}
      className={buildButtonClass()}
    >
      {text}
    </Link>
  );
}
