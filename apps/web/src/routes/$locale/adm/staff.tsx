import { createFileRoute } from "@tanstack/react-router";
import { StaffList } from "#widgets/staff/staff-list.tsx";

export const Route = createFileRoute("/$locale/adm/staff")({ component: StaffList });
