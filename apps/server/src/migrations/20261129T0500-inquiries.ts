import type { Db } from "#platform/database/db.ts";

/** What staff did with an inquiry. Those of before are open, because nothing says whether somebody has answered them by mail. */
export async function up(db: Db): Promise<void> {
  await db.query(`
    alter table inquiries
      add column is_open boolean not null default true,
      -- Every change by staff raises it, so that of two answers at once only one is sent.
      add column version integer not null default 1,
      -- What the inquirer was told, in these words; null if it was closed without an answer.
      add column answer text,
      add column closed_at timestamptz,
      add column closed_by_pk bigint references users on delete set null;
    create index inquiries_open on inquiries (pk) where is_open;
    create index inquiries_open_of_topic on inquiries (topic, pk) where is_open;
    create index inquiries_closed on inquiries (closed_at desc, pk desc) where not is_open;
    create index inquiries_closed_of_topic on inquiries (topic, closed_at desc, pk desc) where not is_open;
    create index inquiries_closed_by on inquiries (closed_by_pk) where closed_by_pk is not null;
    create index inquiries_age on inquiries (made_at)`);
}
