import { useNavigate } from "@tanstack/react-router";
import type { Question } from "@toibako/contract/questions.ts";
import { AnswerForm } from "#features/answers/components/answer-form.tsx";
import { UnansweredQuestion } from "#features/questions/components/unanswered-question.tsx";

/** The receiver answers where the question stands; the page then shows both. */
export function UnansweredPlace({ question }: { question: Question }) {
  const navigate = useNavigate();
  return (
    <UnansweredQuestion question={question}>
      <AnswerForm question={question} on_answered={(location) => navigate({ href: location })} />
    </UnansweredQuestion>
  );
}
