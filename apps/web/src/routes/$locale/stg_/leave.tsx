import { createFileRoute, Link } from "@tanstack/react-router";
import { DoorOpen } from "lucide-react";
import { removeTracesOfSession } from "#features/accounts/queries/sessions.ts";
import { requireSession, useCurrentUser } from "#features/accounts/queries.ts";
import { LeaveAccount } from "#features/leaving/components/leave-account.tsx";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { EmptyInboxDrawing } from "#ui/drawings/empty-inbox.tsx";
import { Section } from "#ui/surfaces/section.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";

export const Route = createFileRoute("/$locale/stg_/leave")({
  beforeLoad: requireSession,
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("leaving.leave_title"), noindex: true }),
  component: Leave,
});

function Leave() {
  const { t, locale } = useTexts();
  const user = useCurrentUser();
  if (!user) return null;
  const showLeft = () => {
    removeTracesOfSession(user.id);
    // Loads a whole page, because the cache contains data of the account.
    window.location.assign(`/${locale}?notice=account_left`);
  };
  return (
    <ShellPage title={t("leaving.leave_title")} drawing={<EmptyInboxDrawing />}>
      <div className="grid gap-5">
        <Section
          id="leave"
          icon={<DoorOpen size={20} />}
          title={`@${user.account}`}
          text={t("leaving.leave_lead")}
        >
          <LeaveAccount account={user.account} onLeft={showLeft} />
        </Section>
        <Link
          to="/$locale/stg"
          params={{ locale }}
          className={buildButtonClass({
            variant: "text",
            alignsText: true,
            className: "justify-self-start",
          })}
        >
          {t("leaving.back_to_settings")}
        </Link>
      </div>
    </ShellPage>
  );
}
