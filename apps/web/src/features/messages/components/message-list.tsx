import type { DateReader } from "@toibako/contract/dates.ts";
import {
  Fragment,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import type { ConversationController } from "#lib/conversation/controller.ts";
import { type DatedMessage, type PlacedRow, placeRows } from "#lib/conversation/days.ts";
import { keepScrollPlace, type ScrollPlace } from "#lib/conversation/scroll-place.ts";
import type { Conversation } from "#lib/conversation/state.ts";
import { findFirstUnread, listRows } from "#lib/conversation/views.ts";
import { useTexts } from "#lib/i18n/texts.tsx";

export interface UsedConversation<M extends DatedMessage> {
  state: Conversation<M>;
  controller: ConversationController<M>;
}

interface MessageListProps<M extends DatedMessage> extends UsedConversation<M> {
  scroller: RefObject<HTMLDivElement | null>;
  /** The strip above the oldest message. */
  banner: ReactNode;
  /** The reader's time zone. */
  time_zone: string;
  /** The browser's clock; undefined until hydration. */
  now: number | undefined;
  /** Should be the same function as long as nothing that it renders from changes. */
  renderRow: (row: PlacedRow<M>) => ReactNode;
  /** Gets the number of pixels that the reader has scrolled up from the end. */
  onScroll?: ((distance: number) => void) | undefined;
}

/**
 * The messages of a conversation, the newest at the end. Those that arrive while the page is open are in a part of their
 * own, which screen readers announce: older messages that are added above would be read out too.
 */
export function MessageList<M extends DatedMessage>(props: MessageListProps<M>) {
  const { state, controller, scroller, banner, time_zone, now, renderRow, onScroll } = props;
  const { t, locale } = useTexts();
  useScrollPlace(scroller, props, (distance) => onScroll?.(distance));
  const beginning = useOlderOnSight(scroller, state, controller.loadOlder);
  const firstUnread = findFirstUnread(state);
  const { earlier, arrived } = usePlacedRows(state, firstUnread, { locale, time_zone }, now);
  return (
    <section
      ref={scroller}
      aria-label={t("messages.list")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls by keyboard
      tabIndex={0}
      // `relative`, or else hidden texts of rows would lengthen a box around it, which then scrolls on focus.
      className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 [overflow-anchor:none] focus-visible:-outline-offset-3"
    >
      <div className="flex min-h-full flex-col justify-end py-3">
        <div ref={beginning} />
        <div className="contents">{banner}</div>
        <Rows rows={earlier} firstUnread={firstUnread} renderRow={renderRow} />
        <div role="log" aria-label={t("messages.arrived")}>
          <Rows rows={arrived} renderRow={renderRow} />
        </div>
        {/* Browsers that know it begin here before any script runs. */}
        <div className="h-px [scroll-initial-target:nearest]" />
      </div>
    </section>
  );
}

/** Places the rows, and divides them into those of the opening of the page and those that have arrived since. */
function usePlacedRows<M extends DatedMessage>(
  state: Conversation<M>,
  firstUnread: string | undefined,
  { locale, time_zone }: DateReader,
  now: number | undefined,
) {
  const { messages, posts, own_read_number, partner_read_number, opened_change } = state;
  return useMemo(() => {
    const rows = listRows({ messages, posts, own_read_number, partner_read_number });
    const placed = placeRows(rows, { locale, time_zone }, now, firstUnread);
    const isEarlier = ({ message }: PlacedRow<M>) =>
      message !== undefined && message.number <= opened_change;
    return {
      earlier: placed.filter(isEarlier),
      arrived: placed.filter((row) => !isEarlier(row)),
    };
  }, [
    messages,
    posts,
    own_read_number,
    partner_read_number,
    opened_change,
    firstUnread,
    locale,
    time_zone,
    now,
  ]);
}

interface RowsProps<M extends DatedMessage> {
  rows: readonly PlacedRow<M>[];
  /** The key of the row above which the unread messages are said to begin. */
  firstUnread?: string | undefined;
  renderRow: (row: PlacedRow<M>) => ReactNode;
}

// Typing changes the conversation too, but not its rows.
const Rows = memo(function Rows<M extends DatedMessage>(props: RowsProps<M>) {
  const { rows, firstUnread, renderRow } = props;
  const { t } = useTexts();
  return (
    <ol className="list-none">
      {rows.map((row) => (
        <Fragment key={row.key}>
          {row.day && (
            <li className="flex justify-center py-3">
              <span className="rounded-full bg-surface-2 px-3 text-xs text-ink-2">
                {row.day.label}
              </span>
            </li>
          )}
          {row.key === firstUnread && (
            <li className="flex items-center gap-3 py-3 text-xs font-semibold text-brand before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
              {t("messages.unread_below")}
            </li>
          )}
          <li data-message={row.key} className={row.endsGroup ? "pb-3" : "pb-1"}>
            {renderRow(row)}
          </li>
        </Fragment>
      ))}
    </ol>
  );
}) as <M extends DatedMessage>(props: RowsProps<M>) => ReactNode;

/** Keeps the place of the list while it changes, and moves to its end with an own message. */
function useScrollPlace<M extends DatedMessage>(
  scroller: RefObject<HTMLDivElement | null>,
  { state, controller }: UsedConversation<M>,
  onScroll: (distance: number) => void,
) {
  const place = useRef<ScrollPlace>(undefined);
  const reportScroll = useEffectEvent(onScroll);
  useLayoutEffect(() => {
    if (!scroller.current) return;
    place.current = keepScrollPlace(scroller.current, ({ isAtEnd, distance }) => {
      controller.showEnd(isAtEnd);
      reportScroll(distance);
    });
    return () => place.current?.stop();
  }, [scroller, controller]);
  const postsCount = useRef(0);
  // After each change: also a bar, a failure or the size of the input may have moved the rows.
  useLayoutEffect(() => {
    if (state.posts.length > postsCount.current) place.current?.goToEnd();
    else place.current?.restore();
    postsCount.current = state.posts.length;
  });
}

/** Loads older messages when the reader comes near the beginning. Returns the ref of the element there. */
function useOlderOnSight<M extends DatedMessage>(
  scroller: RefObject<HTMLDivElement | null>,
  { messages, hasOlder }: Conversation<M>,
  loadOlder: () => void,
) {
  const beginning = useRef<HTMLDivElement>(null);
  const oldest = messages[0]?.key;
  // Anew for each page, because the beginning may still be in sight after one was added; not after a failure.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!hasOlder || !beginning.current || typeof IntersectionObserver !== "function") return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) loadOlder();
      },
      { root: scroller.current, rootMargin: "400px 0px 0px" },
    );
    observer.observe(beginning.current);
    return () => observer.disconnect();
  }, [scroller, oldest, hasOlder, loadOlder]);
  return beginning;
}
