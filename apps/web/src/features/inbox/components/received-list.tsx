import type { ReceivedItem } from "@toibako/contract/inbox.ts";
import type { QuestionStatus } from "@toibako/contract/questions.ts";
import { Fragment, type ReactNode, type RefCallback, useMemo, useRef, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import {
  type ListAddress,
  type More,
  removeRepetitions,
  useGrowingList,
} from "#lib/page/growing-list.ts";
import { getPageNumbers } from "#lib/page/search.ts";
import { SeenImage } from "#lib/page/seen-image.tsx";
import { cx } from "#ui/cx.ts";
import { LoadMore } from "#ui/feedback/load-more.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import {
  LeavingRow,
  moveFocusToNeighbor,
  rememberNeighbors,
  useLeavingEntries,
} from "#ui/surfaces/leaving-row.tsx";
import { useTwoColumns } from "#ui/surfaces/two-columns.ts";
import { receivedItemsQuery, useSeenQuestions } from "../queries.ts";
import { CommandRow, mayAnswer } from "./command-row.tsx";
import { ReceivedLetter } from "./received-letter.tsx";
import { useMoveWithUndo } from "./use-move-with-undo.tsx";

/** The state of a row, passed to the buttons that other components render in it. */
export interface RowState {
  /** Whether another action on the question is running. */
  isBusy: boolean;
  onReported: () => void;
  /** Called before the row is removed. The returned function finds the element that then gets the focus. */
  rememberNeighbors: () => () => HTMLElement | null;
}

/**
 * The parts that only the bin has. The bin's route passes them, so that other pages don't load their code.
 */
export interface BinSlots {
  /** Renders the part above the list. */
  renderHead: (items: ReceivedItem[]) => ReactNode;
  /** Renders the button that permanently deletes a question. */
  renderDeleteButton: (item: ReceivedItem, row: RowState) => ReactNode;
}

/** The parts of a row that belong to other features. */
interface RowSlots {
  /** Renders the form that answers the question. `close` closes it; `picked` is the option that was pressed. */
  renderAnswerForm: (
    item: ReceivedItem,
    form: { close: () => void; picked: number | undefined },
  ) => ReactNode;
  /** Renders the receiver's answer with its commands. */
  renderAnswer: (answer: NonNullable<ReceivedItem["answer"]>, item: ReceivedItem) => ReactNode;
  renderReportButton: (item: ReceivedItem, row: RowState) => ReactNode;
  bin?: BinSlots | undefined;
}

interface ReceivedListProps extends RowSlots {
  status: QuestionStatus;
  address: ListAddress;
  /** Questions per page: 3 on the home, in larger type, and 20 in the inbox. */
  limit: "3" | "20";
  /** Renders the site's own banner, below the second question. */
  renderBanner?: ((question: ReceivedItem) => ReactNode) | undefined;
  /** Shown for an empty list. */
  empty: ReactNode;
}

/** The index, from 0, of the question that the banner follows. */
const bannerAfter = 1;

/** Received questions of one status: loading, empty, error and loaded states. */
export function ReceivedList({ status, address, limit, ...itemsProps }: ReceivedListProps) {
  const { t } = useTexts();
  const list = useGrowingList(address, (page) => receivedItemsQuery(status, page, limit));
  const { pages, first, more } = list;
  const items = useMemo(() => pages && joinPages(pages), [pages]);

  if (!items) {
    return (
      <LoadingState query={first} skeleton="letter" title={t("inbox.failed_title")}>
        {t("inbox.failed_text")}
      </LoadingState>
    );
  }
  return (
    <Items
      // Another status or page gets a new component, so that the rows of the previous list don't slide out.
      key={`${status} ${getPageNumbers(address)[0]}`}
      items={items}
      status={status}
      size={limit === "3" ? "md" : "sm"}
      more={more}
      {...itemsProps}
    />
  );
}

const joinPages = (pages: { items: ReceivedItem[] }[]) =>
  removeRepetitions(
    pages.flatMap((page) => page.items),
    ({ uuid_hash }) => uuid_hash,
  );

interface ItemsProps
  extends RowSlots,
    Pick<ReceivedListProps, "status" | "renderBanner" | "empty"> {
  items: ReceivedItem[];
  size: "sm" | "md";
  more: More;
}

function Items({ items, status, size, renderBanner, empty, more, ...slots }: ItemsProps) {
  const { t } = useTexts();
  // A question that is answered or moved elsewhere stays while somebody writes an answer to it here. Sending is then
  // refused with a message, and the text stays.
  const [answered, setAnswered] = useState<readonly string[]>([]);
  const entries = useLeavingEntries(items, answered);
  const rows = useRef<HTMLUListElement>(null);
  useTwoColumns(rows, 0);
  const createSeenRef = useSeenQuestions();
  return (
    <section tabIndex={-1} aria-label={t(`inbox.tab_${status}`)} className="outline-none">
      {slots.bin?.renderHead(items)}
      <SeenImage
        list="questions"
        ids={items.flatMap(({ is_new, uuid_hash }) => (is_new ? [uuid_hash] : []))}
      />
      {entries.length === 0 ? (
        empty
      ) : (
        // The last letter reaches below its row, like all of the pile.
        <ul ref={rows} className="two-columns isolate list-none pb-5 widest:grid widest:gap-x-5">
          {entries.map(({ item, isLeaving }, index) => (
            <Fragment key={item.uuid_hash}>
              <ReceivedRow
                item={item}
                size={size}
                isLeaving={isLeaving}
                lettersBelow={entries.length - index}
                isBelowBanner={index === bannerAfter + 1 && renderBanner !== undefined}
                seenRef={createSeenRef(item)}
                onAnswering={(isAnswering) =>
                  setAnswered((ids) => {
                    const others = ids.filter((id) => id !== item.uuid_hash);
                    return isAnswering ? [...others, item.uuid_hash] : others;
                  })
                }
                {...slots}
              />
              {index === bannerAfter && renderBanner && (
                <li className={item.is_answered ? "pb-4" : "pt-10"}>{renderBanner(item)}</li>
              )}
            </Fragment>
          ))}
        </ul>
      )}
      <LoadMore more={more} rows={rows} count={items.length} />
    </section>
  );
}

interface ReceivedRowProps extends RowSlots {
  item: ReceivedItem;
  size: "sm" | "md";
  /** Whether the question has left the list, so that its row slides out. */
  isLeaving: boolean;
  /** The number of letters on which this one lies. */
  lettersBelow: number;
  /** Whether it follows the banner, where another pile starts; but not in two columns. */
  isBelowBanner: boolean;
  /** Marks a new question as seen after its element was on the screen. */
  seenRef: RefCallback<HTMLElement> | undefined;
  /** Called when the form that answers the question opens or closes. */
  onAnswering: (isAnswering: boolean) => void;
}

/** A received question with its commands. */
function ReceivedRow(props: ReceivedRowProps) {
  const {
    item,
    size,
    isLeaving,
    lettersBelow,
    isBelowBanner,
    seenRef,
    onAnswering,
    renderAnswerForm,
    renderAnswer,
    renderReportButton,
    bin,
  } = props;
  const row = useRef<HTMLLIElement>(null);
  const [isAnswering, setIsAnswering] = useState(false);
  const showForm = (isShown: boolean) => {
    setIsAnswering(isShown);
    onAnswering(isShown);
  };
  const [picked, setPicked] = useState<number>();
  const [isReported, setIsReported] = useState(false);
  const move = useMoveWithUndo(item, () => moveFocusToNeighbor(row.current));

  function pickAndAnswer(index: number) {
    setPicked(index);
    showForm(true);
  }
  const rowState = {
    isBusy: move.isPending,
    onReported: () => setIsReported(true),
    rememberNeighbors: () => rememberNeighbors(row.current),
  };
  return (
    <LeavingRow row={row} isLeaving={isLeaving} zIndex={lettersBelow}>
      <article
        data-list-card=""
        {...(!item.is_answered && { "data-paper": item.paper })}
        // A pile: each letter covers 20 px of the next one, which has so much more room above its content. Cards with
        // answers lie side by side.
        className={cx(
          "rounded-xl px-2 pb-4 shadow-e2",
          item.is_answered ? "mb-4 bg-surface pt-2 forced-colors:border" : "-mb-5 pt-3",
          !item.is_answered && (isBelowBanner ? "widest:pt-8" : "in-[li+li]:pt-8"),
        )}
      >
        <div ref={seenRef}>
          <ReceivedLetter
            item={item}
            size={size}
            isReported={isReported}
            isAnswering={isAnswering}
            options={mayAnswer(item) ? { onPick: pickAndAnswer } : undefined}
          />
        </div>
        {item.answer && <div className="pt-3">{renderAnswer(item.answer, item)}</div>}
        <div className={isAnswering ? "px-3 pt-2" : "pt-2"}>
          {isAnswering ? (
            renderAnswerForm(item, { close: () => showForm(false), picked })
          ) : (
            <CommandRow
              item={item}
              movingTo={move.isPending ? move.variables : undefined}
              onMove={move.mutate}
              onAnswer={() => showForm(true)}
              reportButton={renderReportButton(item, rowState)}
              deleteButton={bin?.renderDeleteButton(item, rowState)}
            />
          )}
        </div>
      </article>
    </LeavingRow>
  );
}
