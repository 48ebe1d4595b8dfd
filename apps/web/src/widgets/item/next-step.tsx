import { useQuery } from "@tanstack/react-query";
import { Link, linkOptions, useLocation } from "@tanstack/react-router";
import { communitySuggestionsQuery } from "#features/communities/queries.ts";
import { nextQuestionsQuery } from "#features/inbox/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";

/**
 * Links to the next question, or to the inbox if there is none. If the server says that communities should be suggested
 * now, the link leads to the suggestions first.
 */
export function NextStep({ answered_id }: { answered_id: string }) {
  const { t, locale } = useTexts();
  const here = useLocation({ select: ({ href }) => href });
  const suggestions = useQuery(communitySuggestionsQuery());
  const { data, isPending } = useQuery(nextQuestionsQuery());
  const next = data?.items.find(({ uuid_hash }) => uuid_hash !== answered_id);
  // A list that was loaded before answering still counts the answered question.
  const isOutdated = data?.items.some(({ uuid_hash }) => uuid_hash === answered_id) ?? false;
  const n = (data?.pager.total_count ?? 0) - (isOutdated ? 1 : 0);
  // Reserves the place of the link while the list loads, so that nothing moves when the reader presses.
  if (isPending) return <div className="h-13" />;
  const isSuggesting = suggestions.data?.is_due === true;
  const linkToSuggestions = (next: string) =>
    linkOptions({ to: "/$locale/communities/suggestions", params: { locale }, search: { next } });
  if (!next) {
    return (
      <Link
        {...(isSuggesting
          ? linkToSuggestions(here)
          : linkOptions({ to: "/$locale/box", params: { locale } }))}
        className={buildButtonClass({ variant: "quiet", size: "lg", isWide: true })}
      >
        {t(isSuggesting ? "shares.to_suggestions" : "questions.to_unread")}
      </Link>
    );
  }
  return (
    <Link
      {...(isSuggesting
        ? linkToSuggestions(`/${locale}/q/${next.uuid_hash}`)
        : linkOptions({ to: "/$locale/q/$uuid", params: { locale, uuid: next.uuid_hash } }))}
      className={buildButtonClass({ variant: "outline", size: "lg", isWide: true })}
    >
      {t("shares.next_question", { n })}
    </Link>
  );
}
