import { Link } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Callout } from "#ui/feedback/callout.tsx";

/** Says to an account that receives no messages where it can turn them on. */
export function ReceivingNote({ className = "" }: { className?: string }) {
  const { t, locale } = useTexts();
  return (
    <Callout className={className}>
      {t.rich(
        "talks.receiving_off",
        {},
        {
          link: (children) => (
            <Link
              to="/$locale/stg"
              params={{ locale }}
              hash="messages"
              className="font-semibold whitespace-nowrap underline"
            >
              {children}
            </Link>
          ),
        },
      )}
    </Callout>
  );
}
