import { createFileRoute } from "@tanstack/react-router";
import { validateTextSearch } from "#lib/page/search.ts";
import { AuditLog } from "#widgets/staff/audit-log.tsx";

export const Route = createFileRoute("/$locale/adm/audit")({
  validateSearch: (search: Record<string, unknown>) =>
    validateTextSearch(search, ["action", "actor", "before"]),
  component: Audit,
});

function Audit() {
  return <AuditLog search={Route.useSearch()} />;
}
