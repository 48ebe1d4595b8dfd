import { Link } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n/texts.tsx";

/** From one answer to all of the same person. */
export function OtherAnswers({ account }: { account: string }) {
  const { t, locale } = useTexts();
  return (
    <Link
      to="/$locale/$account"
      params={{ locale, account }}
      className="ml-auto inline-flex min-h-11 items-center rounded-sm text-[0.9375rem] font-bold text-brand"
    >
      {t("profiles.other_answers")}
    </Link>
  );
}
