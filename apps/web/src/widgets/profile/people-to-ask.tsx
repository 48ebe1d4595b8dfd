import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { friendsQuery } from "#features/friends/queries/people.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { Card } from "#ui/surfaces/card.tsx";

const maxPeople = 3;

/** Lists accounts that the reader follows, without the account `except`; renders nothing if there are none. */
export function PeopleToAsk({ except }: { except?: string }) {
  const { t, locale } = useTexts();
  const { data } = useQuery(friendsQuery(1));
  const people = data?.friends.filter(({ account }) => account !== except) ?? [];
  if (people.length === 0) return null;
  return (
    <Card as="section">
      <h2 className="text-md leading-snug">{t("profiles.people_to_ask")}</h2>
      <ul className="mt-1 -mb-2 list-none divide-y divide-line">
        {people.slice(0, maxPeople).map(({ account, displaying_name, icon_url }) => (
          <li key={account} className="flex items-center gap-3 py-2">
            <Avatar seed={account} src={icon_url} size={36} />
            <span dir="auto" className="min-w-0 flex-1 truncate text-sm font-bold">
              {displaying_name}
            </span>
            <Link
              to="/$locale/$account"
              params={{ locale, account }}
              aria-label={t("profiles.ask_name", { name: displaying_name })}
              className={buildButtonClass({ variant: "quiet", size: "sm" })}
            >
              {t("profiles.ask")}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
