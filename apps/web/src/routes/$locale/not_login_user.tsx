import { isServer } from "@tanstack/react-query";
import { createFileRoute, Link, redirect } from "@tanstack/react-router";
import { currentUserQuery, userOf } from "#features/accounts/queries.ts";
import { SentCard } from "#features/outbox/components/sent-card.tsx";
import { VisitorInvitation } from "#features/outbox/components/visitor-invitation.tsx";
import { VisitorSentList } from "#features/outbox/components/visitor-sent-list.tsx";
import { endlessSentAnswersQuery } from "#features/outbox/queries.ts";
import { Fold } from "#features/profiles/components/fold.tsx";
import { SensitiveNotice } from "#features/profiles/components/sensitive-notice.tsx";
import { pageHead } from "#lib/head.ts";
import { textsOf, useTexts } from "#lib/i18n.tsx";
import { Badge } from "#ui/badge.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Tabs } from "#ui/tabs.tsx";
import { AskAgain } from "./-ask-again.tsx";
import { SentLike } from "./-sent-like.tsx";
import { useCounts } from "./-shell/counts.ts";
import { Screen } from "./-shell/screen.tsx";

export const Route = createFileRoute("/$locale/not_login_user")({
  beforeLoad: async ({ context: { queryClient }, params }) => {
    const user = userOf(await queryClient.ensureQueryData(currentUserQuery()));
    if (user) throw redirect({ to: "/$locale/me/home", params, search: { tab: "send" } });
  },
  loader: async ({ context: { queryClient } }) => {
    const list = queryClient.prefetchInfiniteQuery(endlessSentAnswersQuery());
    if (isServer) await list;
  },
  head: ({ params: { locale } }) =>
    pageHead({ locale, title: textsOf(locale).t("outbox.title"), noindex: true }),
  component: VisitorHome,
});

function VisitorHome() {
  const { t, locale } = useTexts();
  const { send_items: n } = useCounts();
  const params = { locale };
  return (
    <Screen>
      <VisitorInvitation>
        <Link to="/$locale/acc/regist" params={params} className={buttonClass()}>
          {t("outbox.register")}
        </Link>
        <Link
          to="/$locale/acc/login"
          params={params}
          className={buttonClass({ variant: "outline" })}
        >
          {t("shell.log_in")}
        </Link>
      </VisitorInvitation>
      <Tabs
        label={t("outbox.title")}
        className="mb-5"
        items={[
          {
            key: "send",
            label: t("outbox.tab"),
            current: true,
            badge: <Badge count={n} label={t("outbox.count", { n })} />,
            render: <Link to="/$locale/not_login_user" params={params} />,
          },
        ]}
      />
      <VisitorSentList
        render_card={(answer) => (
          <SentCard
            answer={answer}
            text={answer.text && <Fold text={answer.text} />}
            withheld={<SensitiveNotice heading={2} />}
            actions={
              <>
                <SentLike answer={answer} />
                <AskAgain answer={answer} />
              </>
            }
          />
        )}
      />
    </Screen>
  );
}
