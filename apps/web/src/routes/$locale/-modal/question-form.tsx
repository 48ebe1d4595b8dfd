import { QuestionFormModal } from "#features/questions/components/question-form-modal.tsx";
import type { Frame } from "./message.tsx";

interface QuestionFormContentProps extends Frame {
  account: string;
  displaying_name: string;
}

/** Asks somebody; closing with a text in progress asks first. */
export function QuestionFormContent(props: QuestionFormContentProps) {
  return <QuestionFormModal {...props} />;
}
