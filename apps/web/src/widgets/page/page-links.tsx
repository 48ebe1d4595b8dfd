import { type LinkProps, Navigate } from "@tanstack/react-router";
import type { Pager } from "@toibako/contract/shapes.ts";
import type { ReactElement } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Pagination } from "#ui/navigation/pagination.tsx";

interface PageLinksProps {
  pager: Pager;
  link: (page: number) => ReactElement<LinkProps>;
}

/** Links to the other pages of a list. A page beyond the last one redirects to the last one. */
export function PageLinks({ pager: { current_page, total_pages }, link }: PageLinksProps) {
  const { t } = useTexts();
  if (total_pages > 0 && current_page > total_pages) {
    return <Navigate {...link(total_pages).props} replace />;
  }
  return (
    <Pagination
      page={current_page}
      pages={total_pages}
      link={link as (page: number) => ReactElement<object>}
      labels={{
        nav: t("inbox.pages"),
        first: t("profiles.page_first"),
        previous: t("profiles.page_previous"),
        next: t("profiles.page_next"),
        last: t("profiles.page_last"),
      }}
      hideSingle
      className="mt-6"
    />
  );
}
