import { deleteCreditCard, getCreditCard, putCreditCard } from "@toibako/contract/billing/cards.ts";
import { implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { deleteCard, saveCard } from "../commands/cards.ts";
import type { Payments } from "../providers/payments.ts";
import { findCard } from "../queries/customers.ts";

export const createCardRoutes = (payments: Payments | undefined) => [
  implement(getCreditCard, async ({ viewer, services }) => {
    const card = await findCard(services.db, viewer.user.pk);
    return { body: { is_present: card !== null, card } };
  }),

  implement(putCreditCard, async ({ body, viewer, services }) => {
    if (!payments) throw new Failure("payment_unavailable");
    return { body: { card: await saveCard(services, payments, viewer.user.pk, body.token) } };
  }),

  implement(deleteCreditCard, async ({ body, viewer, services }) => {
    if (!payments) throw new Failure("payment_unavailable");
    await deleteCard(services, payments, viewer.user.pk, body.card_seq);
    return {};
  }),
];
