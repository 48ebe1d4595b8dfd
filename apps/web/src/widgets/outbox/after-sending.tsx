import type { ReactNode } from "react";
import { useWaitingQuestions } from "#features/outbox/queries.ts";
import { LazySentQuestionPage } from "./lazy-sent-question-page.ts";

interface AfterSendingProps {
  /** The id of the question that was just sent, from the address; undefined if none was. */
  sent: string | undefined;
  /** The list of sent questions. */
  children: ReactNode;
}

/** Shows the question that was just sent in place of the list, until the question has an answer. */
export function AfterSending({ sent, children }: AfterSendingProps) {
  if (sent === undefined) return <div className="contents">{children}</div>;
  return <SentQuestionOrList sent={sent}>{children}</SentQuestionOrList>;
}

function SentQuestionOrList({ sent, children }: { sent: string; children: ReactNode }) {
  const { data } = useWaitingQuestions();
  const question = data?.questions.find(({ uuid_hash }) => uuid_hash === sent);
  // With the key, another sent question gets a new component with its own state.
  if (!question) return <div className="contents">{children}</div>;
  return <LazySentQuestionPage key={sent} question={question} />;
}
