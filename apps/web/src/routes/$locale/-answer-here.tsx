import { useRouter } from "@tanstack/react-router";
import type { ReceivedItem } from "@toibako/contract/inbox.ts";
import { AnswerForm } from "#features/answers/components/answer-form.tsx";

/** The form below a received letter; what was answered is shown on its own page. */
export function AnswerHere({ item, on_close }: { item: ReceivedItem; on_close: () => void }) {
  const router = useRouter();
  return (
    <AnswerForm
      question={item}
      on_answered={(location) => router.navigate({ href: location })}
      on_close={on_close}
    />
  );
}
