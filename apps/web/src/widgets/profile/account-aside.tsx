import { useCurrentUser } from "#features/accounts/queries.ts";
import { MostLiked } from "#features/profiles/components/most-liked.tsx";
import { DefaultAside } from "#widgets/page/default-aside.tsx";
import { PeopleToAsk } from "./people-to-ask.tsx";

/** Beside lists: the usual aside, and what an account may read or ask next. */
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
