import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Session } from "@toibako/contract/sessions.ts";
import { Monitor, Smartphone } from "lucide-react";
import { useRef, useState } from "react";
import { FormattedDate } from "#lib/i18n/formatted-date.tsx";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { LoadingStatePanel } from "#ui/feedback/loading-state.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { endSessions, sessionsQuery } from "../queries/sessions.ts";

/** The session to end; "others" are all sessions except the current one. */
type SessionToEnd = Session | "others";

/** The sessions of the account, with buttons that end another session or all other sessions. */
export function SessionList() {
  const { t } = useTexts();
  const query = useQuery(sessionsQuery());
  const [sessionToEnd, setSessionToEnd] = useState<SessionToEnd>();
  const list = useRef<HTMLDivElement>(null);
  const { data } = query;
  if (!data) {
    return (
      <LoadingStatePanel query={query} title={t("accounts.sessions_failed_title")}>
        {t("accounts.sessions_failed_text")}
      </LoadingStatePanel>
    );
  }
  return (
    <div ref={list} tabIndex={-1} className="grid gap-3 outline-none">
      <ul className="grid list-none divide-y divide-line">
        {data.sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setSessionToEnd(session)} />
        ))}
      </ul>
      {data.sessions.length > 1 && (
        <Button
          variant="outline"
          className="justify-self-start"
          onClick={() => setSessionToEnd("others")}
        >
          {t("accounts.sessions_end_others")}
        </Button>
      )}
      <EndSessionDialog
        sessionToEnd={sessionToEnd}
        onClosed={() => setSessionToEnd(undefined)}
        list={list}
      />
    </div>
  );
}

function nameBrowser(t: Translate, { browser_name, system_name }: Session): string {
  if (browser_name && system_name) {
    return t("accounts.session_name", { browser: browser_name, system: system_name });
  }
  return browser_name ?? system_name ?? t("accounts.session_unknown");
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { t } = useTexts();
  const name = nameBrowser(t, session);
  const isPhone = session.system_name === "Android" || session.system_name === "iOS";
  const Icon = isPhone ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <Icon size={22} className="shrink-0 text-ink-2" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-36">
        <p className="font-bold break-words">{name}</p>
        <p className="text-sm text-ink-2">
          {session.is_current ? (
            <span className="font-semibold text-brand">{t("accounts.session_current")}</span>
          ) : (
            t.rich(
              "accounts.session_used",
              {},
              {
                when: () => (
                  <FormattedDate
                    at={session.used_hour}
                    form="hour"
                    text={session.formatted_used_hour}
                  />
                ),
              },
            )
          )}
        </p>
        <p className="text-sm text-ink-2">
          {t.rich(
            "accounts.session_created",
            {},
            {
              when: () => (
                <FormattedDate
                  at={session.created_at}
                  form="day"
                  text={session.formatted_created_on}
                />
              ),
            },
          )}
        </p>
      </div>
      {!session.is_current && (
        <Button
          variant="text"
          size="sm"
          aria-label={t("accounts.session_end_on", { name })}
          onClick={onEnd}
        >
          {t("accounts.session_end")}
        </Button>
      )}
    </li>
  );
}

interface EndSessionDialogProps {
  sessionToEnd: SessionToEnd | undefined;
  onClosed: () => void;
  list: React.RefObject<HTMLDivElement | null>;
}

function EndSessionDialog({ sessionToEnd, onClosed, list }: EndSessionDialogProps) {
  const { t } = useTexts();
  const client = useQueryClient();
  const toasts = useToasts();

  async function end() {
    const isForOthers = sessionToEnd === "others";
    await endSessions(client, isForOthers ? undefined : sessionToEnd?.id);
    toasts.showToast(t(isForOthers ? "accounts.sessions_ended" : "accounts.session_ended"), {
      type: "success",
      topic: "sessions",
    });
  }
  return (
    <ConfirmDialog
      open={sessionToEnd !== undefined}
      onOpenChange={(open) => open || onClosed()}
      title={
        sessionToEnd === undefined || sessionToEnd === "others"
          ? t("accounts.sessions_end_title")
          : t("accounts.session_end_title", { name: nameBrowser(t, sessionToEnd) })
      }
      confirmLabel={t("accounts.session_end")}
      processingLabel={t("accounts.session_ending")}
      cancelLabel={t("common.cancel")}
      onConfirm={end}
      failureText={t("accounts.session_end_failed")}
      focusAfter={list}
      isDangerous
    >
      <p className="text-ink-2">{t("accounts.session_end_text")}</p>
    </ConfirmDialog>
  );
}
