import { isServer } from "@tanstack/react-query";
import { createFileRoute, Link, useRouter } from "@tanstack/react-router";
import { nextAddress } from "@toibako/contract/addresses.ts";
import { NoticeList } from "#features/notices/components/notice-list.tsx";
import { noticesQuery } from "#features/notices/queries.ts";
import { pageHead } from "#lib/head.ts";
import { textsOf, useTexts } from "#lib/i18n.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { EmptyState } from "#ui/states.tsx";
import { membersOnly } from "../-shell/members-only.ts";
import { Screen } from "../-shell/screen.tsx";

export const Route = createFileRoute("/$locale/me/notices")({
  beforeLoad: membersOnly,
  loader: async ({ context: { queryClient } }) => {
    const list = queryClient.prefetchInfiniteQuery(noticesQuery());
    if (isServer) await list;
  },
  head: ({ params: { locale } }) =>
    pageHead({ locale, title: textsOf(locale).t("shell.notices"), noindex: true }),
  component: Notices,
});

function Notices() {
  const { t } = useTexts();
  const router = useRouter();
  return (
    <Screen title={t("shell.notices")}>
      <NoticeList
        address_of={nextAddress}
        on_open={(address) => router.navigate({ href: address })}
        empty={<NoNotices />}
      />
    </Screen>
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
