import { useCurrentUser } from "#features/accounts/queries.ts";
import { MostLiked } from "#features/profiles/components/most-liked.tsx";
import { DefaultAside } from "#widgets/page/default-aside.tsx";
import { PeopleToAsk } from "./people-to-ask.tsx";

/** The aside of lists: the usual aside, and for accounts their most liked answers and people to ask. */
export function AccountAside() {
  const account = useCurrentUser()?.account;
  return (
    <>
      <DefaultAside />
      {account !== undefined && (
        <>
          <MostLiked account={account} />
          <PeopleToAsk />
        </>
      )}
    </>
  );
}
