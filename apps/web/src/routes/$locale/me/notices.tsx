import { createFileRoute, Link, useRouter } from "@tanstack/react-router";
import { readRedirectAddress } from "@toibako/contract/addresses.ts";
import type { Notice } from "@toibako/contract/notices.ts";
import { requireSession } from "#features/accounts/queries.ts";
import { NoticeList } from "#features/notices/components/notice-list.tsx";
import { noticesQuery } from "#features/notices/queries/notices.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { getPageNumbers, validatePageSearch } from "#lib/page/search.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { BellDrawing } from "#ui/drawings/bell.tsx";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { useAnswerModal } from "#widgets/modals/answer-modal.ts";
import { ShellPage } from "#widgets/page/shell-page.tsx";
import { AccountAside } from "#widgets/profile/account-aside.tsx";

export const Route = createFileRoute("/$locale/me/notices")({
  beforeLoad: requireSession,
  validateSearch: validatePageSearch,
  loaderDeps: ({ search }) => ({ pages: getPageNumbers(search) }),
  loader: ({ context: { queryClient }, deps: { pages } }) =>
    prefetchLists(queryClient, ...pages.map(noticesQuery)),
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("shell.notices"), noindex: true }),
  component: Notices,
});

function Notices() {
  const { t, locale } = useTexts();
  const router = useRouter();
  const search = Route.useSearch();
  const openAnswerForm = useAnswerModal();

  /** Opens the answer form for the notice of a new question, and the page of any other notice. */
  async function openNotice(address: string, notice: Notice) {
    const uuid_hash = readQuestionId(notice);
    const isFormOpen = uuid_hash !== undefined && (await openAnswerForm(uuid_hash));
    if (!isFormOpen) await router.navigate({ href: address });
  }
  return (
    <ShellPage title={t("shell.notices")} drawing={<BellDrawing />} aside={<AccountAside />}>
      <NoticeList
        address={{
          ...search,
          link: (search) => <Link to="/$locale/me/notices" params={{ locale }} search={search} />,
        }}
        // Notices lead to paths of this site only.
        readAddress={readRedirectAddress}
        onOpen={(address, notice) => void openNotice(address, notice)}
        empty={<NoNotices />}
      />
    </ShellPage>
  );
}

/** Returns the id of the question if this is the notice of a new question. */
function readQuestionId({ kind, urn }: Notice): string | undefined {
  return kind === "new_question" ? /\/q\/([^/]+)$/.exec(urn)?.[1] : undefined;
}

function NoNotices() {
  const { t, locale } = useTexts();
  return (
    <EmptyState
      drawing={<LetterArrivingDrawing />}
      title={t("notices.empty_title")}
      action={
        <Link
          to="/$locale/box"
          params={{ locale }}
          className={buildButtonClass({ variant: "outline" })}
        >
          {t("notices.to_inbox")}
        </Link>
      }
    >
      {t("notices.empty_text")}
    </EmptyState>
  );
}
