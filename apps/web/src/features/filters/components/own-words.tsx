import { useQuery } from "@tanstack/react-query";
import { type NgWord, ngWordLimits } from "@toibako/contract/filters.ts";
import { X } from "lucide-react";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { LoadingStatePanel } from "#ui/feedback/loading-state.tsx";
import { durations, useToasts } from "#ui/feedback/toasts.ts";
import { ngWordsQuery, useAddWord, useRemoveWord } from "../queries/words.ts";
import { WordForm } from "./word-form.tsx";

/** The account's own words, with a form to add one and buttons to remove them. */
export function OwnWords() {
  const { t } = useTexts();
  const list = useQuery(ngWordsQuery());
  const { data } = list;
  if (!data) {
    return (
      <LoadingStatePanel query={list} title={t("filters.own_failed_title")}>
        {t("filters.own_failed_text")}
      </LoadingStatePanel>
    );
  }
  return (
    <div className="grid gap-4">
      <WordForm words={data.ng_words} />
      <Words words={data.ng_words} />
    </div>
  );
}

function Words({ words }: { words: NgWord[] }) {
  const { t } = useTexts();
  const count = t("filters.own_count", { n: words.length, most: ngWordLimits.words });
  return (
    <section tabIndex={-1} aria-label={t("filters.own_list")} className="outline-none">
      <h4 className="mb-2 flex flex-wrap items-baseline gap-x-2 text-sm">
        {t("filters.own_list")}
        <span className="text-xs font-normal text-ink-2 tabular-nums">{count}</span>
      </h4>
      {words.length === 0 ? (
        <p className="text-sm text-ink-2">{t("filters.own_empty")}</p>
      ) : (
        <ul className="flex list-none flex-wrap gap-2">
          {words.map((word) => (
            <Word key={word.id} word={word} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Word({ word }: { word: NgWord }) {
  const { t } = useTexts();
  const toasts = useToasts();
  const remove = useRemoveWord();
  const restore = useAddWord();
  function showFailure(error: unknown) {
    toasts.showBar("error", describeFailure(error, t("filters.failed")));
  }

  // Uses `mutateAsync`, because the removal unmounts the word, and React Query then doesn't call the
  // callbacks of `mutate`.
  async function removeWord(button: HTMLElement) {
    if (remove.isPending) return;
    const list = button.closest("section");
    try {
      await remove.mutateAsync(word);
    } catch (error) {
      showFailure(error);
      return;
    }
    const action = { label: t("filters.undo"), onPress: () => void restoreWord() };
    toasts.showToast(t("filters.own_removed", word), {
      duration: durations.toastWithAction,
      action,
    });
    list?.focus({ preventScroll: true });
  }
  const restoreWord = () => restore.mutateAsync(word.word).catch(showFailure);

  return (
    <li className="flex max-w-full items-center rounded-full bg-surface-2 pl-4 text-sm font-semibold">
      <span className="min-w-0 wrap-anywhere">{word.word}</span>
      <IconButton
        label={t("filters.own_remove", word)}
        icon={<X size={18} aria-hidden="true" />}
        aria-disabled={remove.isPending || undefined}
        onClick={({ currentTarget }) => void removeWord(currentTarget)}
      />
    </li>
  );
}
