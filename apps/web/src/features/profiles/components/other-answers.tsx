import { Link } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n.tsx";
import { buttonClass } from "#ui/button-class.ts";

/** From one answer to all of the same person. */
export function OtherAnswers({ account }: { account: string }) {
  const { t, locale } = useTexts();
  return (
    <Link
      to="/$locale/$account"
      params={{ locale, account }}
      className={buttonClass({ variant: "text", className: "ml-auto" })}
    >
      {t("profiles.other_answers")}
    </Link>
  );
}
