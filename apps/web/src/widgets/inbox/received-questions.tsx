import { useQueryClient } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import type { OwnAnswer } from "@toibako/contract/answers.ts";
import type { ReceivedItem } from "@toibako/contract/inbox.ts";
import { getLanguageTag } from "@toibako/contract/locales.ts";
import type { QuestionStatus } from "@toibako/contract/questions.ts";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { HouseBanner } from "#features/ads/components/house-banner.tsx";
import { AnswerForm } from "#features/answers/components/answer-form.tsx";
import { WaitingAnswers } from "#features/answers/components/waiting-answers.tsx";
import { inboxPaths } from "#features/inbox/components/inbox-tabs.tsx";
import { NoQuestions } from "#features/inbox/components/no-questions.tsx";
import {
  type BinSlots,
  ReceivedList,
  type RowState,
} from "#features/inbox/components/received-list.tsx";
import { Report } from "#features/moderation/components/report.tsx";
import { ProfileShareButtons } from "#features/shares/components/profile-share-buttons.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import type { PageSearch } from "#lib/page/search.ts";
import { FoldedText } from "#ui/surfaces/folded-text.tsx";
import { OwnAnswerActions } from "#widgets/item/own-answer-actions.tsx";
import { useModal } from "#widgets/modals/modal-host.tsx";
import { QuestionMenu } from "./question-menu.tsx";
import { removeReported } from "./remove-reported.ts";

interface ReceivedQuestionsProps {
  status: QuestionStatus;
  pages: PageSearch;
  /** Whether the list is on the home page, which shows three per page, without the banner and the share buttons. */
  isOnHome?: boolean;
  bin?: BinSlots;
}

/** Received questions of one status, to answer, report, edit and page through. */
export function ReceivedQuestions({ status, pages, isOnHome, bin }: ReceivedQuestionsProps) {
  const { locale } = useTexts();
  const router = useRouter();
  function renderPageLink(search: PageSearch) {
    if (!isOnHome) return <Link to={inboxPaths[status]} params={{ locale }} search={search} />;
    return (
      <Link to="/$locale/me/home" params={{ locale }} search={{ tab: "received", ...search }} />
    );
  }
  const hasBanner = !isOnHome && status !== "hidden";
  const hasShareButtons = !isOnHome && status === "unread";
  const list = (
    <ReceivedList
      status={status}
      address={{ ...pages, link: renderPageLink }}
      limit={isOnHome ? "3" : "20"}
      bin={bin}
      renderBanner={
        hasBanner ? ({ uuid_hash }) => <HouseBanner seed={uuid_hash} isSignedIn /> : undefined
      }
      empty={<NoQuestions status={status} action={hasShareButtons && <PhoneShareButtons />} />}
      renderAnswerForm={(item, { close, picked }) => (
        <AnswerForm
          question={item}
          onAnswered={(location) => router.navigate({ href: location })}
          onClose={close}
          picked={picked}
        />
      )}
      renderAnswer={(answer, item) => <GivenAnswer answer={answer} item={item} />}
      renderReportButton={(item, row) => !item.is_welcome && <ReportCommand item={item} {...row} />}
    />
  );
  return (
    <>
      {status === "unread" && <WaitingAnswers />}
      {list}
    </>
  );
}

/** The share buttons on phones; wide screens show them in the aside. */
function PhoneShareButtons() {
  const user = useCurrentUser();
  return <div className="lg:hidden">{user && <ProfileShareButtons account={user.account} />}</div>;
}

function GivenAnswer({ answer, item }: { answer: OwnAnswer; item: ReceivedItem }) {
  return (
    <div className="flex items-start gap-2 pr-0.5 pl-3 sm:pr-3.5">
      <div className="min-w-0 flex-1 py-2">
        {answer.text && (
          <FoldedText text={answer.text} lang={getLanguageTag(item.locale)} lines={6} />
        )}
      </div>
      <OwnAnswerActions
        answer={answer}
        question={item}
        isInCommunity={item.associated_community !== null}
      />
    </div>
  );
}

interface ReportCommandProps extends RowState {
  item: ReceivedItem;
}

function ReportCommand({ item, isBusy, onReported, rememberNeighbors }: ReportCommandProps) {
  const { t } = useTexts();
  const client = useQueryClient();
  const modal = useModal();
  const { uuid_hash } = item;
  if (item.associated_community) {
    const report = () =>
      modal.open("report_public", {
        content: { item_id: uuid_hash },
        onReported() {
          onReported();
          removeReported(client, { item_uuids: [uuid_hash], held_item_uuids: [] });
        },
      });
    return <QuestionMenu isBusy={isBusy} label={t("moderation.report")} onReport={report} />;
  }
  return (
    <Report
      item_id={uuid_hash}
      mayReportSeveral={item.report_about_all_questions_of_same_user_flag}
      onItemsRemoved={(removed) => removeReported(client, removed)}
      onReported={onReported}
      rememberNeighbors={rememberNeighbors}
    >
      {(start) => (
        <QuestionMenu isBusy={isBusy} label={t("moderation.report_or_block")} onReport={start} />
      )}
    </Report>
  );
}
