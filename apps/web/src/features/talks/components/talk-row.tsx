import { Link } from "@tanstack/react-router";
import type { Talk } from "@toibako/contract/talks.ts";
import { formatBadge } from "@toibako/contract/text.ts";
import { BellOff, Flag, LockKeyhole } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedDate } from "#lib/i18n/formatted-date.tsx";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { Badge } from "#ui/badge.tsx";
import { cx } from "#ui/cx.ts";
import { describePartner, PartnerIcon } from "./partner.tsx";

interface TalkRowProps {
  talk: Talk;
  /** Whether the page shows this talk. */
  isCurrent: boolean;
  /** Called when a talk is pressed that can't be read without paying. */
  onLocked: () => void;
}

/** A talk in the list: its partner, its last message and how many are unread. */
export function TalkRow({ talk, isCurrent, onLocked }: TalkRowProps) {
  return (
    <li
      className={cx(
        "relative flex min-w-0 items-center gap-3 rounded-xl p-4 shadow-e1",
        isCurrent ? "bg-brand-soft" : "bg-surface",
      )}
    >
      {talk.is_viewable ? (
        <ViewableTalk talk={talk} isCurrent={isCurrent} />
      ) : (
        <LockedTalk talk={talk} onPress={onLocked} />
      )}
    </li>
  );
}

const pressableClass =
  "min-w-0 flex-1 truncate text-left leading-snug font-bold stretched-link after:rounded-xl";

function ViewableTalk({ talk, isCurrent }: Omit<TalkRowProps, "onLocked">) {
  const { t, locale } = useTexts();
  const { uuid, unread_count } = talk;
  const count = formatBadge(unread_count);
  return (
    <>
      <PartnerIcon talk={talk} size={48} />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <Link
            to="/$locale/me/talks/$uuid"
            params={{ locale, uuid }}
            aria-current={isCurrent ? "page" : undefined}
            className={pressableClass}
          >
            <bdi>{describePartner(talk, t)}</bdi>
          </Link>
          <TalkTime talk={talk} />
        </div>
        <div className="flex items-center gap-2">
          <LastMessage talk={talk} />
          <Marks talk={talk} />
          <Badge
            count={unread_count}
            label={count === undefined ? undefined : t("talks.unread", { count })}
          />
        </div>
      </div>
    </>
  );
}

/** A talk that can't be read: only that a message has come, and on which day. */
function LockedTalk({ talk, onPress }: { talk: Talk; onPress: () => void }) {
  const { t } = useTexts();
  return (
    <>
      <span
        className="grid size-12 shrink-0 place-items-center rounded-full bg-paper text-brand"
        aria-hidden="true"
      >
        <LockKeyhole size={22} />
      </span>
      <div className="flex min-w-0 flex-1 items-baseline gap-2">
        <button type="button" aria-haspopup="dialog" onClick={onPress} className={pressableClass}>
          {t("talks.locked")}
        </button>
        <TalkTime talk={talk} />
      </div>
    </>
  );
}

function TalkTime({ talk: { last_message_at, formatted_date_time, is_viewable } }: { talk: Talk }) {
  if (last_message_at === null) return null;
  return (
    <FormattedDate
      at={last_message_at}
      form={is_viewable ? "minute" : "day"}
      text={formatted_date_time}
      className="shrink-0 text-xs text-ink-2"
    />
  );
}

/** The last message on one line. */
function LastMessage({ talk }: { talk: Talk }) {
  const { t } = useTexts();
  const isRead = talk.unread_count === 0;
  return (
    <p
      dir="auto"
      className={cx(
        "min-w-0 flex-1 truncate text-sm",
        isRead ? "text-ink-2" : "font-semibold text-ink",
      )}
    >
      {describeLastMessage(talk, t)}
    </p>
  );
}

function describeLastMessage(talk: Talk, t: Translate): string {
  const { last_message_body: text, last_message_at, is_last_message_mine } = talk;
  if (talk.is_last_message_taken_back) return t("talks.taken_back");
  if (last_message_at === null) return t("talks.nothing_written");
  return is_last_message_mine ? t("talks.own_message", { text }) : text;
}

function Marks({ talk: { is_muted, is_reported } }: { talk: Talk }) {
  const { t } = useTexts();
  return (
    <>
      {is_muted && <Mark icon={<BellOff size={16} />} label={t("talks.muted")} />}
      {is_reported && <Mark icon={<Flag size={16} />} label={t("talks.reported")} />}
    </>
  );
}

function Mark({ icon, label }: { icon: ReactNode; label: string }) {
  return (
    <span title={label} className="relative shrink-0 text-ink-2">
      <span aria-hidden="true">{icon}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
