import { Link } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n/texts.tsx";

/** Links from one answer to all answers of its author. */
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
