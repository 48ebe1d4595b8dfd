import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { wordPreviewQuery } from "../queries/words.ts";

/** The preview of a word is fetched when nothing was typed for this time. */
const previewDelayMilliseconds = 400;

/** Shows which recent questions a word would have held. */
export function WordPreview({ word }: { word: string }) {
  const { t } = useTexts();
  const settledWord = useSettledWord(word);
  const isTypingPaused = word !== "" && word === settledWord;
  const { data } = useQuery({ ...wordPreviewQuery(settledWord), enabled: isTypingPaused });
  const n = data?.pager.total_count ?? 0;
  return (
    <div role="status" className="min-h-6 text-sm text-ink-2">
      {isTypingPaused && data && n === 0 && <p>{t("filters.preview_none")}</p>}
      {isTypingPaused && data && n > 0 && (
        <div className="rounded-md bg-surface-2 px-4 py-3">
          <p className="font-semibold">{t("filters.preview_some", { n })}</p>
          <ul className="mt-1 grid list-disc gap-1 pl-5 marker:text-brand-400">
            {data.questions.map(({ uuid_hash, body }) => (
              <li key={uuid_hash}>
                <span className="line-clamp-2 wrap-anywhere">{body}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** Returns the word as it was when the reader last paused typing. */
function useSettledWord(word: string): string {
  const [settledWord, setSettledWord] = useState(word);
  useEffect(() => {
    const timer = setTimeout(() => setSettledWord(word), previewDelayMilliseconds);
    return () => clearTimeout(timer);
  }, [word]);
  return settledWord;
}
