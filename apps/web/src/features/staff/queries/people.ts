import { keepPreviousData, type QueryClient } from "@tanstack/react-query";
import type { Birthday } from "@toibako/contract/birthdays.ts";
import type { Role } from "@toibako/contract/endpoint.ts";
import { listCases } from "@toibako/contract/staff/cases.ts";
import {
  type AccountSearch,
  destroyAccountByStaff,
  endAccountSessions,
  findAccounts,
  openAccount,
  openAccountCase,
  putAccountBirthday,
} from "@toibako/contract/staff/people.ts";
import { listAudit, listStaff, putRole } from "@toibako/contract/staff/roles.ts";
import { api, send } from "#lib/http/client.ts";
import { readOnce } from "./read-once.ts";

export interface PeopleSearch {
  by?: AccountSearch | undefined;
  query?: string | undefined;
  /** The handle of the last account of the page before. */
  after?: string | undefined;
}

export const accountsQuery = ({ by = "handle", query = "", after }: PeopleSearch) => ({
  queryKey: [findAccounts.name, by, query, after],
  queryFn: async () =>
    (await send(findAccounts, { body: { by, query, ...(after !== undefined && { after }) } })).data,
  placeholderData: keepPreviousData,
  enabled: by === "handle" || query !== "",
  ...readOnce,
});

export const accountQuery = (account: string) => ({
  queryKey: [openAccount.name, account],
  queryFn: async () => (await send(openAccount, { params: { account } })).data.person,
  ...readOnce,
});

export interface BirthdayChange {
  birthday: Birthday;
  inquiry_id: string;
  reason: string;
}

export async function changeBirthday(
  client: QueryClient,
  account: string,
  body: BirthdayChange,
): Promise<void> {
  await send(putAccountBirthday, { params: { account }, body });
  await client.invalidateQueries({ queryKey: [openAccount.name, account] });
}

export async function endSessions(
  client: QueryClient,
  account: string,
  reason: string,
): Promise<void> {
  await send(endAccountSessions, { params: { account }, body: { reason } });
  await client.invalidateQueries({ queryKey: [openAccount.name, account] });
}

/** Opens a case about an account, or joins the open one; returns its id. */
export async function openCaseAbout(
  client: QueryClient,
  account: string,
  reason: string,
): Promise<string> {
  const { data } = await send(openAccountCase, { params: { account }, body: { reason } });
  client.removeQueries({ queryKey: [openAccount.name, account] });
  await client.invalidateQueries({ queryKey: [listCases.name] });
  return data.case_id;
}

export async function destroy(client: QueryClient, account: string, reason: string): Promise<void> {
  await send(destroyAccountByStaff, { params: { account }, body: { reason } });
  client.removeQueries({ queryKey: [openAccount.name, account] });
  await client.invalidateQueries({ queryKey: [findAccounts.name] });
}

export const staffQuery = () => api.query(listStaff);

export async function changeRole(
  client: QueryClient,
  { account, ...body }: { account: string; role: Role | null; reason: string },
): Promise<void> {
  await send(putRole, { params: { account }, body });
  await client.invalidateQueries({ queryKey: [listStaff.name] });
}

export interface AuditSearch {
  action?: string | undefined;
  actor?: string | undefined;
  /** The number of the last entry of the page before. */
  before?: string | undefined;
}

export const auditQuery = ({ action, actor, before }: AuditSearch) =>
  api.query(listAudit, {
    query: {
      ...(action && { action }),
      ...(actor && { actor }),
      ...(before && /^[1-9]\d{0,14}$/.test(before) && { before }),
    },
  });
