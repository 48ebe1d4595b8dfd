import { useQuery } from "@tanstack/react-query";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { Seal } from "#features/staff/components/seal.tsx";
import { SealForm } from "#features/staff/components/seal-form.tsx";
import { sealsQuery } from "#features/staff/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";

/** The requests to open the record of a case's question, and the form for one if none is open. */
export function CaseSeals({ case_id }: { case_id: string }) {
  const user = useCurrentUser();
  const { t } = useTexts();
  const query = useQuery(sealsQuery({ case_id }));
  if (!query.data)
    return <LoadingState query={query} skeleton="row" count={1} title={t("staff.seals_failed")} />;
  const { seals } = query.data;
  const isOpen = seals.some(({ status }) => status === "waiting" || status === "approved");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {seals.map((seal) => (
        <Seal key={seal.id} seal={seal} isAdmin={user?.role === "admin"} isReadable />
      ))}
      {!isOpen && <SealForm case_id={case_id} />}
    </div>
  );
}
