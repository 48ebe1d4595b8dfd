import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, type ErrorComponentProps, Link } from "@tanstack/react-router";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { newestMessagesQuery } from "#features/messages/queries.ts";
import { describePartner } from "#features/talks/components/partner.tsx";
import { readCachedTalk } from "#features/talks/queries/cached-talk.ts";
import { talkQuery } from "#features/talks/queries.ts";
import { useVisualViewport } from "#lib/browser/visual-viewport.ts";
import { ApiError } from "#lib/http/client.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { throwNotFound } from "#lib/page/not-found.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { NotFoundDrawing } from "#ui/drawings/not-found.tsx";
import { SkeletonList } from "#ui/feedback/skeleton.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { ConversationFrame } from "#ui/surfaces/conversation-frame.tsx";
import { ConversationFailed } from "#widgets/conversation/conversation-failed.tsx";
import { useModal } from "#widgets/modals/modal-host.tsx";
import { TalkScreen } from "#widgets/talk-screen/talk-screen.tsx";
import { AppLinkBanner } from "#widgets/talks/app-link-banner.tsx";
import { KeptText } from "#widgets/talks/kept-text.tsx";
import { getMessageDraftKey } from "#widgets/talks/message-draft.ts";
import { useWritingNeeds } from "#widgets/talks/writing-needs.ts";

export const Route = createFileRoute("/$locale/me/talks/$uuid")({
  loader: async ({ context: { queryClient }, params: { uuid, locale } }) => {
    const { talk } = await queryClient.ensureQueryData(talkQuery(uuid)).catch(throwNotFound);
    // If the messages can't be loaded, the screen says so and tries again.
    if (talk.is_viewable) await queryClient.prefetchQuery(newestMessagesQuery(uuid, locale));
  },
  head: ({ params: { locale, uuid }, match: { context } }) => {
    const { t } = getTexts(locale);
    const talk = readCachedTalk(context.queryClient, uuid);
    const title = talk?.is_viewable ? describePartner(talk, t) : t("shell.messages");
    return buildPageHead({ locale, title, noindex: true });
  },
  component: TalkPage,
  pendingComponent: TalkPending,
  errorComponent: TalkFailed,
  notFoundComponent: TalkNotFound,
});

function TalkPage() {
  const { uuid, locale } = Route.useParams();
  const navigate = Route.useNavigate();
  const modal = useModal();
  const user = useCurrentUser();
  const openModalFor = useWritingNeeds();
  const { data, error } = useSuspenseQuery(talkQuery(uuid));
  useVisualViewport();
  return (
    <ConversationFrame>
      {user && (
        <TalkScreen
          talk={data.talk}
          isGone={error instanceof ApiError && error.status === 404}
          user={user}
          banner={<AppLinkBanner uuid={uuid} />}
          openModalFor={openModalFor}
          onReport={() => modal.open("report_talk", { uuid })}
          onChargeNeeded={() => modal.open("charge_required")}
          onRemoved={() =>
            void navigate({ to: "/$locale/me/talks", params: { locale }, replace: true })
          }
        />
      )}
    </ConversationFrame>
  );
}

function TalkPending() {
  const { t } = useTexts();
  return <SkeletonList kind="row" label={t("common.loading")} />;
}

function TalkFailed({ reset }: ErrorComponentProps) {
  const { t } = useTexts();
  return <ConversationFailed title={t("messages.failed_title")} reset={reset} />;
}

/** Shown beside the list of talks for an address of a talk that isn't the reader's. */
function TalkNotFound() {
  const { t } = useTexts();
  const { locale, uuid } = Route.useParams();
  return (
    <>
      <EmptyState
        heading={1}
        drawing={<NotFoundDrawing />}
        title={t("messages.not_found_title")}
        action={
          <Link to="/$locale/me/talks" params={{ locale }} className={buildButtonClass()}>
            {t("messages.to_list")}
          </Link>
        }
      >
        {t("messages.not_found_text")}
      </EmptyState>
      <div className="grid justify-items-center px-4">
        <KeptText draft={getMessageDraftKey(uuid)} />
      </div>
    </>
  );
}
