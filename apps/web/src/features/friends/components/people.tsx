import type { Person } from "@toibako/contract/friends.ts";
import type { Pager } from "@toibako/contract/shapes.ts";
import type { ReactNode } from "react";
import { NoPeopleYet, type PeopleQuery } from "./no-people-yet.tsx";
import { PersonRow } from "./person-row.tsx";

type Listed = { users: Person[]; pager: Pager };

interface PeopleProps {
  people: PeopleQuery & { data: Listed | undefined };
  /** The links to the other pages. */
  paging: (pager: Pager) => ReactNode;
  /** What stands in place of a list without entries. */
  empty: ReactNode;
}

/** A list of people, with all four faces. */
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
