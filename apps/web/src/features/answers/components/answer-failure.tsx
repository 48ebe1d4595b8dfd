import { Link } from "@tanstack/react-router";
import { ApiError, errorTexts } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Notice } from "#ui/feedback/notice.tsx";

/** Why an answer was not taken; one that stands already is offered to be read. */
export function AnswerFailure({ error, uuid_hash }: { error: Error; uuid_hash: string }) {
  const { t, locale } = useTexts();
  const texts = errorTexts(error);
  const is_answered = error instanceof ApiError && error.code === "already_answered";
  return (
    <Notice tone={is_answered ? "warn" : "error"}>
      {(texts.length > 0 ? texts : [t("answers.failed")]).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {is_answered && (
        <Link
          to="/$locale/q/$uuid"
          params={{ locale, uuid: uuid_hash }}
          // This page may be that one, and still know the question as unanswered.
          reloadDocument
          className="inline-block min-h-11 content-center font-bold underline"
        >
          {t("answers.see_page")}
        </Link>
      )}
    </Notice>
  );
}
