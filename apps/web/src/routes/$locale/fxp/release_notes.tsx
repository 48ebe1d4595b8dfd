import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { Prose } from "#features/help/components/prose.tsx";
import { SitePages } from "#features/help/components/site-pages.tsx";
import { releaseNotesQuery } from "#features/help/queries/release-notes.ts";
import { FormattedDate } from "#lib/i18n/formatted-date.tsx";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { EmptyInboxDrawing } from "#ui/drawings/empty-inbox.tsx";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";

export const Route = createFileRoute("/$locale/fxp/release_notes")({
  staticData: { isSameForVisitors: true },
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(releaseNotesQuery()),
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("help.release_notes") }),
  component: ReleaseNotes,
});

function ReleaseNotes() {
  const { t } = useTexts();
  const { release_notes: notes } = useSuspenseQuery(releaseNotesQuery()).data;
  return (
    <ShellPage
      title={t("help.release_notes")}
      drawing={<LetterArrivingDrawing />}
      aside={<SitePages current="release_notes" />}
    >
      {notes.length === 0 ? (
        <EmptyState drawing={<EmptyInboxDrawing />} title={t("help.release_notes_empty")} />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {notes.map(({ id, title, body, released_at, formatted_date_time }) => (
            <article
              key={id}
              className="running-text rounded-sheet bg-surface px-5 py-4 shadow-e2 sm:px-8 sm:py-6"
            >
              <h2 className="text-lg wrap-anywhere">{title}</h2>
              <p className="mb-3 text-sm text-ink-2">
                <FormattedDate at={released_at} form="day" text={formatted_date_time} />
              </p>
              <Prose text={body} />
            </article>
          ))}
        </div>
      )}
    </ShellPage>
  );
}
