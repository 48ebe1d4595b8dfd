import { Link } from "@tanstack/react-router";
import type { Person } from "@toibako/contract/friends.ts";
import type { Pager } from "@toibako/contract/shapes.ts";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { FollowButton } from "./follow-button.tsx";
import { NoPeopleYet, type PeopleQuery } from "./no-people-yet.tsx";

type Listed = { users: Person[]; pager: Pager };

interface PeopleProps {
  people: PeopleQuery & { data: Listed | undefined };
  /** The links to the other pages. */
  paging: (pager: Pager) => ReactNode;
  /** Shown for an empty list. */
  empty: ReactNode;
}

/** A list of people: loading, empty, error and loaded states. */
export function People({ people, paging, empty }: PeopleProps) {
  const { data } = people;
  if (!data) return <NoPeopleYet query={people} />;
  if (data.pager.total_count === 0) return empty;
  return (
    <>
      <ul className="grid list-none grid-cols-1 gap-3">
        {data.users.map((person) => (
          <PersonRow key={person.account} person={person} />
        ))}
      </ul>
      {paging(data.pager)}
    </>
  );
}

/** An account in a list, with a button to follow it. */
function PersonRow({ person }: { person: Person }) {
  const { t, locale } = useTexts();
  const { account, displaying_name, self_introduction, is_self, is_friend, is_follower } = person;
  return (
    <li className="relative flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl bg-surface p-4 shadow-e1">
      <Avatar seed={account} src={person.icon_url} size={48} />
      <div className="min-w-0 flex-[1_1_7rem]">
        <Link
          to="/$locale/$account"
          params={{ locale, account }}
          className="block leading-snug font-bold wrap-anywhere after:absolute after:inset-0 after:rounded-xl"
        >
          {displaying_name}
        </Link>
        <p className="flex flex-wrap items-center gap-x-2 text-sm leading-normal text-ink-2">
          <span className="max-w-full truncate">@{account}</span>
          {is_follower && !is_self && (
            <span className="rounded-full bg-surface-2 px-2 text-xs whitespace-nowrap">
              {t("friends.follows_you")}
            </span>
          )}
        </p>
      </div>
      {!is_self && (
        <div className="relative ml-auto">
          <FollowButton account={account} displaying_name={displaying_name} is_friend={is_friend} />
        </div>
      )}
      {self_introduction && (
        <p className="line-clamp-2 basis-full text-sm text-ink-2">{self_introduction}</p>
      )}
    </li>
  );
}
