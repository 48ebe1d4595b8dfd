import { Link } from "@tanstack/react-router";
import type { Person } from "@toibako/contract/friends.ts";
import { type ReactNode, useRef } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { type More, removeRepetitions } from "#lib/page/growing-list.ts";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { LoadMore } from "#ui/feedback/load-more.tsx";
import { FollowButton } from "./follow-button.tsx";
import { type PeopleQuery, UnloadedPeople } from "./unloaded-people.tsx";

interface PeopleProps {
  /** Undefined until the first page is loaded. */
  people: Person[] | undefined;
  /** The query for the first page. */
  first: PeopleQuery;
  more: More;
  /** Shown for an empty list. */
  empty: ReactNode;
}

/** A list of people: loading, empty, error and loaded states. */
export function People({ people, first, more, empty }: PeopleProps) {
  const rows = useRef<HTMLUListElement>(null);
  if (!people) return <UnloadedPeople query={first} />;
  if (people.length === 0) return empty;
  const distinctPeople = removeRepetitions(people, ({ account }) => account);
  return (
    <>
      <ul ref={rows} className="grid list-none grid-cols-1 gap-3">
        {distinctPeople.map((person) => (
          <PersonRow key={person.account} person={person} />
        ))}
      </ul>
      <LoadMore more={more} rows={rows} count={distinctPeople.length} />
    </>
  );
}

/** An account in a list, with a button to follow it. */
function PersonRow({ person }: { person: Person }) {
  const { t, locale } = useTexts();
  const { account, displaying_name, self_introduction, is_self, is_friend, is_follower } = person;
  return (
    <li
      data-list-card=""
      className="relative flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl bg-surface p-4 shadow-e1"
    >
      <Avatar seed={account} src={person.icon_url} size={48} />
      <div className="min-w-0 flex-[1_1_7rem]">
        <Link
          to="/$locale/$account"
          params={{ locale, account }}
          data-key="enter"
          className="block leading-snug font-bold wrap-anywhere stretched-link after:rounded-xl"
        >
          <bdi>{displaying_name}</bdi>
        </Link>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm leading-normal text-ink-2">
          <span translate="no" className="max-w-full truncate">{`@${account}`}</span>
          {is_follower && !is_self && (
            <span className="-ml-0.5 rounded-full bg-surface-2 px-2 py-0.5 text-xs whitespace-nowrap">
              {t("friends.follows_you")}
            </span>
          )}
        </p>
      </div>
      {!is_self && (
        <div className="relative ml-auto max-[22.5rem]:order-last">
          <FollowButton account={account} displaying_name={displaying_name} is_friend={is_friend} />
        </div>
      )}
      {self_introduction && (
        <p dir="auto" className="line-clamp-2 basis-full text-sm text-ink-2">
          {self_introduction}
        </p>
      )}
    </li>
  );
}
