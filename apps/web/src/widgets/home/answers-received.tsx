import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { SentAnswer } from "@toibako/contract/outbox.ts";
import { getAnswerText } from "@toibako/contract/text.ts";
import { getAnswerSearch, newestAnswersQuery } from "#features/outbox/queries.ts";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { HomeCard, HomeLink } from "./home-card.tsx";

/** Quotes the newest answers to questions that the account has sent; renders nothing if there are none. */
export function AnswersReceived() {
  const { t, locale } = useTexts();
  const { data } = useQuery(newestAnswersQuery());
  if (!data?.answers.length) return null;
  return (
    <HomeCard
      title={t("outbox.answers_received")}
      link={
        <HomeLink
          render={<Link to="/$locale/me/home" params={{ locale }} search={{ tab: "send" }} />}
        >
          {t("outbox.all_answers")}
        </HomeLink>
      }
    >
      <ul className="-my-2 list-none divide-y divide-line">
        {data.answers.map((answer) => (
          <li key={answer.id}>
            <Link
              to="/$locale/q/$uuid"
              params={{ locale, uuid: answer.related_question_id_hash }}
              search={getAnswerSearch(answer)}
              className="-mx-2 flex items-center gap-3 rounded-md px-2 py-3 hover:bg-surface-2"
            >
              <Avatar
                seed={answer.answered_user_toibako_id}
                src={answer.answered_user_icon_uri}
                size={40}
              />
              <span className="min-w-0 flex-1">
                <span className="flex items-center gap-2">
                  <span className="truncate text-sm font-bold">{describeQuestion(answer, t)}</span>
                  {answer.is_unread && (
                    <span className="shrink-0 rounded-full bg-like-soft px-2 text-xs font-bold text-like">
                      {t("outbox.new")}
                    </span>
                  )}
                </span>
                {answer.associated_community && (
                  <span dir="auto" className="block truncate text-xs font-semibold text-brand">
                    #{answer.associated_community.name}
                  </span>
                )}
                <span className="block truncate text-sm text-ink-2">
                  {t("outbox.quoted", { text: readAnswer(answer) })}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </HomeCard>
  );
}

const readAnswer = ({ text, related_question_options, chosen_option }: SentAnswer): string =>
  getAnswerText(text, related_question_options, chosen_option);

/** Returns the text of the answered question, or what to show in place of a text. */
function describeQuestion(answer: SentAnswer, t: Translate): string {
  if (answer.is_withheld) return t("profiles.sensitive_title");
  if (answer.related_question_body) return answer.related_question_body;
  return t(answer.related_question_stamp ? "common.stamp" : "common.removed_question");
}
