import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useTransition } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { ErrorState } from "#ui/feedback/states.tsx";

interface ConversationFailedProps {
  title: string;
  /** Lets the router render the page again. */
  reset: () => void;
}

/** Shown beside the list if a conversation couldn't be loaded. */
export function ConversationFailed({ title, reset }: ConversationFailedProps) {
  const { t } = useTexts();
  const router = useRouter();
  const client = useQueryClient();
  const [isPending, startTransition] = useTransition();
  const retry = () =>
    startTransition(async () => {
      // The cache may still contain the data with which the page failed.
      client.removeQueries({ type: "inactive" });
      await router.invalidate();
      reset();
    });
  return (
    <ErrorState
      heading={1}
      title={title}
      retryLabel={t("common.retry")}
      onRetry={retry}
      isPending={isPending}
    >
      {t("talks.list_failed_text")}
    </ErrorState>
  );
}
