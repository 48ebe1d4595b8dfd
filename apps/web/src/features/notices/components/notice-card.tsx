import { getLanguageTag } from "@toibako/contract/locales.ts";
import type { Notice } from "@toibako/contract/notices.ts";
import { truncateText } from "@toibako/contract/text.ts";
import { ChevronRight } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
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
  /** The rounded corners of the first and the last notice of a day. */
  className: string;
}

export function NoticeCard(props: NoticeCardProps) {
  const { notice, isShownAsNew, address, isPending, onPress } = props;
  const className = cx(
    "flex w-full items-start gap-3 px-[min(1rem,5vw)] py-3.5 text-left transition-[background-color,filter] duration-120",
    isShownAsNew ? "bg-brand-soft hover:brightness-[0.98]" : "bg-surface hover:bg-surface-2",
    props.className,
  );
  const content = (
    <>
      <KindIcon kind={notice.kind} />
      <span className="min-w-0 flex-1">
        <Faces people={notice.people} />
        <span
          className={cx("short-text block leading-snug text-balance", isShownAsNew && "font-bold")}
        >
          <NoticeText notice={notice} />
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
      <span className="shrink-0 self-center text-ink-2">
        {isPending ? <Spinner /> : address && <ChevronRight size={20} aria-hidden="true" />}
      </span>
    </>
  );
  const cardProps = {
    className,
    "data-list-card": "",
    "data-new": isShownAsNew || undefined,
    "aria-busy": isPending,
  };
  if (address === undefined) {
    return (
      <button type="button" {...cardProps} onClick={onPress}>
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
    <a href={address} {...cardProps} onClick={pressLink}>
      {content}
    </a>
  );
}

/** The pictures of the people in a notice, in a row above its text. */
function Faces({ people }: Pick<Notice, "people">) {
  if (people.length === 0) return null;
  return (
    <span className="mb-1 flex gap-1">
      {people.map(({ account, icon_url }) => (
        <Avatar key={account} seed={account} src={icon_url} size={28} />
      ))}
    </span>
  );
}

/** The number of characters of a name that a sentence shows. */
const maxNameLength = 12;

/** What stays on the line of the name before it: a comma, and in Japanese the title with its particle. */
const endOfName = /^(?:さん(?:から|[がとに、])?|[,、])/;

/** The text of a notice, in which a name is broken only if it is longer than a line. */
function NoticeText({ notice: { text, people } }: Pick<NoticeCardProps, "notice">) {
  const parts: ReactNode[] = [];
  let rest = text;
  for (const { account, displaying_name: name } of people) {
    const start = rest.indexOf(name);
    if (start < 0) continue;
    const end = start + name.length;
    const [ending = ""] = endOfName.exec(rest.slice(end)) ?? [];
    parts.push(
      <span key={`before ${account}`} className="contents">
        {rest.slice(0, start)}
      </span>,
      <bdi key={account} className="inline-block max-w-full">
        {truncateText(name, maxNameLength)}
        {ending}
      </bdi>,
    );
    rest = rest.slice(end + ending.length);
  }
  return (
    <>
      {parts}
      <span className="contents">{rest}</span>
    </>
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
