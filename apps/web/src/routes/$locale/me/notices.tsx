import { isServer } from "@tanstack/react-query";
import { createFileRoute, Link, useRouter } from "@tanstack/react-router";
import { readRedirectAddress } from "@toibako/contract/addresses.ts";
import { requireSession } from "#features/accounts/queries.ts";
import { NoticeList } from "#features/notices/components/notice-list.tsx";
import { noticesQuery } from "#features/notices/queries.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { buttonClass } from "#ui/buttons/button-class.ts";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";

export const Route = createFileRoute("/$locale/me/notices")({
  beforeLoad: requireSession,
  loader: async ({ context: { queryClient } }) => {
    const list = queryClient.prefetchInfiniteQuery(noticesQuery());
    if (isServer) await list;
  },
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("shell.notices"), noindex: true }),
  component: Notices,
});

function Notices() {
  const { t } = useTexts();
  const router = useRouter();
  return (
    <ShellPage title={t("shell.notices")}>
      <NoticeList
        readAddress={readRedirectAddress}
        onOpen={(address) => router.navigate({ href: address })}
        empty={<NoNotices />}
      />
    </ShellPage>
  );
}

function NoNotices() {
  const { t, locale } = useTexts();
  return (
    <EmptyState
      drawing={<LetterArrivingDrawing />}
      title={t("notices.empty_title")}
      action={
        <Link to="/$locale/box" params={{ locale }} className={buttonClass({ variant: "outline" })}>
          {t("notices.to_inbox")}
        </Link>
      }
    >
      {t("notices.empty_text")}
    </EmptyState>
  );
}
