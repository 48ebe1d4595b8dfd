import { Link } from "@tanstack/react-router";
import type { PublicUser } from "@toibako/contract/profiles.ts";
import { type RefObject, useRef } from "react";
import { broughtQuery } from "#features/archives/queries/brought.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { removeRepetitions, useGrowingList } from "#lib/page/growing-list.ts";
import type { PageSearch } from "#lib/page/search.ts";
import { NoAnswersDrawing } from "#ui/drawings/no-answers.tsx";
import { LoadMore } from "#ui/feedback/load-more.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { EmptyPage, EmptyState } from "#ui/feedback/states.tsx";
import { useTwoColumns } from "#ui/surfaces/two-columns.ts";
import { OwnBroughtActions, ReportBrought } from "./brought-actions.tsx";
import { BroughtCard } from "./brought-card.tsx";

interface BroughtListProps {
  user: PublicUser;
  pages: PageSearch;
  /** Gets the focus after an answer was deleted or reported. */
  focusAfter: RefObject<HTMLElement | null>;
}

/** The answers that an account has brought along; its owner can mark and delete each, others can report it. */
export function BroughtList({ user, pages: search, focusAfter }: BroughtListProps) {
  const { t, locale } = useTexts();
  const { account, is_self } = user;
  const rows = useRef<HTMLUListElement>(null);
  useTwoColumns(rows, 20);
  const link = (search: PageSearch) => (
    <Link to="/$locale/$account/brought" params={{ locale, account }} search={search} />
  );
  const list = useGrowingList({ ...search, link }, (page) => broughtQuery(account, page));
  const Actions = is_self ? OwnBroughtActions : ReportBrought;
  if (!list.pages) {
    return (
      <LoadingState query={list.first} skeleton="letter" title={t("archives.brought_failed")}>
        {t("archives.load_failed_text")}
      </LoadingState>
    );
  }
  const answers = removeRepetitions(
    list.pages.flatMap((page) => page.answers),
    ({ id }) => id,
  );
  if (list.pages.at(-1)?.pager.total_count === 0) {
    return (
      <EmptyState title={t("archives.brought_empty")} drawing={<NoAnswersDrawing />}>
        {is_self && t("archives.brought_empty_own")}
      </EmptyState>
    );
  }
  if (answers.length === 0) {
    return (
      <EmptyPage
        title={t("profiles.past_last_page_title")}
        drawing={<NoAnswersDrawing />}
        firstPage={link({})}
        label={t("profiles.first_page")}
      />
    );
  }
  return (
    <div>
      <ul ref={rows} className="two-columns grid list-none max-widest:grid-cols-1 gap-5">
        {answers.map((answer) => (
          <li key={answer.id} tabIndex={-1}>
            <BroughtCard
              answer={answer}
              theme={user.card_theme}
              action={<Actions answer={answer} focusAfter={focusAfter} />}
            />
          </li>
        ))}
      </ul>
      <LoadMore more={list.more} rows={rows} count={answers.length} />
    </div>
  );
}
