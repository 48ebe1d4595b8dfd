import { useQuery } from "@tanstack/react-query";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { Seal } from "#features/staff/components/seal.tsx";
import { SealForm } from "#features/staff/components/seal-form.tsx";
import { sealsQuery } from "#features/staff/queries.ts";

/** The askings to open the record of a case's question, and the form for one if none is open. */
export function CaseSeals({ case_id }: { case_id: string }) {
  const user = useCurrentUser();
  const { data } = useQuery(sealsQuery({ case_id }));
  if (!data) return null;
  const isOpen = data.seals.some(({ status }) => status === "waiting" || status === "approved");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {data.seals.map((seal) => (
        <Seal key={seal.id} seal={seal} isAdmin={user?.role === "admin"} isReadable />
      ))}
      {!isOpen && <SealForm case_id={case_id} />}
    </div>
  );
}
