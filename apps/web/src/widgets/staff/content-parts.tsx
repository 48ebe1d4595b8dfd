import { Link } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { ListPages } from "./list-parts.tsx";

interface NewContentLinkProps {
  kind: string;
  id: string;
  label: string;
}

/** The link to the form of a new content. */
export function NewContentLink({ kind, id, label }: NewContentLinkProps) {
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

interface ContentPagesProps {
  kind: string;
  after: string | undefined;
  /** The id of the last content of this page; undefined on the last page. */
  next: string | undefined;
}

/** The links to the first and to the next page of the contents of a kind. */
export function ContentPages({ kind, after, next }: ContentPagesProps) {
  const { locale } = useTexts();
  const to = "/$locale/adm/contents/$kind";
  const params = { locale, kind };
  return (
    <ListPages
      first={after ? <Link to={to} params={params} /> : undefined}
      next={next ? <Link to={to} params={params} search={{ after: next }} /> : undefined}
    />
  );
}

/** Replaces the form of a content until it is loaded. */
export function FormLoading({ query }: Pick<Parameters<typeof LoadingState>[0], "query">) {
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
