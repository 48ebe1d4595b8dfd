import { Link } from "@tanstack/react-router";
import type { SentAnswer } from "@toibako/contract/outbox.ts";
import type { ReactNode } from "react";
import { FormattedDate } from "#lib/i18n/formatted-date.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { CommunityMark } from "#lib/page/community-mark.tsx";
import { Badge } from "#ui/badge.tsx";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { StampPicture } from "#ui/drawings/stamp-picture.tsx";
import { OptionList } from "#ui/forms/option-list.tsx";
import { Card, CardBody } from "#ui/surfaces/card.tsx";
import { Letter } from "#ui/surfaces/letter.tsx";
import { getAnswerSearch } from "../queries.ts";

interface SentCardProps {
  answer: SentAnswer;
  /** The answer's text, folded when it is long. */
  text: ReactNode;
  /** The like button and further actions. */
  actions: ReactNode;
  /** Shown in place of a withheld question. */
  withheldNotice: ReactNode;
}

/** A question that the viewer sent, with its answer. */
export function SentCard({ answer, text, actions, withheldNotice }: SentCardProps) {
  const { t, locale } = useTexts();
  const { related_question_id_hash: uuid, answered_user_toibako_id: account } = answer;
  const { related_question_stamp: stamp, related_question_options: options } = answer;
  // A deleted question has neither a text nor a stamp.
  const isDeleted = answer.related_question_body === "" && !stamp;
  return (
    <Card as="article" look="sheet" data-list-card="">
      {answer.is_withheld ? (
        withheldNotice
      ) : (
        <Letter
          id={answer.id}
          theme={answer.card_theme}
          isWaxed
          seal={t("outbox.your_question")}
          text={isDeleted ? t("common.removed_question") : answer.related_question_body}
          heading={2}
          lines={8}
          render={
            <Link
              to="/$locale/q/$uuid"
              params={{ locale, uuid }}
              search={getAnswerSearch(answer)}
            />
          }
          picture={stamp && <StampPicture {...stamp.stamp_image} alt={t("common.stamp")} />}
        >
          {options && (
            <OptionList
              options={options}
              label={t("common.options")}
              chosen={{ index: answer.chosen_option, label: t("common.chosen") }}
            />
          )}
        </Letter>
      )}
      <CardBody>
        {answer.associated_community && (
          <div className="mb-1 min-w-0">
            <CommunityMark community={answer.associated_community} />
          </div>
        )}
        <div className="flex items-center gap-2">
          <Link
            to="/$locale/$account"
            params={{ locale, account }}
            className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-full font-bold"
          >
            <Avatar seed={account} src={answer.answered_user_icon_uri} />
            <span dir="auto" className="truncate">
              {answer.answered_user_name}
            </span>
          </Link>
          <span className="ml-auto flex shrink-0 items-center gap-1.5 text-xs text-ink-2">
            {answer.is_unread && <Badge text={t("outbox.new")} />}
            <FormattedDate
              at={answer.answered_at}
              form="age"
              text={answer.posted_ad__formatted_date}
            />
          </span>
        </div>
        <div className="contents">{text}</div>
        <div className="mt-2 flex flex-wrap items-center gap-2 pb-1">{actions}</div>
      </CardBody>
    </Card>
  );
}
