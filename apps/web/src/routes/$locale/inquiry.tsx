import { createFileRoute, Link } from "@tanstack/react-router";
import { inquiryTopics } from "@toibako/contract/help.ts";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { HelpContents } from "#features/help/components/help-contents.tsx";
import { InquiryForm } from "#features/help/components/inquiry-form.tsx";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";

interface InquirySearch {
  topic?: (typeof inquiryTopics)[number];
}

/** Links add the topic that the form shows as chosen. */
function validateInquirySearch(search: Record<string, unknown>): InquirySearch {
  const topic = inquiryTopics.find((topic) => topic === search.topic);
  return topic ? { topic } : {};
}

export const Route = createFileRoute("/$locale/inquiry")({
  staticData: { isSameForVisitors: true },
  validateSearch: validateInquirySearch,
  head: ({ params: { locale } }) => {
    const { t } = getTexts(locale);
    return buildPageHead({
      locale,
      title: t("help.inquiry"),
      description: t("help.inquiry_text"),
    });
  },
  component: Inquiry,
});

function Inquiry() {
  const { t, locale } = useTexts();
  const user = useCurrentUser();
  const { topic } = Route.useSearch();
  return (
    <ShellPage
      title={t("help.inquiry")}
      drawing={<LetterArrivingDrawing />}
      aside={<HelpContents />}
    >
      <p className="text-ink-2">{t("help.inquiry_text")}</p>
      <p className="mb-5">
        <Link
          to="/$locale/hp"
          params={{ locale }}
          className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
        >
          {t("help.inquiry_faq")}
        </Link>
      </p>
      <div className="rounded-sheet bg-surface px-5 py-6 shadow-e2 sm:px-8 sm:py-8">
        <InquiryForm email={user?.email ?? ""} topic={topic} />
      </div>
    </ShellPage>
  );
}
