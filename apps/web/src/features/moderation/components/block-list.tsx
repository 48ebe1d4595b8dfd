import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { readMore } from "#lib/page/growing-list.ts";
import { LoadMore } from "#ui/feedback/load-more.tsx";
import { LoadingStatePanel } from "#ui/feedback/loading-state.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { blocksQuery } from "../queries.ts";
import { BlockRow } from "./block-row.tsx";
import { UnblockDialog } from "./unblock-dialog.tsx";

/** The blocks of the account, each with a button that removes it. */
export function BlockList() {
  const { t } = useTexts();
  const list = useRef<HTMLDivElement>(null);
  const [idToUnblock, setIdToUnblock] = useState<string>();
  const query = useInfiniteQuery(blocksQuery());
  const rows = useRef<HTMLUListElement>(null);
  const { data } = query;
  if (!data) {
    return (
      <LoadingStatePanel query={query} title={t("moderation.blocks_failed_title")}>
        {t("moderation.blocks_failed_text")}
      </LoadingStatePanel>
    );
  }
  const blocks = data.pages.flatMap((page) => page.blocks);
  return (
    <div ref={list} tabIndex={-1} className="grid gap-3 outline-none">
      {blocks.length === 0 ? (
        <EmptyState title={t("moderation.blocks_empty_title")} heading={4} className="py-2">
          {t("moderation.blocks_empty_text")}
        </EmptyState>
      ) : (
        <>
          <p className="text-sm text-ink-2">{t("moderation.blocks_text")}</p>
          <ul ref={rows} className="grid list-none divide-y divide-line">
            {blocks.map((block) => (
              <BlockRow key={block.id} block={block} onUnblock={() => setIdToUnblock(block.id)} />
            ))}
          </ul>
        </>
      )}
      <LoadMore more={readMore(query)} rows={rows} count={blocks.length} />
      <UnblockDialog id={idToUnblock} onClosed={() => setIdToUnblock(undefined)} list={list} />
    </div>
  );
}
