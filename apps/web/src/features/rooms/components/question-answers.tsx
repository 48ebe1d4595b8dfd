import { useInfiniteQuery } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import { useRef } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { readMore, removeRepetitions } from "#lib/page/growing-list.ts";
import { Button } from "#ui/buttons/button.tsx";
import { LoadMore } from "#ui/feedback/load-more.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { roomAnswersQuery } from "../queries/membership.ts";
import { MemberPicture } from "./member-picture.tsx";

interface QuestionAnswersProps {
  /** The room. */
  uuid: string;
  question_id: string;
  onBack: () => void;
}

/** How the members of a room have answered one of its questions: loading, empty, error and loaded states. */
export function QuestionAnswers({ onBack, ...question }: QuestionAnswersProps) {
  const { t } = useTexts();
  return (
    <div className="grid gap-3">
      <Button variant="text" size="sm" alignsText className="justify-self-start" onClick={onBack}>
        <ChevronLeft size={18} aria-hidden="true" />
        {t("rooms.answers_back")}
      </Button>
      <AnswerList {...question} />
    </div>
  );
}

function AnswerList({ uuid, question_id }: Omit<QuestionAnswersProps, "onBack">) {
  const { t, locale } = useTexts();
  const rows = useRef<HTMLUListElement>(null);
  const query = useInfiniteQuery(roomAnswersQuery(uuid, question_id, locale));
  if (!query.data) {
    return (
      <LoadingState
        query={query}
        skeleton="row"
        heading={3}
        title={t("rooms.answers_failed_title")}
      >
        {t("rooms.joinable_failed_text")}
      </LoadingState>
    );
  }
  const answers = removeRepetitions(
    query.data.pages.flatMap((page) => page.answers),
    ({ group_talk_user_summary_id }) => group_talk_user_summary_id,
  );
  if (answers.length === 0) {
    return <p className="py-6 text-center text-ink-2">{t("rooms.answers_empty")}</p>;
  }
  return (
    <>
      <ul ref={rows} className="grid list-none gap-3">
        {answers.map(({ group_talk_user_summary_id: id, display_name, icon_url, value }) => (
          <li key={id} tabIndex={-1} className="flex items-center gap-3 outline-none">
            <MemberPicture src={icon_url} size={40} />
            <div className="min-w-0 flex-1">
              <p className="text-xs text-ink-2 wrap-anywhere">
                <bdi>{display_name}</bdi>
              </p>
              <p dir="auto" className="leading-snug wrap-anywhere">
                {value}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <LoadMore more={readMore(query)} rows={rows} count={answers.length} />
    </>
  );
}
