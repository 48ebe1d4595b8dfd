import { Link } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n/texts.tsx";

interface SampleQuestionsLinkProps {
  className?: string;
  onClick?: () => void;
}

/** Links to the newest questions of some communities, which visitors can read. */
export function SampleQuestionsLink({ className = "", onClick }: SampleQuestionsLinkProps) {
  const { t, locale } = useTexts();
  return (
    <Link
      to="/$locale/communities/samples"
      params={{ locale }}
      {...(onClick && { onClick })}
      className={`inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4 ${className}`}
    >
      {t("communities.samples_link")}
    </Link>
  );
}
