import { Link } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n/texts.tsx";

/** Links from one answer to all answers of its author. */
export function OtherAnswers({ account }: { account: string }) {
  const { t, locale } = useTexts();
  return (
    <Link
      to="/$locale/$account"
      params={{ locale, account }}
      className="-ml-3 flex min-h-11 flex-1 basis-20 items-center justify-end rounded-sm text-right text-sm leading-snug font-bold text-brand"
    >
      {t("profiles.other_answers")}
    </Link>
  );
}
