import { useInfiniteQuery } from "@tanstack/react-query";
import type { Talk } from "@toibako/contract/talks.ts";
import { formatBadge } from "@toibako/contract/text.ts";
import { ChevronDown, Eye, EyeOff, Flag, Leaf, Trash2 } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import { describeFailure } from "#lib/http/client.ts";
import { FormattedDate } from "#lib/i18n/formatted-date.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { readMore, removeRepetitions } from "#lib/page/growing-list.ts";
import { Button } from "#ui/buttons/button.tsx";
import { Command } from "#ui/buttons/command.tsx";
import { LoadMore } from "#ui/feedback/load-more.tsx";
import { LoadingStatePanel } from "#ui/feedback/loading-state.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { heldTalksQuery, useReleaseTalk, useRemoveTalk } from "../queries.ts";
import { describePartner, PartnerIcon } from "./partner.tsx";

interface HeldTalksProps {
  /** Counted to `maxUnreadMessages`. */
  count: number;
  onReport: (talk: Talk) => void;
}

/** The talks that wait, because they arrived while calm mode was on. Folded, and without a badge. */
export function HeldTalks({ count, onReport }: HeldTalksProps) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const part = useRef<HTMLElement>(null);
  const shownCount = formatBadge(count);
  if (shownCount === undefined) return null;
  return (
    <section
      ref={part}
      tabIndex={-1}
      aria-label={t("talks.held_title")}
      className="mb-4 rounded-xl bg-surface shadow-e1 outline-none"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-13 w-full items-center gap-3 rounded-xl px-4 py-2 text-left hover:bg-surface-2"
      >
        <Leaf size={20} className="shrink-0 text-brand" aria-hidden="true" />
        <span className="min-w-0 flex-1 text-sm leading-snug font-bold">
          {t("talks.held_open", { count: shownCount })}
        </span>
        <ChevronDown
          size={20}
          aria-hidden="true"
          className={isOpen ? "shrink-0 rotate-180" : "shrink-0"}
        />
      </button>
      {isOpen && <HeldList onReport={onReport} part={part} />}
    </section>
  );
}

interface HeldListProps extends Pick<HeldTalksProps, "onReport"> {
  /** Gets the focus after a talk was accepted or removed. */
  part: RefObject<HTMLElement | null>;
}

function HeldList({ onReport, part }: HeldListProps) {
  const { t } = useTexts();
  const rows = useRef<HTMLUListElement>(null);
  const query = useInfiniteQuery(heldTalksQuery());
  if (!query.data) {
    return (
      <div className="p-4 pt-0">
        <LoadingStatePanel query={query} title={t("talks.held_failed_title")}>
          {t("talks.list_failed_text")}
        </LoadingStatePanel>
      </div>
    );
  }
  const talks = removeRepetitions(
    query.data.pages.flatMap((page) => page.talks),
    ({ uuid }) => uuid,
  );
  return (
    <div className="grid grid-cols-1 gap-2 px-4 pb-3">
      <p className="text-sm text-ink-2">{t("talks.held_text")}</p>
      <ul ref={rows} className="grid list-none grid-cols-1 divide-y divide-line">
        {talks.map((talk) => (
          <HeldTalk key={talk.uuid} talk={talk} part={part} onReport={() => onReport(talk)} />
        ))}
      </ul>
      <LoadMore more={readMore(query)} rows={rows} count={talks.length} isSmall />
    </div>
  );
}

interface HeldTalkProps {
  talk: Talk;
  part: RefObject<HTMLElement | null>;
  onReport: () => void;
}

/** A talk that waits. Its text is covered until the reader wants to read it. */
function HeldTalk({ talk, part, onReport }: HeldTalkProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const [isTextShown, setIsTextShown] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const release = useReleaseTalk(talk.uuid);
  const remove = useRemoveTalk(talk.uuid);
  const { last_message_at, formatted_date_time } = talk;

  function accept() {
    release.mutate(undefined, {
      onSuccess: () => {
        part.current?.focus({ preventScroll: true });
        toasts.showToast(t("talks.released"), { type: "success" });
      },
      onError: (error) => toasts.showBar("error", describeFailure(error, t("talks.change_failed"))),
    });
  }
  return (
    <li className="grid grid-cols-1 gap-2 py-3">
      <div className="flex min-w-0 items-center gap-3">
        <PartnerIcon talk={talk} size={36} />
        <bdi className="min-w-0 flex-1 truncate text-sm font-bold">{describePartner(talk, t)}</bdi>
        {last_message_at !== null && (
          <FormattedDate
            at={last_message_at}
            form="minute"
            text={formatted_date_time}
            className="shrink-0 text-xs text-ink-2"
          />
        )}
      </div>
      {isTextShown && (
        <p dir="auto" className="rounded-md bg-surface-2 px-3 py-2 text-sm wrap-anywhere">
          {talk.last_message_body || t("talks.taken_back")}
        </p>
      )}
      <div className="@container flex flex-wrap items-center gap-x-1 gap-y-2">
        <Button variant="outline" size="sm" isPending={release.isPending} onClick={accept}>
          {t("talks.release")}
        </Button>
        <Button
          variant="text"
          size="sm"
          aria-expanded={isTextShown}
          onClick={() => setIsTextShown(!isTextShown)}
        >
          {isTextShown ? (
            <EyeOff size={18} aria-hidden="true" />
          ) : (
            <Eye size={18} aria-hidden="true" />
          )}
          <span>{t(isTextShown ? "talks.cover" : "talks.uncover")}</span>
        </Button>
        <div className="ml-auto flex">
          <Command
            icon={<Trash2 size={20} aria-hidden="true" />}
            label={t("talks.remove")}
            isBusy={release.isPending}
            onPress={() => setIsRemoving(true)}
          />
          <Command
            icon={<Flag size={20} aria-hidden="true" />}
            label={t("talks.report")}
            isBusy={release.isPending}
            onPress={onReport}
          />
        </div>
      </div>
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setIsRemoving}
        title={t("talks.remove_title")}
        confirmLabel={t("talks.remove")}
        processingLabel={t("talks.removing")}
        cancelLabel={t("common.cancel")}
        onConfirm={() => remove.mutateAsync()}
        failureText={t("talks.change_failed")}
        focusAfter={part}
        isDangerous
      >
        <p className="text-ink-2">{t("talks.remove_text")}</p>
      </ConfirmDialog>
    </li>
  );
}
