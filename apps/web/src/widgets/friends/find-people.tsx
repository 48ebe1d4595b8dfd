import { Link, useNavigate } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { QrCode } from "lucide-react";
import { People } from "#features/friends/components/people.tsx";
import { foundPeopleQuery } from "#features/friends/queries/search.ts";
import { useQrDialog } from "#features/shares/components/use-qr-dialog.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useGrowingList } from "#lib/page/growing-list.ts";
import type { PageSearch } from "#lib/page/search.ts";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { SearchForm } from "#ui/forms/search-form.tsx";
import { RecommendedLink } from "./recommended-link.tsx";

interface PeopleSearchProps {
  user: CurrentUser;
  /** The search text in the address; empty if there is none. */
  query: string;
}

/** Searches for people by handle or name, and shows the QR code by which others find the account. */
export function PeopleSearch({ user, query }: PeopleSearchProps) {
  const { t, locale } = useTexts();
  const navigate = useNavigate();
  const { openQrCode, qrDialog } = useQrDialog(user);
  const searchFor = (text: string) =>
    void navigate({
      to: "/$locale/me/friends",
      params: { locale },
      search: text ? { query: text } : {},
      replace: query !== "",
      resetScroll: false,
    });
  return (
    <div className="mb-5 flex items-center gap-2">
      <div className="min-w-0 grow">
        <SearchForm
          label={t("friends.search")}
          clearLabel={t("friends.clear_search")}
          action={`/${locale}/me/friends`}
          query={query}
          onSearch={searchFor}
        />
      </div>
      <IconButton
        variant="outline"
        label={t("friends.own_qr")}
        icon={<QrCode size={22} />}
        className="noscript:hidden"
        onClick={openQrCode}
      />
      {qrDialog}
    </div>
  );
}

/** The accounts that a search finds. */
export function FoundPeople({ query, pages }: { query: string; pages: PageSearch }) {
  const { t, locale } = useTexts();
  const link = (search: PageSearch) => (
    <Link to="/$locale/me/friends" params={{ locale }} search={{ query, ...search }} />
  );
  const list = useGrowingList({ ...pages, link }, (page) => foundPeopleQuery(query, page));
  return (
    <section aria-labelledby="found-people">
      <h2 id="found-people" className="mb-3 text-lg wrap-anywhere">
        {t("friends.results", { query })}
      </h2>
      <People
        people={list.pages?.flatMap((page) => page.users)}
        first={list.first}
        more={list.more}
        empty={
          <EmptyState
            drawing={<FriendsDrawing />}
            title={t("friends.nobody_found_title")}
            action={<RecommendedLink text={t("friends.to_recommended")} />}
          >
            {t("friends.nobody_found_text")}
          </EmptyState>
        }
      />
    </section>
  );
}
