import type { Db } from "#platform/database/db.ts";

/** Indexes for reading books of years, disputes that were won, changes of the price, and the provider of an order. */
export async function up(db: Db): Promise<void> {
  await db.query(`
    create index on charges (settled_at, pk) where settled_at is not null;
    drop index charges_settled_at_idx;
    create index on subscriptions (pk) where payment_type <> 'credit_card';
    create index on subscriptions (ends_on) where state in ('ended', 'failed');
    create index on billing_differences (found_at, pk) where solved_at is null;
    create index on ledger (booked_at);
    create index on billing_differences (solved_at) where solved_at is not null;

    alter table ledger drop constraint ledger_kind_check, drop constraint ledger_check,
      add constraint ledger_kind_check check (kind in ('charge', 'refund', 'dispute', 'dispute_won')),
      add constraint ledger_check check ((kind in ('charge', 'dispute_won')) = (amount >= 0));

    alter table subscriptions
      -- The price that was announced, from the month that begins on this day or after it; null if none was.
      add column next_amount integer check (next_amount >= 0),
      add column next_amount_on date,
      add check ((next_amount is null) = (next_amount_on is null));

    -- The provider that has the order; another one is never asked about it.
    alter table charges add column provider text;
    update charges set provider = coalesce((
      select billing_customers.provider from subscriptions join billing_customers using (reference)
      where subscriptions.pk = charges.subscription_pk
    ), 'gmo');
    alter table charges alter column provider set not null;

    alter table received_notices drop constraint received_notices_detail_check,
      add constraint received_notices_detail_check check (detail in ('baton', 'choose', 'stamp', 'talk_request',
        'room_reply', 'payment_receipt', 'payment_failed', 'payment_ended', 'payment_price'))`);
}
