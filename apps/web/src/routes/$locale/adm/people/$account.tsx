import { createFileRoute } from "@tanstack/react-router";
import { OpenedAccount } from "#widgets/staff/opened-account.tsx";

/** `inquiry` is the id of the inquiry that led here, by which the birthday can be changed. */
export const Route = createFileRoute("/$locale/adm/people/$account")({
  validateSearch: (search: Record<string, unknown>) => search as { inquiry?: string },
  component: AccountPage,
});

function AccountPage() {
  const { account } = Route.useParams();
  const { inquiry } = Route.useSearch();
  return (
    <OpenedAccount
      key={account}
      account={account}
      inquiry_id={inquiry === undefined ? undefined : String(inquiry)}
    />
  );
}
