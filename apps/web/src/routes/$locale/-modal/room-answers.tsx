import { useTexts } from "#lib/i18n.tsx";
import { type Frame, Message } from "./message.tsx";

interface RoomPersonalAnswersProps extends Frame {
  display_name: string;
  answers: { question_id: string; question: string; value: string }[];
}

/** What somebody answered to the questions of a room. */
export function RoomPersonalAnswers({ display_name, answers, ...frame }: RoomPersonalAnswersProps) {
  const { t } = useTexts();
  return (
    <Message {...frame} title={t("modals.answers_title", { name: display_name })}>
      {answers.length === 0 ? (
        t("modals.answers_none")
      ) : (
        <dl className="grid gap-4">
          {answers.map(({ question_id, question, value }) => (
            <div key={question_id}>
              <dt className="text-sm">{question}</dt>
              <dd className="font-semibold text-ink">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Message>
  );
}
