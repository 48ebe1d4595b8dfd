import { createFileRoute } from "@tanstack/react-router";
import type { AuditSearch } from "#features/staff/queries/people.ts";
import { AuditLog } from "#widgets/staff/audit-log.tsx";

export const Route = createFileRoute("/$locale/adm/audit")({
  // Every page loads this function, so `auditQuery` checks the parameters.
  validateSearch: (search: Record<string, unknown>) => search as AuditSearch,
  component: Audit,
});

function Audit() {
  return <AuditLog search={Route.useSearch()} />;
}
