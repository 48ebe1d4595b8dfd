import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CommunityQuestion } from "@toibako/contract/communities/questions.ts";
import type { Community } from "@toibako/contract/communities.ts";
import { ChevronRight } from "lucide-react";
import { useRef } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { HouseBanner } from "#features/ads/components/house-banner.tsx";
import { AnswerCard } from "#features/communities/components/answer-card.tsx";
import {
  AnswerButton,
  AskedDate,
  OwnAnswerLink,
} from "#features/communities/components/question-card.tsx";
import { QuestionSheet } from "#features/communities/components/question-sheet.tsx";
import {
  type CommunityIds,
  communityAnswersQuery,
  communityQuestionQuery,
  getIds,
} from "#features/communities/queries.ts";
import { LikeToggle } from "#features/likes/components/like-toggle.tsx";
import { useIsOnScreen } from "#lib/browser/use-is-on-screen.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { cx } from "#ui/cx.ts";
import { NoAnswersDrawing } from "#ui/drawings/no-answers.tsx";
import { useListLabels } from "#ui/feedback/list-labels.ts";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { EmptyPage, EmptyState } from "#ui/feedback/states.tsx";
import { Pagination } from "#ui/navigation/pagination.tsx";
import { type RenderedElement, renderAs } from "#ui/render-as.ts";
import { Card } from "#ui/surfaces/card.tsx";
import { ReaderAdSlot } from "#widgets/ads/reader-ad-slot.tsx";
import { ReadingOverlays } from "#widgets/ads/reading-ads.tsx";
import { useModal } from "#widgets/modals/modal-host.tsx";
import { AnswerMenu } from "./answer-menu.tsx";
import { useCommunityAnswerModal } from "./question-entry.tsx";
import { QuestionMenu } from "./question-menu.tsx";

interface QuestionPageProps {
  ids: CommunityIds;
  uuid: string;
  community: Community;
  page: number;
}

/** A community's question with its answers and the buttons to answer it. */
export function QuestionPage({ ids, uuid, community, page }: QuestionPageProps) {
  const { question } = useSuspenseQuery(communityQuestionQuery(ids, uuid)).data;
  const answerButton = useRef<HTMLDivElement>(null);
  const isAnswerButtonOnScreen = useIsOnScreen(answerButton, true);
  const isSignedIn = useCurrentUser() !== undefined;
  return (
    <>
      <ReaderAdSlot slot="community_question_top" />
      {question.is_deleted ? (
        <DeletedQuestion question={question} />
      ) : (
        <QuestionSheet
          question={question}
          answerButton={
            <div ref={answerButton}>
              <AnswerButtonOrLink question={question} />
            </div>
          }
          menu={<QuestionMenu question={question} />}
        />
      )}
      <Answers ids={ids} question={question} page={page} />
      <BackLinks community={community} />
      <ReaderAdSlot
        slot="community_question_bottom"
        house={<HouseBanner seed={uuid} isSignedIn={isSignedIn} />}
      />
      <ReadingOverlays />
      {!question.is_deleted && (
        <FloatingAnswerButton question={question} isHidden={isAnswerButtonOnScreen} />
      )}
    </>
  );
}

/** What remains of a question that its sender has deleted: its date, and a note in place of the text. */
function DeletedQuestion({ question }: { question: CommunityQuestion }) {
  const { t } = useTexts();
  return (
    <Card as="article" look="sheet">
      <h1 className="px-5 pt-5 text-lg text-ink-2">{t("common.removed_question")}</h1>
      <p className="px-5 pt-2 pb-5 text-sm text-ink-2">
        <AskedDate question={question} />
      </p>
    </Card>
  );
}

/** The button to answer; if the reader has already answered, a link to the reader's answer. */
function AnswerButtonOrLink({ question }: { question: CommunityQuestion }) {
  const { t } = useTexts();
  const answer = useCommunityAnswerModal("page");
  const { own_answer_id, uuid_hash } = question;
  if (own_answer_id !== null)
    return <OwnAnswerLink uuid={uuid_hash} answer_id={own_answer_id} isWide />;
  return (
    <AnswerButton question={question} onAnswer={() => answer(question)} size="lg" isWide>
      {t("communities.answer_too")}
    </AnswerButton>
  );
}

interface FloatingAnswerButtonProps {
  question: CommunityQuestion;
  isHidden: boolean;
}

/** A button at the lower edge of the screen, shown while the button below the question is not on the screen. */
function FloatingAnswerButton({ question, isHidden }: FloatingAnswerButtonProps) {
  const { t } = useTexts();
  const answer = useCommunityAnswerModal("page");
  if (question.own_answer_id !== null) return null;
  return (
    <div
      data-floating-button={isHidden ? undefined : ""}
      className="pointer-events-none sticky bottom-[calc(var(--nav)+var(--foot,0px)+1rem+env(safe-area-inset-bottom))] z-20 mt-5 flex justify-end md:bottom-[calc(var(--foot,0px)+1.5rem)]"
    >
      <AnswerButton
        question={question}
        onAnswer={() => answer(question)}
        size="lg"
        className={cx(
          "pointer-events-auto shadow-e3 duration-200",
          isHidden && "invisible translate-y-2 opacity-0",
        )}
      >
        {t("communities.answer")}
      </AnswerButton>
    </div>
  );
}

interface AnswersProps {
  ids: CommunityIds;
  question: CommunityQuestion;
  page: number;
}

/** The answers, newest first, with loading, empty and error states. */
function Answers({ ids, question, page }: AnswersProps) {
  const { t, locale } = useTexts();
  const labels = useListLabels();
  const { uuid_hash: uuid } = question;
  const list = useQuery(communityAnswersQuery(ids, uuid, page));
  const modal = useModal();
  const isSignedIn = useCurrentUser() !== undefined;
  const invite = () => modal.open("invite", { isForCommunities: true, answering: "page" });
  const renderPageLink = (page: number) => (
    <Link
      to="/$locale/communities/$community_id/categories/$category_id/items/$uuid"
      params={{ locale, ...ids, uuid }}
      search={page > 1 ? { page } : {}}
      hash="answers"
    />
  );
  return (
    <section id="answers" aria-labelledby="answers-heading" className="mt-7 scroll-mt-20">
      <h2 id="answers-heading" tabIndex={-1} className="mb-3 text-lg outline-none">
        {t("communities.answers_title", {
          n: list.data?.pager.total_count ?? question.answers_count,
        })}
      </h2>
      {list.data ? (
        <>
          {list.data.answers.length === 0 ? (
            <NoAnswers
              firstPage={list.data.pager.total_count > 0 ? renderPageLink(1) : undefined}
            />
          ) : (
            <ul className="grid list-none grid-cols-1 gap-4">
              {list.data.answers.map((answer) => (
                <li key={answer.id} id={`answer-${answer.id}`}>
                  <AnswerCard
                    answer={answer}
                    language={question.locale}
                    likeButton={
                      <LikeToggle
                        answer_id={answer.id}
                        likes_count={answer.likes_count}
                        is_liked={answer.has_been_liked_by_current_user}
                        may_like={answer.may_like}
                        onVisitor={isSignedIn ? undefined : invite}
                      />
                    }
                    menu={<AnswerMenu answer={answer} language={question.locale} />}
                  />
                </li>
              ))}
            </ul>
          )}
          <Pagination
            page={page}
            pages={list.data.pager.total_pages}
            link={renderPageLink}
            labels={labels.pages}
            isSinglePageHidden
            className="pt-6"
          />
        </>
      ) : (
        <LoadingState query={list} skeleton="row" title={t("communities.answers_failed_title")}>
          {t("communities.list_failed_text")}
        </LoadingState>
      )}
    </section>
  );
}

function NoAnswers({ firstPage }: { firstPage: RenderedElement | undefined }) {
  const { t } = useTexts();
  if (!firstPage) {
    return (
      <EmptyState
        heading={3}
        drawing={<NoAnswersDrawing />}
        title={t("communities.no_answers_title")}
      >
        {t("communities.no_answers_text")}
      </EmptyState>
    );
  }
  return (
    <EmptyPage
      heading={3}
      drawing={<NoAnswersDrawing />}
      title={t("communities.empty_answers_page_title")}
      firstPage={firstPage}
      label={t("profiles.first_page")}
    />
  );
}

/** Links back to the community: to its page, its featured questions and its newest questions. */
function BackLinks({ community }: { community: Community }) {
  const { t, locale } = useTexts();
  const params = { locale, ...getIds(community) };
  const to = "/$locale/communities/$community_id/categories/$category_id";
  const look = {
    className:
      "flex min-h-12 items-center gap-2 px-5 text-md font-semibold text-brand hover:bg-surface-2",
  };
  const links = [
    {
      key: "top",
      label: t("communities.back_to", { name: community.name }),
      link: <Link to={to} params={params} {...look} />,
    },
    {
      key: "featured",
      label: t("communities.tab_featured"),
      link: <Link to={to} params={params} hash="questions" {...look} />,
    },
    {
      key: "box",
      label: t("communities.tab_box"),
      link: <Link to={to} params={params} search={{ tab: "box" }} {...look} />,
    },
  ];
  return (
    <nav
      aria-label={t("communities.ways_back")}
      className="mt-7 mb-5 overflow-hidden rounded-xl bg-surface shadow-e1"
    >
      <ul className="list-none divide-y divide-line">
        {links.map(({ key, label, link }) => (
          <li key={key}>
            {renderAs(link, {
              className: "",
              children: (
                <>
                  <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
                  <ChevronRight size={18} className="shrink-0" aria-hidden="true" />
                </>
              ),
            })}
          </li>
        ))}
      </ul>
    </nav>
  );
}
