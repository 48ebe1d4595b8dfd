import { getLanguageTag } from "@toibako/contract/locales.ts";
import type { Notice } from "@toibako/contract/notices.ts";
import { ChevronRight } from "lucide-react";
import type { MouseEvent } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Badge } from "#ui/badge.tsx";
import { cx } from "#ui/cx.ts";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { Spinner } from "#ui/feedback/loader.tsx";
import { KindIcon } from "./kind-icon.tsx";

interface NoticeCardProps {
  notice: Notice;
  /** Whether the notice is shown as new. Unlike its `is_new`, this stays true while the page is open. */
  isShownAsNew: boolean;
  /** The address that the notice links to; without an address, a press only deletes the notice. */
  address: string | undefined;
  /** Whether the notice is being deleted. */
  isPending: boolean;
  onPress: () => void;
}

export function NoticeCard({ notice, isShownAsNew, address, isPending, onPress }: NoticeCardProps) {
  const className = cx(
    "flex w-full items-center gap-4 rounded-xl p-4 text-left max-sm:gap-3.5 max-[22.5rem]:gap-3 max-[22.5rem]:px-3 shadow-e1 transition-[background-color,filter,transform] duration-120 active:scale-[0.98]",
    isShownAsNew
      ? "bg-brand-soft ring-1 ring-brand-400 hover:brightness-[0.98]"
      : "bg-surface hover:bg-surface-2",
  );
  const content = (
    <>
      <NoticePicture notice={notice} />
      <span className="min-w-0 flex-1">
        <span
          className={cx(
            "block leading-snug text-balance",
            isShownAsNew && "font-bold",
            // Breaks between phrases would leave each of several names alone on its line.
            notice.people.length > 1 ? "running-text" : "short-text",
          )}
        >
          {notice.text}
        </span>
        {notice.quote && (
          <span
            lang={getLanguageTag(notice.quote.locale)}
            dir="auto"
            className="mt-1 block truncate border-l-2 border-brand-400 pl-2 text-sm text-ink-2"
          >
            {notice.quote.text}
          </span>
        )}
        <NoticeDate notice={notice} isShownAsNew={isShownAsNew} />
      </span>
      <span className="shrink-0 text-ink-2">
        {isPending ? <Spinner /> : address && <ChevronRight size={20} aria-hidden="true" />}
      </span>
    </>
  );
  const props = {
    className,
    "data-list-card": "",
    "data-new": isShownAsNew || undefined,
    "aria-busy": isPending,
  };
  if (address === undefined) {
    return (
      <button type="button" {...props} onClick={onPress}>
        {content}
      </button>
    );
  }
  function pressLink(event: MouseEvent) {
    // A link that the browser opens in a new tab doesn't delete its notice.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onPress();
  }
  return (
    <a href={address} {...props} onClick={pressLink}>
      {content}
    </a>
  );
}

/** The pictures of the people in a notice with a small icon of its kind; without people, a large icon. */
function NoticePicture({ notice: { kind, people } }: Pick<NoticeCardProps, "notice">) {
  if (people.length === 0) return <KindIcon kind={kind} />;
  return (
    <span className="relative shrink-0">
      <span className="flex -space-x-6 max-[22.5rem]:-space-x-9">
        {people.map(({ account, icon_url }) => (
          <span key={account} className="rounded-full ring-2 ring-surface">
            <Avatar seed={account} src={icon_url} size={44} />
          </span>
        ))}
      </span>
      <span className="absolute -right-1.5 -bottom-1.5 rounded-full ring-2 ring-surface">
        <KindIcon kind={kind} isSmall />
      </span>
    </span>
  );
}

/** The hour below the day of its list, and whether the notice is new. */
function NoticeDate({ notice, isShownAsNew }: Pick<NoticeCardProps, "notice" | "isShownAsNew">) {
  const { t } = useTexts();
  if (!isShownAsNew && notice.formatted_hour === null) return null;
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
      {isShownAsNew && <Badge text={t("notices.new")} />}
      {notice.formatted_hour && (
        <time dateTime={notice.happened_hour}>{notice.formatted_hour}</time>
      )}
    </span>
  );
}
