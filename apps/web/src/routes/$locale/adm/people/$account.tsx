import { createFileRoute } from "@tanstack/react-router";
import { validateTextSearch } from "#lib/page/search.ts";
import { OpenedAccount } from "#widgets/staff/opened-account.tsx";

/** `inquiry` is the id of the inquiry that led here, by which the birthday can be changed. */
export const Route = createFileRoute("/$locale/adm/people/$account")({
  validateSearch: (search: Record<string, unknown>) => validateTextSearch(search, ["inquiry"]),
  component: AccountPage,
});

function AccountPage() {
  const { account } = Route.useParams();
  const { inquiry } = Route.useSearch();
  return <OpenedAccount key={account} account={account} inquiry_id={inquiry} />;
}
