import { listInquiries, openInquiry, putInquiryAnswer } from "@toibako/contract/staff/inquiries.ts";
import {
  destroyAccountByStaff,
  endAccountSessions,
  findAccounts,
  openAccount,
  openAccountCase,
  putAccountBirthday,
} from "@toibako/contract/staff/people.ts";
import { listAudit, listStaff, putRole } from "@toibako/contract/staff/roles.ts";
import { implement } from "#platform/http/endpoint.ts";
import type { Payments } from "../../billing/providers/payments.ts";
import {
  changeBirthday,
  destroyByStaff,
  endSessionsByStaff,
  openAccountOf,
  openCaseByStaff,
  searchAccounts,
} from "../commands/accounts.ts";
import { answerInquiry, openInquiryOf } from "../commands/inquiries.ts";
import { changeRoleByAdmin } from "../commands/roles.ts";
import { listInquiriesOf } from "../queries/inquiries.ts";
import { listAuditEntries, listStaffFor } from "../queries/staff.ts";

/** Inquiries, accounts, roles and the audit log. */
export const createPeopleRoutes = (payments: Payments | undefined) => [
  implement(listInquiries, async ({ services, query: { state, topic, after } }) => ({
    body: await listInquiriesOf(services.db, { state, topic, after }),
  })),

  implement(openInquiry, async ({ services, viewer, params }) => ({
    body: { inquiry: await openInquiryOf(services, viewer.user.pk, params.id) },
  })),

  implement(putInquiryAnswer, async ({ services, viewer, params, body }) => ({
    body: { inquiry: await answerInquiry(services, viewer.user.pk, params.id, body) },
  })),

  implement(findAccounts, async ({ services, viewer, body }) => ({
    body: await searchAccounts(services.db, viewer.user.pk, body),
  })),

  implement(openAccount, async ({ services, viewer, params }) => ({
    body: { person: await openAccountOf(services.db, viewer.user.pk, params.account) },
  })),

  implement(putAccountBirthday, async ({ services, viewer, params, body }) => {
    await changeBirthday(services, viewer.user.pk, params.account, body);
    return {};
  }),

  implement(openAccountCase, async ({ services, viewer, params, body }) => ({
    body: {
      case_id: await openCaseByStaff(services.db, viewer.user.pk, params.account, body.reason),
    },
  })),

  implement(endAccountSessions, async ({ services, viewer, params, body }) => {
    await endSessionsByStaff(services, viewer.user.pk, params.account, body.reason);
    return {};
  }),

  implement(destroyAccountByStaff, async ({ services, viewer, params, body }) => {
    const { account } = params;
    await destroyByStaff(services, payments, viewer.user.pk, { account, reason: body.reason });
    return {};
  }),

  implement(listStaff, async ({ services, viewer }) => ({
    body: await listStaffFor(services.db, viewer.user.pk),
  })),

  implement(putRole, async ({ services, viewer, params, body }) => {
    await changeRoleByAdmin(services.db, viewer.user.pk, { account: params.account, ...body });
    return {};
  }),

  implement(listAudit, async ({ services, query }) => ({
    body: await listAuditEntries(services.db, query),
  })),
];
