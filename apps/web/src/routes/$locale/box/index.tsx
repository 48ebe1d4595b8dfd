import { createFileRoute } from "@tanstack/react-router";
import { receivedItemsQuery } from "#features/inbox/queries.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { getPageNumbers, validatePageSearch } from "#lib/page/search.ts";
import { ReceivedQuestions } from "#widgets/inbox/received-questions.tsx";
import { useEmailReminder } from "#widgets/modals/email-reminder-modal.ts";

export const Route = createFileRoute("/$locale/box/")({
  validateSearch: validatePageSearch,
  loaderDeps: ({ search }) => ({ pages: getPageNumbers(search) }),
  loader: ({ context: { queryClient }, deps: { pages } }) =>
    prefetchLists(queryClient, ...pages.map((page) => receivedItemsQuery("unread", page, "20"))),
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("inbox.tab_unread"), noindex: true }),
  component: UnreadQuestions,
});

function UnreadQuestions() {
  useEmailReminder();
  return <ReceivedQuestions status="unread" pages={Route.useSearch()} />;
}
