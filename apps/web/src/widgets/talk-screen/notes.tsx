import { Link } from "@tanstack/react-router";
import { messagesBeforeReply, type Talk } from "@toibako/contract/talks.ts";
import { useUpdateTalk } from "#features/talks/queries.ts";
import { ApiError, describeFailure } from "#lib/http/client.ts";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { useToasts } from "#ui/feedback/toasts.ts";

/** Refusals whose reason the server names: who can't be written to, too many messages, and words. */
const explainedStatuses = new Set([403, 409, 412, 422, 429]);

/** Says why a message was not sent. */
export function describePostFailure(t: Translate, error: unknown): string {
  const { status } = error instanceof ApiError ? error : { status: undefined };
  if (status === 400) return t("talks.bad_request");
  const text = t("messages.post_failed");
  return status !== undefined && explainedStatuses.has(status)
    ? describeFailure(error, text)
    : text;
}

interface WritingNoteProps {
  talk: Talk;
  isGone: boolean;
  /** Called before the reader writes to the account anew. */
  onRestart: (account: string) => void;
}

/** Above the composer: how many messages are left before the first reply, or why nothing can be sent. */
export function WritingNote({ talk, isGone, onRestart }: WritingNoteProps) {
  const { t } = useTexts();
  const { uuid, is_ended, messages_left } = talk;
  if (isGone) return <GoneNote account={talk.partner?.account} onRestart={onRestart} />;
  if (is_ended) return <EndedNote uuid={uuid} />;
  if (messages_left === null) return null;
  return (
    <p className="pb-1.5 text-xs text-ink-2">
      {messages_left === 0
        ? t("messages.none_left", { n: messagesBeforeReply })
        : t("messages.left", { n: messages_left })}
    </p>
  );
}

/** Says that the talk was deleted, and leads to where the same text can be sent in another one. */
function GoneNote({
  account,
  onRestart,
}: Pick<WritingNoteProps, "onRestart"> & { account: string | null | undefined }) {
  const { t, locale } = useTexts();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 pb-2">
      <p className="text-sm text-ink-2">{t("messages.gone_note")}</p>
      {account && (
        <Link
          to="/$locale/$account/message"
          params={{ locale, account }}
          className={buildButtonClass({ size: "sm", variant: "outline" })}
          onClick={() => onRestart(account)}
        >
          {t("messages.start_again")}
        </Link>
      )}
    </div>
  );
}

/** Says that no more messages arrive here, and takes it back. */
function EndedNote({ uuid }: { uuid: string }) {
  const { t } = useTexts();
  const toasts = useToasts();
  const { mutate, isPending } = useUpdateTalk(uuid);
  const resume = () =>
    mutate(
      { is_ended: false },
      {
        onError: (error) =>
          toasts.showBar("error", describeFailure(error, t("talks.change_failed"))),
      },
    );
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 pb-2">
      <p className="text-sm text-ink-2">{t("messages.ended_note")}</p>
      <Button size="sm" variant="outline" isPending={isPending} onClick={resume}>
        {t("messages.resume")}
      </Button>
    </div>
  );
}
