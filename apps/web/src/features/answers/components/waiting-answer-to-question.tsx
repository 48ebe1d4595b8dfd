import { useEffect } from "react";
import type { WaitingAnswer } from "#lib/offline/waiting-answers.ts";
import { useStoreAnswer, useWaitingAnswers } from "../queries/waiting.ts";
import { WaitingCard } from "./waiting-answers.tsx";

interface WaitingAnswerToQuestionProps {
  question_id: string;
  onWaiting: (isWaiting: boolean) => void;
  /** Called with the answer, to be edited in the form. */
  onEdit: (waiting: WaitingAnswer) => void;
  /** Receives the function with which the form stores an answer. */
  storeAnswerRef: { current: ReturnType<typeof useStoreAnswer> | undefined };
}

/** The waiting answer to one question. Tells the form by `onWaiting` whether there is one. */
export function WaitingAnswerToQuestion({
  question_id,
  onWaiting,
  onEdit,
  storeAnswerRef,
}: WaitingAnswerToQuestionProps) {
  const answer = useWaitingAnswers().find((waiting) => waiting.question_id === question_id);
  const isWaiting = answer !== undefined;
  const storeAnswer = useStoreAnswer();
  useEffect(() => {
    storeAnswerRef.current = storeAnswer;
  });
  useEffect(() => onWaiting(isWaiting), [isWaiting, onWaiting]);
  if (!answer) return null;
  return <WaitingCard answer={answer} onEdit={() => onEdit(answer)} />;
}
