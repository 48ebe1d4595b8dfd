import { useQuery } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import type { ReceivedItem } from "@toibako/contract/inbox.ts";
import { PenLine } from "lucide-react";
import { type CSSProperties, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { AnswerForm } from "#features/answers/components/answer-form.tsx";
import { ReceivedLetter } from "#features/inbox/components/received-letter.tsx";
import { nextQuestionsQuery } from "#features/inbox/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { cx } from "#ui/cx.ts";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { AllRead } from "./all-read.tsx";
import { HomeLink } from "./home-card.tsx";

/** The newest received questions as a pile of letters; if there are none, an invitation to share the box. */
export function NextQuestion({ account }: { account: string }) {
  const { t, locale } = useTexts();
  const list = useQuery(nextQuestionsQuery());
  const { data } = list;
  if (!data) {
    return (
      <LoadingState query={list} skeleton="letter" title={t("inbox.failed_title")}>
        {t("inbox.failed_text")}
      </LoadingState>
    );
  }
  const { items, pager } = data;
  if (items.length === 0) return <AllRead account={account} />;
  const others = pager.total_count - 1;
  return (
    <section className="mb-5">
      <div className="mx-1 mb-1 flex flex-wrap items-center justify-between gap-x-3">
        <h2 className="text-md leading-snug">{t("inbox.next_question")}</h2>
        {others > 0 && (
          <HomeLink
            render={<Link to="/$locale/me/home" params={{ locale }} search={{ tab: "received" }} />}
          >
            {t("inbox.other_questions", { n: others })}
          </HomeLink>
        )}
      </div>
      <Pile items={items} />
    </section>
  );
}

/**
 * Letters that lie in one cell of a grid, so that the pile is as high as its highest letter and nothing moves when
 * another one is on top. Only the top one is as high as its content, so that its button follows its text.
 */
function Pile({ items }: { items: readonly ReceivedItem[] }) {
  const [topId, setTopId] = useState<string>();
  const [tuckedId, setTuckedId] = useState<string>();
  const laterButton = useRef<HTMLButtonElement>(null);
  const top = Math.max(
    0,
    items.findIndex(({ uuid_hash }) => uuid_hash === topId),
  );
  function turn(by: 1 | -1) {
    flushSync(() => {
      setTuckedId(by === 1 ? items[top]?.uuid_hash : undefined);
      setTopId(items[(top + by + items.length) % items.length]?.uuid_hash);
    });
    // The pressed button lies in the pile now.
    laterButton.current?.focus({ preventScroll: true });
  }
  return (
    <ul className={cx("isolate grid list-none grid-cols-1", items.length > 1 && "pb-6")}>
      {items.map((item, index) => {
        const depth = (index - top + items.length) % items.length;
        const { uuid_hash } = item;
        return (
          <li
            key={uuid_hash}
            inert={depth > 0}
            data-depth={depth}
            style={{ "--depth": depth } as CSSProperties}
            className={cx("pile-sheet", uuid_hash === tuckedId && depth > 0 && "animate-tuck")}
          >
            <QuestionToAnswer
              item={item}
              onTurn={items.length > 1 ? turn : undefined}
              laterButton={depth === 0 ? laterButton : undefined}
            />
          </li>
        );
      })}
    </ul>
  );
}

interface QuestionToAnswerProps {
  item: ReceivedItem;
  /** Shows the next or the previous question; undefined if there is no other. */
  onTurn: ((by: 1 | -1) => void) | undefined;
  laterButton: React.Ref<HTMLButtonElement> | undefined;
}

/** A question on its paper. The form replaces its buttons after a press. */
function QuestionToAnswer({ item, onTurn, laterButton }: QuestionToAnswerProps) {
  const { t } = useTexts();
  const router = useRouter();
  const [isAnswering, setIsAnswering] = useState(false);
  const [picked, setPicked] = useState<number>();
  const pickedOption = picked === undefined ? undefined : item.options?.[picked];
  function closeForm() {
    setIsAnswering(false);
    setPicked(undefined);
  }
  return (
    <article
      data-list-card=""
      data-paper={item.paper}
      className={cx(
        "flex min-w-0 flex-col rounded-xl px-2 pt-2 pb-3 shadow-e2",
        !item.paper && "bg-surface",
      )}
    >
      {/* In a low window, a long question is cut further than in the inbox, so that the button shows without scrolling. */}
      <div className="grow [@media(max-height:46rem)]:has-[[aria-expanded=false]]:[&_h2]:line-clamp-5">
        <ReceivedLetter
          item={item}
          size="md"
          isReported={false}
          isAnswering={isAnswering}
          options={{
            onPick: (index) => setPicked(index === picked ? undefined : index),
            chosen: { index: picked, label: t("common.chosen") },
          }}
        />
      </div>
      {isAnswering ? (
        <div className="px-3 pt-2">
          <AnswerForm
            question={item}
            picked={picked}
            onAnswered={(location) => router.navigate({ href: location })}
            onClose={closeForm}
          />
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-2 pt-1">
          <Button
            // The later button fills its own row if the two don't fit beside each other.
            className="min-w-0 grow-999 basis-40"
            data-key="a enter"
            onClick={() => setIsAnswering(true)}
          >
            <PenLine size={18} aria-hidden="true" />
            <span
              className={cx("min-w-0", pickedOption !== undefined && "line-clamp-1 wrap-anywhere")}
            >
              {pickedOption === undefined
                ? t("inbox.answer")
                : t("inbox.answer_with", { option: pickedOption })}
            </span>
          </Button>
          {onTurn && (
            <>
              <Button
                ref={laterButton}
                variant="outline"
                className="shrink-0 grow"
                data-key="j"
                onClick={() => onTurn(1)}
              >
                {t("inbox.later")}
              </Button>
              {/* For the key only. */}
              <button type="button" hidden data-key="k" onClick={() => onTurn(-1)} />
            </>
          )}
        </div>
      )}
    </article>
  );
}
