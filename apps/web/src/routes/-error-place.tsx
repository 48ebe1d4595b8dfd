import { useQueryClient } from "@tanstack/react-query";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect, useState, useTransition } from "react";
import { ApiError } from "#lib/api-error.ts";
import { useTexts } from "#lib/i18n.tsx";
import { isMissingScript } from "#lib/lazy-part.tsx";
import { isThere, loadAnewOnce } from "#lib/new-release.ts";
import { ErrorState } from "#ui/states.tsx";
import { NotFoundPlace } from "./-not-found-place.tsx";
import { Place } from "./-place.tsx";

/** In place of a page that failed; never blank, always with a way on. */
export function ErrorPlace({ error, reset }: ErrorComponentProps) {
  const { t } = useTexts();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [pending, start] = useTransition();
  const missing = isMissingScript(error);
  const [away, setAway] = useState(false);
  useEffect(() => {
    if (missing) void loadAnewOnce().then((there) => setAway(!there));
  }, [missing]);
  if (error instanceof ApiError && error.status === 404) return <NotFoundPlace />;

  const offline = away || (error instanceof ApiError && error.code === "network");
  const messages = error instanceof ApiError ? error.messages : [];
  function retry() {
    start(async () => {
      if (missing && (await isThere())) return location.reload();
      // What made the page fail may still be kept, and would do so again.
      queryClient.removeQueries({ type: "inactive" });
      await router.invalidate();
      reset();
    });
  }
  return (
    <Place>
      <ErrorState
        heading={1}
        title={t(offline ? "common.offline" : "common.error_title")}
        retryLabel={t("common.retry")}
        onRetry={retry}
        pending={pending}
      >
        {messages[0] ?? t("common.error_text")}
      </ErrorState>
    </Place>
  );
}
