import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ContentList } from "#features/staff/components/contents/content-list.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { EmptyInboxDrawing } from "#ui/drawings/empty-inbox.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { ListPages } from "./list-parts.tsx";

type LoadingStateProps = Parameters<typeof LoadingState>[0];

interface NewContentLinkProps {
  kind: string;
  id: string;
  label: string;
}

/** The link to the form of a new content. */
function NewContentLink({ kind, id, label }: NewContentLinkProps) {
  const { locale } = useTexts();
  return (
    <p>
      <Link
        to="/$locale/adm/contents/$kind/$id"
        params={{ locale, kind, id }}
        className={buildButtonClass({ variant: "outline" })}
      >
        {label}
      </Link>
    </p>
  );
}

interface ContentIndexProps {
  kind: string;
  query: LoadingStateProps["query"];
  /** The link to the form of a new content: its id and its text. */
  create: readonly [id: string, label: string];
  /** The contents of this page; undefined until they are loaded. */
  contents: readonly IndexedContent[] | undefined;
  /** Said if there are none. */
  emptyTitle?: string;
  /** The id of the last content of the page before. */
  after?: string | undefined;
  has_more?: boolean | undefined;
}

interface IndexedContent {
  id: string;
  title: string;
  /** What is said below the title, such as the state. */
  details: ReactNode;
}

/** The list of the contents of a kind, one page at a time, with the link to the form of a new one. */
export function ContentIndex(props: ContentIndexProps) {
  const { kind, query, create, contents, emptyTitle, after, has_more = false } = props;
  const { t, locale } = useTexts();
  const [newId, newLabel] = create;
  const last = contents?.at(-1);
  const to = "/$locale/adm/contents/$kind";
  const params = { locale, kind };
  return (
    <>
      <NewContentLink kind={kind} id={newId} label={newLabel} />
      {!contents && (
        <LoadingState query={query} skeleton="row" title={t("staff_contents.load_failed")} />
      )}
      {contents?.length === 0 && emptyTitle !== undefined && (
        <EmptyState drawing={<EmptyInboxDrawing />} title={emptyTitle} />
      )}
      {last && (
        <ContentList
          contents={(contents ?? []).map(({ id, title, details }) => ({
            key: id,
            title: title || t("staff_contents.untitled"),
            details,
            link: <Link to="/$locale/adm/contents/$kind/$id" params={{ locale, kind, id }} />,
          }))}
        />
      )}
      <ListPages
        first={after ? <Link to={to} params={params} /> : undefined}
        next={
          has_more && last ? (
            <Link to={to} params={params} search={{ after: last.id }} />
          ) : undefined
        }
      />
    </>
  );
}

/** Replaces the form of a content until it is loaded. */
export function FormLoading({ query }: Pick<LoadingStateProps, "query">) {
  const { t } = useTexts();
  return (
    <LoadingState
      query={query}
      skeleton="letter"
      count={1}
      title={t("staff_contents.load_failed")}
    />
  );
}
