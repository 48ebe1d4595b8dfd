import { messagesBeforeReply } from "@toibako/contract/talks.ts";
import { Lock } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";

/** What the receiver of a talk sees of its starter, before the first message. */
export function WhatTheySee({ name }: { name: string }) {
  const { t } = useTexts();
  return (
    <div className="w-full max-w-md rounded-lg bg-surface-2 px-5 py-4 text-left">
      <h2 className="mb-2 flex items-center gap-2 text-md leading-snug">
        <Lock size={18} className="shrink-0 text-brand" aria-hidden="true" />
        <span className="min-w-0 wrap-anywhere">{t("talks.seen_title", { name })}</span>
      </h2>
      <ul className="running-text grid list-disc gap-1.5 pl-5 text-sm text-pretty text-ink-2 marker:text-brand-400">
        <li>{t("talks.seen_nothing")}</li>
        <li>{t("talks.seen_time")}</li>
        <li>{t("talks.seen_choice")}</li>
        <li>{t("talks.seen_limit", { n: messagesBeforeReply })}</li>
      </ul>
    </div>
  );
}
