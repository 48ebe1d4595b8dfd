import { createFileRoute, Link } from "@tanstack/react-router";
import { pageHead } from "#lib/head.ts";
import { textsOf, useTexts } from "#lib/i18n.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { EmptyState } from "#ui/states.tsx";
import { membersOnly } from "../-shell/members-only.ts";
import { Screen } from "../-shell/screen.tsx";

export const Route = createFileRoute("/$locale/me/notices")({
  beforeLoad: membersOnly,
  head: ({ params: { locale } }) =>
    pageHead({ locale, title: textsOf(locale).t("shell.notices"), noindex: true }),
  component: Notices,
});

function Notices() {
  const { t, locale } = useTexts();
  return (
    <Screen title={t("shell.notices")}>
      <EmptyState
        drawing={<LetterArrivingDrawing />}
        title={t("shell.notices_empty_title")}
        action={
          <Link
            to="/$locale/box"
            params={{ locale }}
            className={buttonClass({ variant: "outline" })}
          >
            {t("shell.to_inbox")}
          </Link>
        }
      >
        {t("shell.notices_empty_text")}
      </EmptyState>
    </Screen>
  );
}
