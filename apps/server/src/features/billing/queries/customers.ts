import type { Card } from "@toibako/contract/billing/cards.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";

const selectCustomer = statement(
  "billing.selectCustomer",
  `
  select reference, card_seq, last_digits, card_month from billing_customers where user_pk = :user_pk`,
);

/** Finds an account's reference at the provider and its card. */
export async function findCustomer(db: Db, user_pk: number) {
  return (await selectCustomer(db, { user_pk }))[0];
}

/** The card that is charged; null if there is none. */
export async function findCard(db: Db, user_pk: number): Promise<Card | null> {
  const customer = await findCustomer(db, user_pk);
  if (!customer || customer.card_seq === null) return null;
  const { card_seq, last_digits, card_month } = customer;
  return { card_seq, last_digits: last_digits ?? "", expires: card_month ?? "" };
}
