import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { ApiError } from "#lib/api-error.ts";
import { useTexts } from "#lib/i18n.tsx";
import { NotFoundPlace } from "./-not-found-place.tsx";

/** In place of a page that failed; never blank, always with a way on. */
export function ErrorPlace({ error, reset }: ErrorComponentProps) {
  const { t } = useTexts();
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  if (error instanceof ApiError && error.status === 404) return <NotFoundPlace />;

  const offline = error instanceof ApiError && error.code === "network";
  const messages = error instanceof ApiError ? error.messages : [];
  async function retry() {
    queries.reset();
    reset();
    await router.invalidate();
  }
  return (
    <main role="alert" className="p-8 text-center">
      <h1 className="text-xl font-bold">{t(offline ? "common.offline" : "common.error_title")}</h1>
      <p className="mt-2 text-ink-2">{messages[0] ?? t("common.error_text")}</p>
      <button
        type="button"
        onClick={retry}
        className="mt-6 min-h-11 rounded-full bg-brand-fill px-6 text-on-brand"
      >
        {t("common.retry")}
      </button>
    </main>
  );
}
