import type { Locale } from "@toibako/contract/locales.ts";
import { type Db, statement } from "#platform/db.ts";
import { enqueueSql } from "#platform/jobs.ts";

export interface Inquiry {
  id: string;
  email: string;
  topic: string;
  body: string;
  locale: Locale;
  user_pk: number | null;
}

const insert = statement(`
  with kept as (
    insert into inquiries (id, email, topic, body, locale, user_pk) values ($1, $2, $3, $4, $5, $6)
    on conflict (id) do nothing
    returning id
  )
  ${enqueueSql(["mail_inquiry"], "jsonb_build_object('id', id)", "kept")}`);

/** Keeps what somebody wrote to the operator; mailing it follows. */
export async function keepInquiry(db: Db, inquiry: Inquiry): Promise<void> {
  const { id, email, topic, body, locale, user_pk } = inquiry;
  await insert(db, id, email, topic, body, locale, user_pk);
}
